import { ActionIcon, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconLine, IconMapPin, IconPolygon, IconTrash, IconZoomScan } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SceneDetails } from '../../../src-preload/contract/library.ts';
import {
  type Remark,
  type RemarkId,
  reviewBounds,
  type SceneReview,
  type Statement,
} from '../../../src-preload/contract/reviews.ts';
import { fitTo, zoomToPoint } from '../../kit/state/map-store.ts';
import { remarkShapes, reviewStore } from '../../kit/state/review-store.ts';
import { CommitField } from '../../kit/ui/commit-field.tsx';
import { Tool } from '../../kit/ui/tool-button.tsx';
import { shapeWord } from './review-words.ts';
import { insertText, leaveField, releaseTyping } from './typed-ahead.ts';
import { useDrawRemark } from './use-draw-remark.ts';

const shapeIcons = { point: IconMapPin, line: IconLine, area: IconPolygon } as const;
const shapeKeys = { point: 'I', line: 'U', area: 'G' } as const;
const shapeOf = { Point: 'point', LineString: 'line', Polygon: 'area' } as const;

function showOnMap({ geometry }: Remark) {
  if (geometry.type === 'Point') zoomToPoint(geometry.coordinates);
  else fitTo(geometry.type === 'LineString' ? geometry.coordinates : geometry.coordinates[0]);
}

interface RemarkRowProps {
  remarkId: RemarkId;
  remark: Remark;
  state: (statement: Statement, isMore?: boolean) => void;
  /** Called when the user leaves the text by a key. */
  onLeave: () => void;
}

function RemarkRow({ remarkId, remark, state, onLeave }: RemarkRowProps) {
  const { t } = useTranslation();
  const isDrawn = useStore(reviewStore, ({ drawn }) => drawn === remarkId);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isDrawn) return;
    const field = row.current?.querySelector('input') ?? null;
    field?.focus();
    const { text, isLeft } = releaseTyping();
    if (text !== '') insertText(field, text);
    if (isLeft) leaveField(field);
    reviewStore.setState({ drawn: null });
  }, [isDrawn]);
  const shape = shapeOf[remark.geometry.type];
  const Shape = shapeIcons[shape];
  return (
    <Group gap={4} wrap="nowrap" ref={row} data-testid="remark">
      <Shape size={16} role="img" aria-label={shapeWord(t, shape)} style={{ flex: 'none' }} />
      <div style={{ flex: 1, minWidth: 0 }}>
        <CommitField
          label={t('reviews.remarkText')}
          hidesLabel
          value={remark.text}
          placeholder={t('reviews.remarkText')}
          maxLength={reviewBounds.remarkText}
          savesWhileTyping
          onLeave={onLeave}
          onCommit={(text, isMore) => {
            state({ field: 'remark', remarkId, value: { ...remark, text } }, isMore);
            return null;
          }}
        />
      </div>
      <Tooltip label={t('reviews.showRemark')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('reviews.showRemark')}
          onClick={() => showOnMap(remark)}
        >
          <IconZoomScan size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('reviews.removeRemark')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('reviews.removeRemark')}
          onClick={() => state({ field: 'remark', remarkId, value: null })}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

interface RemarksProps {
  scene: SceneDetails;
  remarks: SceneReview['remarks'];
  state: RemarkRowProps['state'];
  onLeave: () => void;
}

/** The drawn remarks of this reviewer, and the tools that draw one. If a remark has two versions, the later one is edited. */
export function Remarks({ scene, remarks, state, onLeave }: RemarksProps) {
  const { t } = useTranslation();
  const draw = useDrawRemark(scene.librarySceneId);
  const drawing = useStore(reviewStore, (each) => each.drawing);
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{t('reviews.remarks')}</Text>
        <Group gap={4} wrap="nowrap">
          {remarkShapes.map((shape) => (
            <Tool
              key={shape}
              label={`${t(`reviews.draw.${shape}`)} (${shapeKeys[shape]})`}
              icon={shapeIcons[shape]}
              isPressed={drawing === shape}
              onClick={() => draw(shape)}
            />
          ))}
        </Group>
      </Group>
      {remarks.flatMap(({ remarkId, values }) => {
        const remark = values.find(({ value }) => value !== null)?.value;
        return remark
          ? [<RemarkRow key={remarkId} remarkId={remarkId} remark={remark} state={state} onLeave={onLeave} />]
          : [];
      })}
    </Stack>
  );
}

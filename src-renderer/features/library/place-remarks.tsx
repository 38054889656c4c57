import { Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { SceneDetails } from '../../../src-preload/contract/library.ts';
import { type PlaceRemark, readPlaceRemarks } from '../../../src-preload/contract/place-remarks.ts';
import { formatNumber } from '../../kit/i18n/format.ts';
import type { Fact } from '../../kit/ui/facts.tsx';

/** Translates what does not fit together about the place of a scene: in few words for a row, or as a sentence with what to do. */
export function placeRemarkText(
  t: TFunction,
  language: string,
  remark: PlaceRemark,
  length: 'short' | 'long',
): string {
  if (remark.kind === 'unplaced') {
    const { reason, detail, file } = remark;
    return t(`sceneImport.placeRemark.${reason}.${length}`, { file, name: detail });
  }
  const km = formatNumber(language, remark.km, remark.km < 10 ? 1 : 0);
  if (remark.kind === 'rasters') {
    const { file, other } = remark;
    return t(`sceneImport.placeRemark.rasters.${length}`, { km, file, other });
  }
  const kind = remark.isSwapped ? (`${remark.kind}Swapped` as const) : remark.kind;
  const file = remark.kind === 'outline' ? remark.file : '';
  return t(`sceneImport.placeRemark.${kind}.${length}`, { km, file });
}

/** Returns what does not fit together about the place of a scene as a fact; an empty list if everything fits. */
export function placeRemarkFacts(t: TFunction, language: string, { raw }: Pick<SceneDetails, 'raw'>): Fact[] {
  const remarks = readPlaceRemarks(raw);
  if (remarks.length === 0) return [];
  return [
    [
      t('sceneImport.placeRemark.label'),
      <Stack key="place-remarks" gap={4} style={{ overflowWrap: 'anywhere' }}>
        {remarks.map((remark) => {
          const text = placeRemarkText(t, language, remark, 'long');
          return (
            <Text key={text} size="xs">
              <IconAlertTriangle
                size={12}
                aria-hidden
                color="var(--nadir-warning)"
                style={{ verticalAlign: '-2px', marginInlineEnd: 4 }}
              />
              {text}
            </Text>
          );
        })}
      </Stack>,
    ],
  ];
}

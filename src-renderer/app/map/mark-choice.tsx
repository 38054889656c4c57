import { Menu, Text } from '@mantine/core';
import { IconZoomIn } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { choiceStore } from '../../map/choice-store.ts';
import type { DescriptionOf, MarkDescription } from '../../map/described-mark.ts';
import { hitsBySubject, type SubjectHits } from '../../map/hits-by-subject.ts';
import type { MapHit } from '../../map/map-hit.ts';
import classes from '../../map/map-pane.module.css';
import type { MapSubject } from '../../map/map-subject.ts';
import { applyHit, hoverOnMap } from './follow-stores.ts';
import { PointMenu } from './point-menu.tsx';

interface SubjectItemsProps {
  hits: SubjectHits;
  description: MarkDescription;
  onTake: (hit: MapHit) => void;
}

/** The objects of one subject as menu items, below their number. */
function SubjectItems({ hits, description, onTake }: SubjectItemsProps) {
  const { t } = useTranslation();
  const { subject, marks, clusters, count } = hits;
  const described = description.useDescribed(marks);
  const hitOf = (key: SubjectHits['marks'][number]['key']): MapHit | undefined => {
    const mark = marks.find((each) => each.key === key);
    if (mark?.minute === undefined) return mark && { subject, key, isArea: false };
    return { moment: { key: String(key), minute: mark.minute } };
  };
  const unlisted = count - marks.length - clusters.reduce((sum, { size }) => sum + size, 0);
  return (
    <>
      <Menu.Label>{t(`map.things.${subject}`, { count })}</Menu.Label>
      {clusters.map((cluster) => (
        <Menu.Item
          key={cluster.id}
          leftSection={<IconZoomIn size={14} aria-hidden />}
          onClick={() => onTake({ subject, cluster })}
        >
          {t('map.zoomToThese', { things: t(`map.things.${subject}`, { count: cluster.size }) })}
        </Menu.Item>
      ))}
      {marks.length > 0 && described === undefined && (
        <Text size="xs" px="sm" py={4}>
          {t('common.loading')}
        </Text>
      )}
      {described?.map(({ key, name, status, time, mark }) => {
        const hit = hitOf(key);
        return (
          <Menu.Item
            key={key}
            leftSection={mark}
            onMouseEnter={() => hoverOnMap(hit ? [hit] : [])}
            onFocus={() => hoverOnMap(hit ? [hit] : [])}
            onClick={() => hit && onTake(hit)}
          >
            <div>{name}</div>
            <div className={classes.tipQuiet}>{[status, time].filter(Boolean).join(' · ')}</div>
          </Menu.Item>
        );
      })}
      {unlisted > 0 && (
        <Text size="xs" px="sm" py={4} c="var(--nadir-quiet)">
          {t('common.more', { count: unlisted })}
        </Text>
      )}
    </>
  );
}

interface MarkChoiceProps {
  subjects: readonly MapSubject[];
  descriptionOf: DescriptionOf;
  /** Called when the list has closed. */
  onClosed: () => void;
}

/** The list of the objects at a place of the map, which opens if there are several. */
export function MarkChoice({ subjects, descriptionOf, onClosed }: MarkChoiceProps) {
  const { t } = useTranslation();
  const choice = useStore(choiceStore, (state) => state.choice);
  if (choice === null) return null;
  const { hits, at, isExtending } = choice;
  const close = () => {
    choiceStore.setState({ choice: null });
    hoverOnMap([]);
    onClosed();
  };
  return (
    <PointMenu at={at} label={t('map.choice')} width={300} className={classes.choice} onClose={close}>
      {hitsBySubject(hits).map((own) => (
        <SubjectItems
          key={own.subject}
          hits={own}
          description={descriptionOf(own.subject)}
          onTake={(hit) => applyHit(subjects, hit, isExtending)}
        />
      ))}
    </PointMenu>
  );
}

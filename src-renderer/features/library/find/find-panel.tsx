import { Button, CloseButton, Group, Text, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFilter, IconFrame, IconPolygon } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fragment, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { DegreeBox } from '../../../../src-shared/geometry/box-of-places.ts';
import { useApi } from '../../../kit/client/api.tsx';
import { formatShare } from '../../../kit/i18n/format.ts';
import { zoomToBox } from '../../../kit/state/map-store.ts';
import { Tool } from '../../../kit/ui/tool-button.tsx';
import { type SceneTerms, sceneFilterOf } from '../scene-filters.ts';
import classes from './find.module.css';
import { findFilters } from './find-filters.tsx';
import { findStore } from './find-store.ts';
import { IndexProgress } from './index-progress.tsx';
import { boxInView, useAreaFilter } from './use-area-filter.ts';

interface FindPanelProps {
  terms: SceneTerms;
  change: (patch: Partial<SceneTerms>) => void;
}

const pauseMs = 150;

function FindFields({ terms, change }: FindPanelProps) {
  const { t, i18n } = useTranslation();
  const span = useStore(findStore, (state) => state.span);
  const [asked] = useDebouncedValue(terms, pauseMs);
  const facets = useQuery({
    ...useApi().query.library.facets.queryOptions({ input: { filter: sceneFilterOf(asked), span } }),
    placeholderData: keepPreviousData,
  }).data;
  return (
    <>
      {findFilters.map(({ key, field }) => (
        <Fragment key={key}>{field?.({ terms, change, facets, t })}</Fragment>
      ))}
      {facets !== undefined && facets.factsRead < 1 && (
        <Text size="xs" c="var(--nadir-quiet)" role="status">
          {t('find.reading', { share: formatShare(i18n.language, facets.factsRead) })}
        </Text>
      )}
    </>
  );
}

/** A note if the map cannot show the outlines of all matching scenes. */
function MapNote({ terms }: Pick<FindPanelProps, 'terms'>) {
  const { t } = useTranslation();
  const [asked] = useDebouncedValue(terms, pauseMs);
  const footprints = useQuery(
    useApi().query.library.footprints.queryOptions({ input: { filter: sceneFilterOf(asked) } }),
  ).data;
  if (footprints === undefined || footprints.read === footprints.total) return null;
  const { read, total } = footprints;
  return (
    <Text size="xs" c="var(--nadir-quiet)" role="status">
      {t('find.mapShows', { read, total })}
    </Text>
  );
}

/** The text of a filter; one about a place on the map moves the map there. */
function FilterText({ text, box }: { text: string; box: DegreeBox | null }) {
  const { t } = useTranslation();
  if (box === null) return <span className={classes.chipText}>{text}</span>;
  return (
    <Tooltip label={t('find.goThere')}>
      <button type="button" className={classes.chipLink} onClick={() => zoomToBox(box)}>
        {text}
      </button>
    </Tooltip>
  );
}

/** The chips of the filters that are set, each with a button that clears it. */
function SetFilters({ terms, change }: FindPanelProps) {
  const { t, i18n } = useTranslation();
  const said = findFilters.flatMap((filter) => {
    const text = filter.said(terms, t, i18n.language);
    return text === null ? [] : [{ ...filter, text }];
  });
  if (said.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t('find.active')}>
      {said.map(({ key, text, unset, where }) => (
        <li key={key} className={classes.chip}>
          <FilterText text={text} box={where?.(terms) ?? null} />
          <CloseButton
            size={18}
            iconSize={12}
            aria-label={t('find.remove', { filter: text })}
            onClick={() => change(unset)}
          />
        </li>
      ))}
      {said.length > 1 && (
        <li>
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => change(Object.assign({}, ...findFilters.map(({ unset }) => unset)))}
          >
            {t('find.removeAll')}
          </Button>
        </li>
      )}
    </ul>
  );
}

/** The filters of the library besides its search: by area, time, values and ranges. */
export function FindPanel({ terms, change }: FindPanelProps) {
  const { t } = useTranslation();
  const id = useId();
  const isOpen = useStore(findStore, (state) => state.isOpen);
  const { isDrawing, draw } = useAreaFilter(terms, change);
  return (
    <div className={classes.panel} data-testid="find-panel">
      <IndexProgress />
      <Group gap={6} wrap="nowrap">
        <Button
          size="compact-sm"
          variant={isOpen ? 'light' : 'default'}
          leftSection={<IconFilter size={14} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => findStore.setState({ isOpen: !isOpen })}
        >
          {t('find.title')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconFrame size={14} aria-hidden />}
          onClick={() => {
            const box = boxInView();
            if (box) change({ box, area: null });
          }}
        >
          {t('find.thisView')}
        </Button>
        <Tool label={t('find.draw')} icon={IconPolygon} isPressed={isDrawing} onClick={draw} />
      </Group>
      <SetFilters terms={terms} change={change} />
      <MapNote terms={terms} />
      <div id={id} className={classes.fields} hidden={!isOpen}>
        {isOpen && <FindFields terms={terms} change={change} />}
      </div>
    </div>
  );
}

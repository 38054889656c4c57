import { Group, Select, Switch, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SceneRow } from '../../../src-preload/contract/library.ts';
import type { FlagKind } from '../../../src-preload/contract/tracking.ts';
import { useActiveScope, useApi, useSettings } from '../../client/api.tsx';
import { type CoordinateFormat, formatCoordinate } from '../../i18n/coordinates.ts';
import { formatBytes } from '../../i18n/format.ts';
import { mapStore, zoomToBox } from '../../state/map-store.ts';
import { hover, select, selectedOf, useHovered, useSelected } from '../../state/selection.ts';
import { rasterOf, showRaster } from '../../subjects/scene/show-raster.ts';
import { Thumbnail } from '../../subjects/scene/thumbnail.tsx';
import { FlagMark, NeedsLookChip, useFlagsOf } from '../../subjects/tracking/flags.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ListTitle, SearchField } from '../../ui/list-filters.tsx';
import {
  indexWhere,
  pageSize,
  rowAt,
  useLatest,
  usePagesInView,
  useShownPages,
} from '../../ui/paged-rows.ts';
import classes from '../../ui/panes.module.css';
import { focusPaneSoon } from '../../ui/panes.ts';
import { TimeCell } from '../../ui/time-text.tsx';
import { useAct } from '../../ui/use-act.ts';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { EmptyLibrary } from './empty-library.tsx';

const sorts = ['time', 'saved', 'name'] as const;
const sortWords = { time: 'acquired', saved: 'saved', name: 'name' } as const;

interface SceneListRowProps {
  scene: SceneRow;
  format: CoordinateFormat;
  flags: readonly FlagKind[] | undefined;
  t: TFunction;
  language: string;
}

/** Plain elements: rows come by the dozen with each turn of the wheel. */
const SceneListRow = memo(function SceneListRow({ scene, format, flags, t, language }: SceneListRowProps) {
  const { longitude, latitude, filesOnDisk: count } = scene;
  const place =
    longitude === null || latitude === null ? null : formatCoordinate([longitude, latitude], format);
  const kept =
    count > 0
      ? t('library.onDisk', { count, size: formatBytes(language, scene.bytesOnDisk) })
      : t('library.notOnDisk');
  return (
    <div className={classes.rowStart}>
      {scene.hasThumbnail ? (
        <Thumbnail librarySceneId={scene.librarySceneId} />
      ) : (
        <span className={classes.thumbnail} aria-hidden />
      )}
      <div style={{ minWidth: 0 }}>
        <div className={classes.rowStart}>
          <span className={classes.rowName}>{scene.taskName ?? scene.sceneId}</span>
          <FlagMark flags={flags} />
        </div>
        <div className={classes.rowStart}>
          <TimeCell at={scene.timestamp} language={language} />
          <span className={classes.rowQuiet}>
            {[scene.satelliteName, scene.productName].filter(Boolean).join(' · ')}
          </span>
        </div>
        <div className={classes.rowQuiet}>{[place, kept].filter(Boolean).join(' · ')}</div>
      </div>
    </div>
  );
});

/** The scenes on disk, or all that were ever seen; in step with the map. */
export function LibraryWorkspace() {
  const { t, i18n } = useTranslation();
  const { query, client } = useApi();
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search, 150);
  const [onDiskOnly, setOnDiskOnly] = useState(true);
  const [needsLook, setNeedsLook] = useState(false);
  const flags = useFlagsOf(useActiveScope(), 'scene');
  const [sort, setSort] = useState<(typeof sorts)[number]>('time');
  const { pages, onRange } = usePagesInView();
  const act = useAct();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const latest = useLatest();
  // Without what does not filter: see the task list.
  const filter = {
    // A scene whose files are gone has none on disk.
    onDiskOnly: onDiskOnly && !needsLook,
    ...(settled === '' ? {} : { search: settled }),
    ...(needsLook ? { needsLook } : {}),
  };
  const terms = { filter, sort, descending: sort !== 'name' };
  const lists = useQueries({
    queries: pages.map((page) =>
      query.library.list.queryOptions({ input: { ...terms, offset: page * pageSize, limit: pageSize } }),
    ),
  });
  const shown = useShownPages(
    JSON.stringify(terms),
    pages.map((page, i) => [page, lists[i]?.data] as const),
  );
  const footprints = useQuery({
    ...query.library.footprints.queryOptions({ input: { filter } }),
    placeholderData: keepPreviousData,
  }).data;
  useEffect(() => {
    if (footprints) mapStore.setState({ footprints });
  }, [footprints]);
  // Elsewhere the map shows all scenes on disk.
  useEffect(
    () => () => {
      mapStore.setState({ footprints: null });
      hover('scene', null);
    },
    [],
  );
  const selected = useSelected('scene');
  const hovered = useHovered('scene');
  const total = shown?.total ?? 0;
  const selectAt = (index: number) =>
    act(() =>
      latest(
        async () =>
          rowAt(shown, index) ?? (await client.library.list({ ...terms, offset: index, limit: 1 })).rows[0],
        (row) => {
          if (!row) return;
          select('scene', row.librarySceneId);
          if (row.bbox) zoomToBox(row.bbox);
        },
      ),
    );
  /** Its pixels where they are on disk, and the keys in its details. */
  const open = () => {
    focusPaneSoon('details');
    const librarySceneId = selectedOf('scene');
    if (librarySceneId === null) return;
    act(async () => {
      const scene = await client.library.get({ librarySceneId });
      const file = rasterOf(scene);
      if (file && selectedOf('scene') === librarySceneId) showRaster(scene, file);
    });
  };
  const failed = lists.find((list) => list.isError)?.error;
  const isFiltered = settled !== '' || needsLook;
  return (
    <>
      <div className={classes.paneHead}>
        <Group justify="space-between" mb={8}>
          <ListTitle title={t('shell.workspace.library')} count={total} />
          <Switch
            label={t('library.onDiskOnly')}
            checked={onDiskOnly}
            onChange={(event) => setOnDiskOnly(event.currentTarget.checked)}
          />
        </Group>
        <Group gap={6} wrap="nowrap">
          <SearchField label={t('library.search')} value={search} onChange={setSearch} />
          <Select
            w={130}
            aria-label={t('tasks.sortBy')}
            data={sorts.map((value) => ({ value, label: t(`label.${sortWords[value]}`) }))}
            value={sort}
            allowDeselect={false}
            onChange={(value) => setSort(sorts.find((each) => each === value) ?? 'time')}
          />
        </Group>
        <div className={classes.chips}>
          <NeedsLookChip count={flags.size} checked={needsLook} onChange={setNeedsLook} />
        </div>
      </div>
      {failed !== undefined && <ErrorNote error={failed} />}
      {shown && total === 0 && onDiskOnly && !isFiltered && <EmptyLibrary />}
      {shown && total === 0 && (!onDiskOnly || isFiltered) && (
        <Text p="md" size="sm" c="var(--nadir-quiet)">
          {isFiltered ? t('library.noMatch') : t('library.emptyAll')}
        </Text>
      )}
      {total > 0 && (
        <VirtualRows
          label={t('shell.workspace.library')}
          count={total}
          rowHeight={76}
          selectedKey={selected}
          selectedIndex={
            selected === null ? null : indexWhere(shown, (row: SceneRow) => row.librarySceneId === selected)
          }
          hoveredIndex={
            hovered === null ? null : indexWhere(shown, (row: SceneRow) => row.librarySceneId === hovered)
          }
          onSelect={selectAt}
          onOpen={open}
          onHover={(index) =>
            hover('scene', index === null ? null : (rowAt(shown, index)?.librarySceneId ?? null))
          }
          onRange={onRange}
          render={(index) => {
            const scene = rowAt(shown, index);
            return scene ? (
              <SceneListRow
                scene={scene}
                format={format}
                flags={flags.get(String(scene.librarySceneId))}
                t={t}
                language={i18n.language}
              />
            ) : null;
          }}
        />
      )}
    </>
  );
}

import { Group, Select, Switch, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import type { SceneRow } from '../../../src-preload/contract/library.ts';
import { useApi, useSettings } from '../../client/api.tsx';
import { formatCoordinate } from '../../i18n/coordinates.ts';
import { formatBytes, formatNumber } from '../../i18n/format.ts';
import { ErrorNote } from '../../shell/error-note.tsx';
import { pageSize, usePagesInView } from '../../shell/paged-rows.ts';
import classes from '../../shell/shell.module.css';
import { TimeText } from '../../shell/time-text.tsx';
import { VirtualRows } from '../../shell/virtual-rows.tsx';
import { mapStore, zoomToBox } from '../../state/map-store.ts';

const sorts = ['time', 'saved', 'name'] as const;

function SceneListRow({ scene }: { scene: SceneRow }) {
  const { t, i18n } = useTranslation();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const place = scene.longitude === null || scene.latitude === null ? null : formatCoordinate([scene.longitude, scene.latitude], format);
  return (
    <Group gap={10} wrap="nowrap">
      {scene.hasThumbnail ? (
        <img className={classes.thumbnail} src={`/files/thumbnail/${scene.librarySceneId}`} alt="" loading="lazy" />
      ) : (
        <span className={classes.thumbnail} aria-hidden />
      )}
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={500} truncate>
          {scene.taskName ?? scene.sceneId}
        </Text>
        <Group gap={8} wrap="nowrap" fz="xs">
          <TimeText at={scene.timestamp} size="xs" />
          <Text size="xs" c="var(--nadir-quiet)" truncate>
            {[scene.satelliteName, scene.productName].filter(Boolean).join(' · ')}
          </Text>
        </Group>
        <Text size="xs" c="var(--nadir-quiet)" truncate>
          {[place, scene.filesOnDisk > 0 ? t('library.onDisk', { count: scene.filesOnDisk, size: formatBytes(i18n.language, scene.bytesOnDisk) }) : t('library.notOnDisk')]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
    </Group>
  );
}

/** The scenes on disk, or all that were ever seen; in step with the map. */
export function LibraryWorkspace() {
  const { t, i18n } = useTranslation();
  const { query, client } = useApi();
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search, 150);
  const [onDiskOnly, setOnDiskOnly] = useState(true);
  const [sort, setSort] = useState<(typeof sorts)[number]>('time');
  const { pages, onRange } = usePagesInView();
  const filter = { search: settled, onDiskOnly };
  const terms = { filter, sort, descending: sort !== 'name' };
  const lists = useQueries({
    queries: pages.map((page) => ({
      ...query.library.list.queryOptions({ input: { ...terms, offset: page * pageSize, limit: pageSize } }),
      placeholderData: keepPreviousData,
    })),
  });
  const footprints = useQuery(query.library.footprints.queryOptions({ input: { filter } })).data;
  useEffect(() => {
    if (footprints) mapStore.setState({ footprints });
  }, [footprints]);
  const selected = useStore(mapStore, (state) => state.selectedSceneId);
  const hovered = useStore(mapStore, (state) => state.hoveredSceneId);
  const total = lists[0]?.data?.total ?? 0;
  const rowAt = (index: number): SceneRow | undefined => lists[pages.indexOf(Math.floor(index / pageSize))]?.data?.rows[index % pageSize];
  const indexOf = (id: LibrarySceneId | null) => {
    for (const [i, list] of lists.entries()) {
      const at = list.data?.rows.findIndex((row) => row.librarySceneId === id) ?? -1;
      if (at >= 0) return (pages[i] ?? 0) * pageSize + at;
    }
    return null;
  };
  const select = async (index: number) => {
    const row = rowAt(index) ?? (await client.library.list({ ...terms, offset: index, limit: 1 })).rows[0];
    if (!row) return;
    mapStore.setState({ selectedSceneId: row.librarySceneId });
    if (row.bbox) zoomToBox(row.bbox);
  };
  const failed = lists.find((list) => list.isError)?.error;
  return (
    <>
      <div className={classes.paneHead}>
        <Group justify="space-between" mb={8}>
          <h2 className={classes.paneTitle}>
            {t('library.title')}{' '}
            <Text span size="xs" c="var(--nadir-quiet)">
              {formatNumber(i18n.language, total)}
            </Text>
          </h2>
          <Switch label={t('library.onDiskOnly')} checked={onDiskOnly} onChange={(event) => setOnDiskOnly(event.currentTarget.checked)} />
        </Group>
        <Group gap={6} wrap="nowrap">
          <TextInput
            style={{ flex: 1 }}
            aria-label={t('library.search')}
            placeholder={t('library.search')}
            leftSection={<IconSearch size={14} aria-hidden />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <Select
            w={130}
            aria-label={t('tasks.sortBy')}
            data={sorts.map((value) => ({ value, label: t(`library.sort.${value}`) }))}
            value={sort}
            allowDeselect={false}
            onChange={(value) => setSort(sorts.find((each) => each === value) ?? 'time')}
          />
        </Group>
      </div>
      {failed !== undefined && <ErrorNote error={failed} />}
      {lists[0]?.data && total === 0 && (
        <Text p="md" size="sm" c="var(--nadir-quiet)">
          {settled ? t('library.noMatch') : t('library.empty')}
        </Text>
      )}
      <VirtualRows
        label={t('library.title')}
        count={total}
        rowHeight={76}
        selectedIndex={indexOf(selected)}
        hoveredIndex={hovered === null ? null : indexOf(hovered)}
        onSelect={(index) => void select(index)}
        onHover={(index) => mapStore.setState({ hoveredSceneId: index === null ? null : (rowAt(index)?.librarySceneId ?? null) })}
        onRange={onRange}
        render={(index) => {
          const scene = rowAt(index);
          return scene ? <SceneListRow scene={scene} /> : null;
        }}
      />
    </>
  );
}

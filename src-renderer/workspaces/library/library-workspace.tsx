import { Switch, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SceneRow } from '../../../src-preload/contract/library.ts';
import { useActiveScope, useApi, useSettings } from '../../client/api.tsx';
import { zoomToBox } from '../../state/map-store.ts';
import { hover, select, selectedOf, useHovered, useSelected } from '../../state/selection.ts';
import { SceneFilters, sceneFilterOf, scenesOnDisk } from '../../subjects/scene/scene-filters.tsx';
import { SceneListRow } from '../../subjects/scene/scene-list-row.tsx';
import { rasterOf, showRaster } from '../../subjects/scene/show-raster.ts';
import { useFlagsOf } from '../../subjects/tracking/flags.tsx';
import { useListedMarks } from '../../subjects/use-listed-marks.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useListTerms } from '../../ui/filter-bar.tsx';
import { ListHead } from '../../ui/list-filters.tsx';
import { focusPaneSoon } from '../../ui/panes.ts';
import { ListRows, useSelectableList } from '../../ui/selectable-list.tsx';
import { useAct } from '../../ui/use-act.ts';
import { EmptyLibrary } from './empty-library.tsx';

/** Shows the pixels of the selected scene where they are on disk, and gives the keys to its details. */
function useOpenSelected() {
  const { client } = useApi();
  const act = useAct();
  return () => {
    focusPaneSoon('details');
    const librarySceneId = selectedOf('scene');
    if (librarySceneId === null) return;
    act(async () => {
      const scene = await client.library.get({ librarySceneId });
      const file = rasterOf(scene);
      if (file && selectedOf('scene') === librarySceneId) showRaster(scene, file);
    });
  };
}

/** The scenes on disk, or all that were ever seen; in step with the map. */
export function LibraryWorkspace() {
  const { t, i18n } = useTranslation();
  const { query, client } = useApi();
  const { typed, terms: applied, change } = useListTerms(scenesOnDisk);
  const flags = useFlagsOf(useActiveScope(), 'scene');
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const open = useOpenSelected();
  const filter = sceneFilterOf(applied);
  const terms = { filter, sort: applied.sort, descending: applied.sort !== 'name' };
  const list = useSelectableList({
    terms,
    page: (range) => query.library.list.queryOptions({ input: { ...terms, ...range } }),
    load: (range) => client.library.list({ ...terms, ...range }),
    keyOf: (row: SceneRow) => row.librarySceneId,
    selected: useSelected('scene'),
    hovered: useHovered('scene'),
    onSelect: (row) => {
      select('scene', row.librarySceneId);
      if (row.bbox) zoomToBox(row.bbox);
    },
    onHover: (row) => hover('scene', row?.librarySceneId ?? null),
  });
  const footprints = useQuery({
    ...query.library.footprints.queryOptions({ input: { filter } }),
    placeholderData: keepPreviousData,
  }).data;
  useListedMarks('footprints', 'scene', footprints);
  const isFiltered = applied.search !== '' || applied.needsLook;
  const isEmpty = list.total === 0;
  return (
    <>
      <ListHead
        title={t('shell.workspace.library')}
        count={list.total ?? 0}
        actions={
          <Switch
            label={t('library.onDiskOnly')}
            checked={typed.onDiskOnly}
            onChange={(event) => change({ onDiskOnly: event.currentTarget.checked })}
          />
        }
      >
        <SceneFilters terms={typed} change={change} flagged={flags.size} />
      </ListHead>
      {list.error && <ErrorNote error={list.error} />}
      {isEmpty && applied.onDiskOnly && !isFiltered && <EmptyLibrary />}
      {isEmpty && (!applied.onDiskOnly || isFiltered) && (
        <Text p="md" size="sm" c="var(--nadir-quiet)">
          {isFiltered ? t('library.noMatch') : t('library.emptyAll')}
        </Text>
      )}
      <ListRows
        label={t('shell.workspace.library')}
        rowHeight={76}
        list={list}
        onOpen={open}
        render={(scene) => (
          <SceneListRow
            scene={scene}
            format={format}
            flags={flags.get(String(scene.librarySceneId))}
            t={t}
            language={i18n.language}
          />
        )}
      />
    </>
  );
}

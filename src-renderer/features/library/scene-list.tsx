import { Group, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { librarySceneIdSchema, type Scope } from '../../../src-preload/contract/ids.ts';
import type { SceneRow } from '../../../src-preload/contract/library.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatBytes } from '../../kit/i18n/format.ts';
import { declareList, pagesOf } from '../../kit/lists/list-declaration.ts';
import { zoomToBox } from '../../kit/state/map-store.ts';
import { selectedOf } from '../../kit/state/selection.ts';
import { focusPaneSoon } from '../../kit/ui/panes.ts';
import { useAct } from '../../kit/ui/use-act.ts';
import { usePlaceHeadings } from './find/place-headings.tsx';
import { sceneExport } from './scene-export.ts';
import { type SceneTerms, sceneColumnSorts, sceneFilterOf, sceneFilters } from './scene-filters.ts';
import { SceneListRow } from './scene-list-row.tsx';
import { sceneMarks } from './scene-marks.ts';
import { rasterOf, showRaster } from './show-raster.ts';

/** Says that no scene is on the disk, and what the library folder contains nevertheless. */
function EmptyLibrary() {
  const { t, i18n } = useTranslation();
  const folder = useQuery(useApi().query.library.folder.queryOptions({ staleTime: 0 })).data;
  const missing = folder?.missing ?? 0;
  return (
    <Stack p="md" gap={8} data-testid="empty-library">
      {missing > 0 && (
        <Text size="sm" role="status">
          {t('library.folderMissing', { count: missing })}
        </Text>
      )}
      <Text size="sm" c="var(--nadir-quiet)" style={{ overflowWrap: 'anywhere' }}>
        {folder && folder.files > 0
          ? t('library.folderFiles', {
              count: folder.files,
              path: folder.path,
              size: `${folder.isMore ? '> ' : ''}${formatBytes(i18n.language, folder.bytes)}`,
            })
          : t('library.empty')}
      </Text>
    </Stack>
  );
}

/** Returns a function that shows the raster of the selected scene, if it is on the disk, and focuses the details. */
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

/** Returns true if a term of the list leaves scenes out. */
const isNarrowing = (term: SceneTerms[keyof SceneTerms]): boolean =>
  Array.isArray(term) ? term.length > 0 : term !== null && term !== false && term !== '';

function NoScenes({ terms }: { terms: SceneTerms }) {
  const { t } = useTranslation();
  const { sort, descending, onDiskOnly, ...filters } = terms;
  const isFiltered = Object.values(filters).some(isNarrowing);
  if (onDiskOnly && !isFiltered) return <EmptyLibrary />;
  return (
    <Text p="md" size="sm" c="var(--nadir-quiet)">
      {isFiltered ? t('library.noMatch') : t('library.emptyAll')}
    </Text>
  );
}

interface SceneActionsProps {
  terms: SceneTerms;
  change: (patch: Partial<SceneTerms>) => void;
}

const LibraryTools = lazy(() =>
  import('./library-tools.tsx').then((module) => ({ default: module.LibraryTools })),
);

const PlaceFilter = lazy(() =>
  import('./place-filter.tsx').then((module) => ({ default: module.PlaceFilter })),
);

const ReviewTool = lazy(() =>
  import('../reviews/review-tool.tsx').then((module) => ({ default: module.ReviewTool })),
);

const FolderExportTool = lazy(() =>
  import('../sharing/folder-export/folder-export-tool.tsx').then((module) => ({
    default: module.FolderExportTool,
  })),
);

const UnreadScenes = lazy(() =>
  import('./unread-scenes.tsx').then((module) => ({ default: module.UnreadScenes })),
);

const ChosenScenes = lazy(() =>
  import('./chosen-scenes.tsx').then((module) => ({ default: module.ChosenScenes })),
);

const FindPanel = lazy(() =>
  import('./find/find-panel.tsx').then((module) => ({ default: module.FindPanel })),
);

/** The tools for the library and the listed scenes; they are below the head, which has no room for them. */
function SceneTools({ terms, change }: SceneActionsProps) {
  const { t } = useTranslation();
  return (
    <Group gap={8} wrap="nowrap" justify="space-between" mih={30} mt={10}>
      <Switch
        label={t('library.onDiskOnly')}
        checked={terms.onDiskOnly}
        onChange={(event) => change({ onDiskOnly: event.currentTarget.checked })}
      />
      <Group gap={8} wrap="nowrap">
        <Suspense>
          {terms.placeOf !== null && <PlaceFilter onEnd={() => change({ placeOf: null })} />}
          <LibraryTools />
          <ReviewTool asked={sceneQueryOf(terms)} />
          <FolderExportTool terms={terms} />
        </Suspense>
      </Group>
    </Group>
  );
}

/** The area below the search: tools and filters. */
function BelowFilters(props: SceneActionsProps) {
  return (
    <>
      <SceneTools {...props} />
      <Suspense>
        {!props.terms.onDiskOnly && <UnreadScenes />}
        <FindPanel {...props} />
      </Suspense>
    </>
  );
}

const sceneQueryOf = (terms: SceneTerms) => ({
  filter: sceneFilterOf(terms),
  sort: terms.sort,
  descending: terms.descending,
});

/** Declares the list of the scenes of all contracts. */
export const sceneList = declareList({
  subject: 'scene',
  workspace: 'library',
  rowHeight: 76,
  filters: sceneFilters,
  keyOf: (scene: SceneRow) => scene.librarySceneId,
  // The active contract only decides which scenes show flags.
  queryOf: (terms: SceneTerms, _scope: Scope | null) => sceneQueryOf(terms),
  access: ({ query: { library } }, asked) => ({
    ...pagesOf(library, asked),
    marks: library.footprints.queryOptions({ input: { filter: asked.filter } }),
  }),
  toMarks: sceneMarks,
  named: (asked, keys) => ({
    ...asked,
    filter: {
      onDiskOnly: false,
      librarySceneIds: keys.map((key) => librarySceneIdSchema.parse(Number(key))),
    },
  }),
  columnSorts: sceneColumnSorts,
  ChosenTools: ChosenScenes,
  exported: sceneExport,
  BelowFilters,
  useHeadings: usePlaceHeadings,
  Row: SceneListRow,
  Empty: NoScenes,
  onSelect: ({ bbox }) => bbox && zoomToBox(bbox),
  useOpen: useOpenSelected,
});

import { IconPhoto } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatAcquired } from '../../kit/i18n/format.ts';
import type { UsePaletteSearch } from '../../kit/lists/palette-search.ts';
import { declareSubject } from '../../kit/lists/subject.ts';
import { zoomToBox } from '../../kit/state/map-store.ts';
import { select } from '../../kit/state/selection.ts';
import { showWorkspace } from '../../kit/state/ui-store.ts';
import { type MarkDescription, maxDescribed } from '../../map/described-mark.ts';
import { scenesOnMap } from './scene-marks.ts';

/** Finds scenes of all contracts for the palette. */
const useSceneSearch: UsePaletteSearch = (search) => {
  const { t, i18n } = useTranslation();
  const { query } = useApi();
  const scenes = useQuery(
    query.library.list.queryOptions({
      input: search
        ? { filter: { search: search.text }, sort: 'time', descending: true, ...search.page }
        : skipToken,
    }),
  ).data;
  return (scenes?.rows ?? []).map((scene) => ({
    id: `scene-${scene.librarySceneId}`,
    label: scene.taskName ?? scene.sceneId,
    description: t('shell.found.scene', {
      time: formatAcquired(i18n.language, scene) ?? '—',
      satellite: scene.satelliteName ?? '—',
    }),
    onClick() {
      select('scene', scene.librarySceneId);
      showWorkspace('library');
      if (scene.bbox) zoomToBox(scene.bbox);
    },
  }));
};

/** Describes scenes on the map: task, satellite and acquisition time; the latest first. */
const describedScenes: MarkDescription = {
  objectName: 'bills.column.scene',
  useDescribed(asked) {
    const { t, i18n } = useTranslation();
    const { query } = useApi();
    const librarySceneIds = asked.map(({ key }) => librarySceneIdSchema.parse(key));
    const page = useQuery(
      query.library.list.queryOptions({
        input:
          librarySceneIds.length > 0
            ? { filter: { librarySceneIds }, sort: 'time', descending: true, offset: 0, limit: maxDescribed }
            : skipToken,
      }),
    ).data;
    if (librarySceneIds.length === 0) return [];
    return page?.rows.map(({ librarySceneId, taskName, sceneId, satelliteName, filesOnDisk, ...scene }) => ({
      key: librarySceneId,
      name: taskName ?? sceneId,
      status: [satelliteName, filesOnDisk === 0 ? t('library.notOnDisk') : null].filter(Boolean).join(' · '),
      time: formatAcquired(i18n.language, scene),
      mark: <IconPhoto size={14} aria-hidden color="var(--nadir-accent)" />,
    }));
  },
  // Scenes have no status and are never clustered.
  kindText: () => '',
};

const SceneDetailsPane = lazy(() =>
  import('./scene-details.tsx').then((module) => ({ default: module.SceneDetailsPane })),
);

/** The subject of scenes, of all contracts. */
export const sceneSubject = declareSubject('scene', {
  keys: librarySceneIdSchema,
  ofAllContracts: true,
  details: (librarySceneId) => ({
    key: `scene ${librarySceneId}`,
    pane: <SceneDetailsPane librarySceneId={librarySceneId} />,
  }),
  onMap: scenesOnMap,
  described: describedScenes,
  usePaletteSearch: useSceneSearch,
  checkStored: (client, librarySceneId) => client.library.get({ librarySceneId }),
});

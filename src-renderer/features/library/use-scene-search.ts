import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../kit/client/api.tsx';
import { formatAcquired } from '../../kit/i18n/format.ts';
import type { UsePaletteSearch } from '../../kit/lists/palette-search.ts';
import { zoomToBox } from '../../kit/state/map-store.ts';
import { select } from '../../kit/state/selection.ts';
import { showWorkspace } from '../../kit/state/ui-store.ts';

/** Finds scenes of all contracts for the palette. */
export const useSceneSearch: UsePaletteSearch = (search) => {
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

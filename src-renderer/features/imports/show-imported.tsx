import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Api, useApi } from '../../kit/client/api.tsx';
import { sceneImportStore } from '../../kit/state/scene-import-store.ts';
import { select } from '../../kit/state/selection.ts';
import { showWorkspace } from '../../kit/state/ui-store.ts';
import { focusPaneSoon } from '../../kit/ui/panes.ts';
import { useAct } from '../../kit/ui/use-act.ts';
import { rasterOf, showRaster } from '../library/show-raster.ts';

const mostRows = 200;

/** Resolves with the first scene that an import added to the library; null if it has been deleted. */
async function firstImported({ client }: Api, importId: number) {
  const { total, rows } = await client.sceneImports.rows({ importId, offset: 0, limit: mostRows });
  // Rows that cannot be used come first and may fill more than one page.
  const offset = Math.max(0, total - mostRows);
  const last =
    offset === 0 ? [] : (await client.sceneImports.rows({ importId, offset, limit: mostRows })).rows;
  const found = [...rows, ...last].find(({ outcome }) => outcome === 'imported');
  return found?.librarySceneId ?? null;
}

/** The button that closes the import and opens its first scene, with its raster on the map. */
export function ShowImported({ importId }: { importId: number }) {
  const { t } = useTranslation();
  const api = useApi();
  const act = useAct();
  const show = async () => {
    const librarySceneId = await firstImported(api, importId);
    if (librarySceneId === null) return;
    const scene = await api.client.library.get({ librarySceneId });
    sceneImportStore.setState({ isOpen: false, files: [] });
    showWorkspace('library');
    select('scene', librarySceneId);
    const file = rasterOf(scene);
    if (file !== null) showRaster(scene, file);
    focusPaneSoon('details');
  };
  return (
    <Button data-autofocus onClick={() => act(show)}>
      {t('sceneImport.show')}
    </Button>
  );
}

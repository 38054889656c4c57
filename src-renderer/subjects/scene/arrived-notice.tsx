import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Notice } from '../../../src-preload/contract/app.ts';
import { librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { type Api, useApi } from '../../client/api.tsx';
import { compareCapture } from '../../map/compare/captures.ts';
import { endComparison } from '../../state/compare-store.ts';
import { select } from '../../state/selection.ts';
import { showWorkspace } from '../../state/ui-store.ts';
import { useAct } from '../../ui/use-act.ts';
import { rasterOf, showRaster } from './show-raster.ts';

/** Shows a scene on the map, compared with an earlier one of its place if that is named. */
async function showCompared(client: Api['client'], { librarySceneId, before = '' }: Notice['data']) {
  const id = librarySceneIdSchema.parse(Number(librarySceneId));
  const scene = await client.library.get({ librarySceneId: id });
  const file = rasterOf(scene);
  select('scene', id);
  showWorkspace('library');
  if (file === null) return;
  endComparison();
  showRaster(scene, file);
  if (before === '') return;
  const { scenes } = await client.library.ofPlace({ librarySceneId: id });
  const earlier = scenes.find((each) => String(each.librarySceneId) === before);
  if (earlier !== undefined) compareCapture(earlier);
}

/** The button of the notice that new scenes have arrived. */
export function ArrivedNotice({ notice: { id, data } }: { notice: Notice }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  return (
    <Button
      size="xs"
      onClick={() =>
        act(async () => {
          await showCompared(client, data);
          await client.app.dismissNotice({ id });
        })
      }
    >
      {data.before ? t('scenePlace.showCompared') : t('scenePlace.showNew')}
    </Button>
  );
}

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Notice } from '../../../src-preload/contract/app.ts';
import { type LibrarySceneId, librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import type { PlaceScene } from '../../../src-preload/contract/library.ts';
import { type Api, useApi } from '../../kit/client/api.tsx';
import { endComparison } from '../../kit/state/compare-store.ts';
import { select } from '../../kit/state/selection.ts';
import { showWorkspace } from '../../kit/state/ui-store.ts';
import { useAct } from '../../kit/ui/use-act.ts';
import { captureBeside, compareCapture } from '../../viewer/compare/captures.ts';
import { rasterOf, showRaster } from './show-raster.ts';

/** Shows a scene on the map, compared with an earlier one of its place if there is one. */
async function showCompared(
  client: Api['client'],
  { librarySceneId, before }: { librarySceneId: LibrarySceneId; before: PlaceScene | null },
) {
  const scene = await client.library.get({ librarySceneId });
  const file = rasterOf(scene);
  select('scene', librarySceneId);
  showWorkspace('library');
  if (file === null) return;
  endComparison();
  showRaster(scene, file);
  if (before !== null) compareCapture(before, []);
}

/** The button of the notice about new scenes. It asks for the earlier capture only now, because that may arrive after the new one. */
export function ArrivedNotice({ notice: { id, data } }: { notice: Notice }) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const librarySceneId = librarySceneIdSchema.parse(Number(data.librarySceneId));
  const captures = useQuery(query.library.ofPlace.queryOptions({ input: { librarySceneId } })).data;
  const before =
    captures === undefined ? null : captureBeside({ ...captures, shown: librarySceneId, isKnown: true }, -1);
  return (
    <Button
      size="xs"
      onClick={() =>
        act(async () => {
          await showCompared(client, { librarySceneId, before });
          await client.app.dismissNotice({ id });
        })
      }
    >
      {before === null ? t('scenePlace.showNew') : t('scenePlace.showCompared')}
    </Button>
  );
}

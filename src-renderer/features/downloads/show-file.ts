import { useCallback } from 'react';
import type { Transfer } from '../../../src-preload/contract/delivery.ts';
import { useApi } from '../../kit/client/api.tsx';
import { zoomToBox } from '../../kit/state/map-store.ts';
import { select } from '../../kit/state/selection.ts';
import { useAct } from '../../kit/ui/use-act.ts';
import { showRaster } from '../library/show-raster.ts';

/** Returns a function that shows the raster of a finished transfer on the map, or otherwise zooms to its scene. */
export function useShowFile() {
  const { client } = useApi();
  const act = useAct();
  return useCallback(
    ({ fileId, librarySceneId }: Pick<Transfer, 'fileId' | 'librarySceneId'>) =>
      act(async () => {
        const scene = await client.library.get({ librarySceneId });
        const raster = scene.files.find(
          (each) => each.fileId === fileId && each.kind === 'raster' && each.state === 'on-disk',
        );
        if (raster) return showRaster(scene, raster);
        select('scene', librarySceneId);
        if (scene.bbox) zoomToBox(scene.bbox);
      }),
    [client, act],
  );
}

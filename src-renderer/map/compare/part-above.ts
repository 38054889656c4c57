import type OlMap from 'ol/Map.js';
import type { RasterLayer } from '../raster-layer.ts';
import { createClip } from './clip-layers.ts';
import { createSideMap, type SideMap } from './side-map.ts';

/**
 * Which part of the rasters above is drawn: what is to the right of a fraction of the map's width (0 for all, 1 for nothing), or
 * all of it in a second map beside the first one.
 */
export type PartAbove = { from: number } | { beside: HTMLElement };

/** Creates what draws only a part of the rasters above that of the selection. At first it draws all. */
export function createPartAbove(map: OlMap) {
  const clip = createClip(map);
  let part: PartAbove = { from: 0 };
  let side: SideMap | null = null;

  return {
    set(wanted: PartAbove) {
      part = wanted;
    },
    /** Draws the selected part of the raised rasters, from the lowest, and all of the other rasters. */
    apply(raised: readonly RasterLayer[], others: readonly RasterLayer[]) {
      const beside = 'beside' in part && raised.length > 0 ? part.beside : null;
      for (const { layer } of others) clip.free(layer);
      for (const { layer } of raised) {
        layer.setVisible(beside === null);
        if ('from' in part) clip.set(layer, part.from);
      }
      if (side !== null && side.target !== beside) {
        side.destroy();
        side = null;
      }
      if (beside === null) return;
      side ??= createSideMap(map, beside);
      side.show(raised);
    },
    /** Stops clipping a raster, which must be done before it is removed. */
    free: ({ layer }: RasterLayer) => clip.free(layer),
    /** Returns the fraction of the map's width from which the rasters above are drawn. */
    from: () => ('from' in part ? part.from : 0),
  };
}

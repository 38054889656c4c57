import type { EventsKey } from 'ol/events.js';
import type TileLayer from 'ol/layer/Tile.js';
import type OlMap from 'ol/Map.js';
import { unByKey } from 'ol/Observable.js';
import type RenderEvent from 'ol/render/Event.js';
import { getRenderPixel } from 'ol/render.js';
import type { RasterLayer } from '../raster-layer.ts';
import { createSideMap, type SideMap } from './side-map.ts';
import { type WidthRange, wholeWidth } from './width-range.ts';

/** Creates what clips layers of a map, so that only a part of them is drawn. */
function createClip(map: OlMap) {
  const clippedLayers = new Map<TileLayer, { range: WidthRange; keys: EventsKey[] }>();

  function free(layer: TileLayer) {
    unByKey(clippedLayers.get(layer)?.keys ?? []);
    clippedLayers.delete(layer);
  }

  return {
    free,
    /** Draws only what is in a part of the map. */
    set(layer: TileLayer, range: WidthRange) {
      const before = clippedLayers.get(layer);
      if (before) {
        before.range = range;
        return;
      }
      const clipped: { range: WidthRange; keys: EventsKey[] } = { range, keys: [] };
      const begin = (event: RenderEvent) => {
        const { context } = event;
        if (!(context instanceof CanvasRenderingContext2D)) return;
        const [width = 0, height = 0] = map.getSize() ?? [];
        const [left = 0, top = 0] = getRenderPixel(event, [width * clipped.range.from, 0]);
        const [right = 0, bottom = 0] = getRenderPixel(event, [width * clipped.range.until, height]);
        context.save();
        context.beginPath();
        context.rect(left, top, Math.max(0, right - left), bottom - top);
        context.clip();
      };
      const end = ({ context }: RenderEvent) => {
        if (context instanceof CanvasRenderingContext2D) context.restore();
      };
      clipped.keys = [layer.on('prerender', begin), layer.on('postrender', end)];
      clippedLayers.set(layer, clipped);
    },
  };
}

/** Which part of the rasters above is drawn: what is in a part of the map, or all of it in a second map beside the first one. */
export type PartAbove = WidthRange | { beside: HTMLElement };

/** The layers of the rasters that are drawn, and of those that are drawn next. */
interface RaisedLayers {
  /** The raster of the selection; null for none. */
  base: RasterLayer | null;
  /** The rasters above it, from the lowest. */
  raised: readonly RasterLayer[];
  all: readonly RasterLayer[];
  next: { base: RasterLayer | null; raised: readonly RasterLayer[] };
}

/**
 * Creates what draws only a part of the rasters above that of the selection. At first it draws all. `onFrame` is called after each
 * frame of the second map.
 */
export function createPartAbove(map: OlMap, { onFrame }: { onFrame: () => void }) {
  const clip = createClip(map);
  let part: PartAbove = wholeWidth;
  let side: SideMap | null = null;

  return {
    set(wanted: PartAbove) {
      part = wanted;
    },
    /**
     * Draws the selected part of the raised rasters, and all of the other rasters. Those that are drawn next are read on the map on
     * which they will be drawn, without being seen.
     */
    apply({ base, raised, all, next }: RaisedLayers) {
      const beside = 'beside' in part && raised.length > 0 ? part.beside : null;
      for (const raster of all) if (!raised.includes(raster)) clip.free(raster.layer);
      for (const { layer } of raised) {
        layer.setVisible(beside === null);
        if ('from' in part) clip.set(layer, part);
      }
      if (side !== null && side.target !== beside) {
        side.destroy();
        side = null;
      }
      if (beside === null) return;
      side ??= createSideMap(map, { target: beside, onFrame });
      side.show(raised, next.raised);
      for (const raster of next.raised) if (raster !== base) raster.layer.setVisible(false);
      if (next.base !== null && next.base !== base) {
        next.base.layer.setOpacity(0);
        next.base.layer.setVisible(true);
      }
    },
    /** Stops clipping a raster, which must be done before it is removed. */
    free: ({ layer }: RasterLayer) => clip.free(layer),
    /** Returns the part of the map in which the rasters above are drawn. */
    range: (): WidthRange => ('from' in part ? part : wholeWidth),
    /** Draws a frame of the second map in the present task. */
    drawNow: () => side?.drawNow(),
    /** True while the rasters above are drawn in a second map. */
    isBeside: () => side !== null,
    /** Returns true if a raster has been read in whole where it will be drawn; `frame` is the last one of the first map. */
    isWhole(raster: RasterLayer, { where, frame }: { where: 'below' | 'above'; frame: number }): boolean {
      return side !== null && where === 'above' ? side.isWhole(raster) : raster.isWholeIn(frame);
    },
  };
}

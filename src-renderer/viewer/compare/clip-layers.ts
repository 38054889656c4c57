import type { EventsKey } from 'ol/events.js';
import type TileLayer from 'ol/layer/Tile.js';
import type OlMap from 'ol/Map.js';
import { unByKey } from 'ol/Observable.js';
import type RenderEvent from 'ol/render/Event.js';
import { getRenderPixel } from 'ol/render.js';
import type { WidthRange } from './width-range.ts';

/** Creates what clips layers of a map, so that only a part of them is drawn. */
export function createClip(map: OlMap) {
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

import type OlMap from 'ol/Map.js';
import type { FrameState } from 'ol/Map.js';
import { createRasterLayer, type RasterLayer } from './raster-layer.ts';
import type { SceneDisplay } from './raster-style/style-on-raster.ts';
import { type RasterLayerEvents, rasterKey } from './raster-tiles.ts';

interface RasterLayersOptions {
  map: OlMap;
  events: {
    /** Receives the number of tiles of all layers that are being loaded. */
    onLoading: RasterLayerEvents['onLoading'];
    onFailure: RasterLayerEvents['onFailure'];
    /** Receives the number of blocks that were unpacked for the raster with this key. */
    onDecoded(key: string, blocks: number): void;
    /** Called before a layer is removed from the map. */
    onRemove(raster: RasterLayer): void;
  };
}

/** Where a raster is drawn: its height among the layers of the map, and its opacity from 0 to 1. */
interface RasterPlace {
  height: number;
  opacity: number;
  /** The maximum number of workers for a raster that is new on the map; the default of the raster's tiles if undefined. */
  maxWorkers: number | undefined;
}

/** Creates the layers of the rasters on the map, one for each file and way of placing it. */
export function createRasterLayers({ map, events }: RasterLayersOptions) {
  const layers = new Map<string, RasterLayer>();
  const pending = new Map<string, number>();

  function add(display: SceneDisplay, maxWorkers: number | undefined): RasterLayer | null {
    const key = rasterKey(display);
    const raster = createRasterLayer(
      display,
      {
        onLoading(count) {
          pending.set(key, count);
          events.onLoading([...pending.values()].reduce((sum, each) => sum + each, 0));
        },
        onFailure: events.onFailure,
        onDecoded: (blocks) => events.onDecoded(key, blocks),
      },
      maxWorkers,
    );
    if (raster) {
      layers.set(key, raster);
      map.addLayer(raster.layer);
    }
    return raster;
  }

  return {
    /** Returns all layers. */
    all: (): readonly RasterLayer[] => [...layers.values()],
    /** Returns the layer of a raster, in whatever style it is drawn. */
    get: (display: SceneDisplay): RasterLayer | undefined => layers.get(rasterKey(display)),
    /** Removes the layers of all rasters except these. */
    retain(displays: readonly SceneDisplay[]) {
      const keys = new Set(displays.map(rasterKey));
      for (const [key, raster] of [...layers]) {
        if (keys.has(key)) continue;
        events.onRemove(raster);
        map.removeLayer(raster.layer);
        raster.destroy();
        layers.delete(key);
        pending.delete(key);
      }
    },
    /**
     * Draws a raster in its style, and in a new layer only if it has none; returns null if it cannot be placed. One that has a layer
     * keeps its style while the next is provisional.
     */
    show(
      display: SceneDisplay,
      {
        place: { height, opacity, maxWorkers },
        isProvisional,
      }: { place: RasterPlace; isProvisional: boolean },
    ): RasterLayer | null {
      const stored = layers.get(rasterKey(display));
      const raster = stored ?? add(display, maxWorkers);
      if (!isProvisional) void stored?.restyle(display);
      raster?.layer.setZIndex(height);
      raster?.layer.setOpacity(opacity);
      return raster;
    },
    /**
     * Returns true if the frame has the rasters in their styles: one that was added after the frame began is not drawn
     * yet, nor is a style that is being painted.
     */
    areIn: ({ layerStatesArray }: FrameState): boolean =>
      [...layers.values()].every(
        (raster) => !raster.isRestyling() && layerStatesArray.some(({ layer }) => layer === raster.layer),
      ),
  };
}

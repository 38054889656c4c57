import type OlMap from 'ol/Map.js';
import type { RasterStatistics } from '../raster/raster-messages.ts';
import type { PixelReader } from './pixels/readable-rasters.ts';
import type { CountRequest } from './raster-counter.ts';
import type { RasterLayers } from './raster-layers.ts';
import type { SceneDisplay } from './raster-style/style-on-raster.ts';

interface RasterReadersOptions {
  map: OlMap;
  layers: Pick<RasterLayers, 'get'>;
}

/** Creates the functions that read values of the rasters on the map, in the workers that draw them. */
export function createRasterReaders({ map, layers }: RasterReadersOptions) {
  return {
    /** Counts values of a raster, in the view or in all of it; null if the raster is not on the map. */
    async statistics(
      display: SceneDisplay | null,
      { isInView, ...request }: CountRequest,
      signal: AbortSignal,
    ): Promise<RasterStatistics | null> {
      const [west = 0, south = 0, east = 0, north = 0] = map.getView().calculateExtent(map.getSize());
      const view = isInView ? ([west, south, east, north] as const) : null;
      const raster = display === null ? undefined : layers.get(display);
      return (await raster?.statistics({ ...request, view }, signal)) ?? null;
    },
    /** Returns what reads pixels of a raster that is shown; it reads nothing once the raster has been removed. */
    readerOf: (display: SceneDisplay): PixelReader => ({
      points: async (places, signal) => (await layers.get(display)?.reader.points(places, signal)) ?? null,
      area: async (request, signal, onProgress) =>
        (await layers.get(display)?.reader.area(request, signal, onProgress)) ?? null,
    }),
  };
}

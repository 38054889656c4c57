import type OlMap from 'ol/Map.js';
import type { PixelReader } from './pixels/readable-rasters.ts';
import type { RasterStatistics } from './raster/raster-messages.ts';
import { createRasterPool } from './raster/raster-pool.ts';
import type { CountRequest } from './raster-counter.ts';
import type { RasterLayer } from './raster-layer.ts';
import type { SceneDisplay } from './raster-style/style-on-raster.ts';

interface RasterReadersOptions {
  map: OlMap;
  layers: { get(display: SceneDisplay): Pick<RasterLayer, 'reader' | 'statistics'> | undefined };
  /** Opens a raster that no layer draws; tests pass their own. */
  open?: (display: SceneDisplay) => PixelReader & { close: () => void };
}

/** Creates the functions that read values of the rasters on the map, in the workers that draw them. */
export function createRasterReaders({
  map,
  layers,
  open = (display) => createRasterPool(display, 1),
}: RasterReadersOptions) {
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
    /**
     * Returns what reads pixels of a raster that is shown; it reads nothing once `gone` is aborted. Of a difference the map draws no layer of the
     * earlier capture, which is then opened for the reading alone.
     */
    readerOf(display: SceneDisplay, gone: AbortSignal): PixelReader {
      let own: ReturnType<typeof open> | null = null;
      gone.addEventListener('abort', () => own?.close(), { once: true });
      function reader(): PixelReader | null {
        if (gone.aborted) return null;
        const drawn = layers.get(display);
        if (drawn !== undefined) return drawn.reader;
        own ??= open(display);
        return own;
      }
      return {
        points: async (places, signal) => (await reader()?.points(places, signal)) ?? null,
        area: async (request, signal, onProgress) =>
          (await reader()?.area(request, signal, onProgress)) ?? null,
      };
    },
  };
}

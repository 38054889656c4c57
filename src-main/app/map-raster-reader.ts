import type { RasterReader } from '../features/maps/rasters/map-rasters.ts';
import { createRasterThread, type RasterThreadLimits } from '../raster/raster-thread.ts';

/** For reading the tags and a small overview. */
const describeLimits: RasterThreadLimits = { stallMs: 20_000, totalMs: 60_000 };
/** For a copy of four gigabytes on a slow machine. */
const buildLimits: RasterThreadLimits = { stallMs: 30_000, totalMs: 15 * 60_000 };

/**
 * Creates the reader of the user's own rasters. It runs the code that reads scenes in threads of its own, so that a hostile file does
 * not delay scenes.
 */
export function createMapRasterReader(): RasterReader {
  const describing = createRasterThread(describeLimits);
  const building = createRasterThread(buildLimits);
  return {
    async read(file, signal) {
      const job = { ...file, bands: [], mayBeOverviews: false };
      const record =
        (await describing.run({ ...job, mayBuild: false }, signal)) ??
        (await building.run({ ...job, mayBuild: true }, signal));
      if (!record) throw new Error('a copy was to be built and was not');
      const { display, overviews: _, source: __, ...raster } = record;
      return { raster, isConverted: display };
    },
    async close() {
      await Promise.all([describing.close(), building.close()]);
    },
  };
}

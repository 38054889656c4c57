import type { RasterStatistics, StatisticsRequest } from './raster/raster-messages.ts';

/** Which values of the drawn raster are counted: those of the whole scene, or of the part that is in view. */
export interface CountRequest extends Omit<StatisticsRequest, 'view'> {
  isInView: boolean;
}

/** Counts values of the raster that is drawn, on the map or in its own pixels. */
export interface RasterCounter {
  /** The key of the raster (`rasterKey`). */
  raster: string;
  /** A key that changes with the view. */
  view: string;
  /** Resolves with the statistics; null if the raster was removed. */
  count(request: CountRequest, signal: AbortSignal): Promise<RasterStatistics | null>;
}

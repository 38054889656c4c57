import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import type { RasterStatistics, StatisticsRequest } from '../raster/raster-messages.ts';

/** What is to be counted of the drawn raster: in the whole scene, or in what the view shows of it now. */
export interface CountRequest extends Omit<StatisticsRequest, 'view'> {
  isInView: boolean;
}

/** Counts values of the raster that is drawn, on the map or in its own pixels. */
export interface RasterCounter {
  fileId: LibraryFileId;
  /** What the view shows, as a key that changes with it. */
  view: string;
  /** Returns the statistics; null if the raster was taken away. */
  count(asked: CountRequest, signal: AbortSignal): Promise<RasterStatistics | null>;
}

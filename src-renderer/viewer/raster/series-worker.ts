import { openRaster } from './raster-reader.ts';
import { gridOf, type SeriesPlace, type SeriesRaster, type SeriesValue, valueAt } from './series.ts';

/** A request for the value of one raster at a place. */
export interface SeriesRequest {
  id: number;
  place: SeriesPlace;
  raster: SeriesRaster;
}

/** The answer to the request with this id; `failed` if the raster cannot be read. */
export type SeriesReply = { id: number; found: SeriesValue } | { id: number; failed: true };

self.addEventListener('message', async ({ data }: MessageEvent<SeriesRequest>) => {
  const { id, place, raster } = data;
  const answer = (reply: SeriesReply) => self.postMessage(reply);
  try {
    const reader = await openRaster({ info: raster.info, bands: [] }, self.location.origin);
    // Its end is that of the worker, which is terminated to cancel.
    const found = await valueAt(reader, raster, gridOf(place), new AbortController().signal);
    reader.close();
    answer({ id, found });
  } catch {
    answer({ id, failed: true });
  }
});

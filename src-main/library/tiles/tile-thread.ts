import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createPaintThread, paintThreadOptions, TooManyWaitingError } from '../paint-thread.ts';
import type { TilePlace } from './tile-grid-points.ts';
import type { TileJob, TileSource } from './tile-job.ts';

/** A program that looks at a map asks for some twenty tiles at once. */
const maxWaiting = 64;

/** Thrown if more tiles are wanted than wait in the queue. */
export const TooManyTilesError = TooManyWaitingError;

/** Paints tiles in a thread of its own. */
export interface TileThread {
  /**
   * Resolves with the tile as a PNG. Rejects with CANCELLED after an abort, with `TooManyTilesError` if too many wait, and with
   * another error if the tile takes too long or ends the thread.
   */
  paint(tile: TilePlace, sources: readonly TileSource[], signal: AbortSignal): Promise<Uint8Array>;
  close(): Promise<unknown>;
}

/** Starts the thread with the first tile, and again after one that ended it. A tile may take `limitMs`. */
export function createTileThread({ limitMs = 20_000 }: { limitMs?: number } = {}): TileThread {
  const thread = createPaintThread<TileJob>({
    ...{ limitMs, maxWaiting },
    start: () =>
      new Worker(new URL(`./tile-worker${extname(import.meta.url)}`, import.meta.url), paintThreadOptions),
  });
  return {
    async paint(tile, sources, signal) {
      const png = await thread.paint({ tile, sources: [...sources] }, signal);
      if (png === null) throw new Error('the tile was not painted');
      return png;
    },
    close: thread.close,
  };
}

import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createPaintThread, paintThreadOptions, TooManyWaitingError } from '../paint-thread.ts';
import type { TilePlace } from './tile-grid-points.ts';
import type { TileJob, TileSource } from './tile-job.ts';

/** A program that shows a map requests some twenty tiles at the same time. */
const maxWaiting = 64;

/** Thrown if the queue of tiles is full. */
export const TooManyTilesError = TooManyWaitingError;

/** A thread that paints tiles. */
export interface TileThread {
  /**
   * Resolves with the tile as a PNG. Rejects with CANCELLED after an abort, with `TooManyTilesError` if too many wait, and with
   * another error if the tile takes too long or ends the thread.
   */
  paint(tile: TilePlace, sources: readonly TileSource[], signal: AbortSignal): Promise<Uint8Array>;
  close(): Promise<unknown>;
}

/** Creates the client of the thread, which starts with the first tile, and again after a tile that ended it. A tile may take `limitMs`. */
export function createTileThread({ limitMs = 20_000 }: { limitMs?: number } = {}): TileThread {
  const thread = createPaintThread<TileJob>({
    limitMs,
    maxWaiting,
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

import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../app-error.ts';
import type { TilePlace } from './tile-grid-points.ts';
import { type TileJob, type TileSource, tileAnswerSchema } from './tile-job.ts';

/** Samples are not part of the heap; a hostile file that fills the heap ends only this thread. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };
/** A program that looks at a map asks for some twenty tiles at once. More wait nowhere: they are refused. */
const mostWaiting = 64;

interface Waiting {
  job: TileJob;
  resolve: (png: Uint8Array) => void;
  reject: (error: Error) => void;
}

/** Thrown if more tiles are wanted than wait in the queue. */
export class TooManyTilesError extends Error {}

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
  const waiting: Waiting[] = [];
  let current: Waiting | null = null;
  let worker: Worker | null = null;
  let limit: NodeJS.Timeout | undefined;
  let leaving: Promise<unknown> = Promise.resolve();
  let lastId = 0;

  function end(): Waiting | null {
    clearTimeout(limit);
    const ended = current;
    current = null;
    return ended;
  }

  function leave() {
    const left = worker;
    worker = null;
    if (left) leaving = Promise.all([leaving, left.terminate()]);
  }

  function fail(message: string) {
    end()?.reject(new Error(message));
    next();
  }

  function start(): Worker {
    const started = new Worker(new URL(`./tile-worker${extname(import.meta.url)}`, import.meta.url), {
      // A part of the GeoTIFF library reads its settings from workerData when it is loaded in a thread.
      workerData: {},
      resourceLimits,
    });
    const died = () => {
      if (worker !== started) return;
      worker = null;
      fail('the thread that paints tiles has ended');
    };
    started.on('message', (message: unknown) => {
      const answer = tileAnswerSchema.safeParse(message).data;
      if (worker !== started || answer === undefined || answer.id !== current?.job.id) return;
      end()?.resolve(answer.png);
      next();
    });
    started.on('error', died);
    started.on('exit', died);
    started.unref();
    return started;
  }

  function next() {
    if (current !== null) return;
    current = waiting.shift() ?? null;
    if (current === null) return;
    worker ??= start();
    worker.postMessage(current.job);
    limit = setTimeout(() => {
      leave();
      fail('the tile takes too long');
    }, limitMs).unref();
  }

  return {
    paint(tile, sources, signal) {
      if (signal.aborted) return Promise.reject(new AppError('CANCELLED', {}));
      if (waiting.length >= mostWaiting) return Promise.reject(new TooManyTilesError());
      lastId += 1;
      const job: TileJob = { id: lastId, tile, sources: [...sources] };
      return new Promise((resolve, reject) => {
        const request: Waiting = { job, resolve, reject };
        // A tile that is being painted is finished: that takes less than starting the thread again.
        const cancel = () => {
          const at = waiting.indexOf(request);
          if (at >= 0) waiting.splice(at, 1);
          reject(new AppError('CANCELLED', {}));
        };
        signal.addEventListener('abort', cancel, { once: true });
        waiting.push(request);
        next();
      });
    },
    close() {
      leave();
      end()?.reject(new AppError('CANCELLED', {}));
      for (const { reject } of waiting.splice(0)) reject(new AppError('CANCELLED', {}));
      return leaving;
    },
  };
}

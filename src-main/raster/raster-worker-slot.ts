import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Samples are not part of the heap; a hostile file that fills the heap ends only this thread. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };

/** What `createRasterWorkerSlot` needs. */
export interface RasterWorkerSlotOptions {
  /** Called with each message of the present worker. */
  onMessage: (message: unknown) => void;
  /** Called when the present worker has ended without `discard`. */
  onEnd: () => void;
}

/** Starts a worker; `onEnd` is called when it has ended for any reason, and once more if it ended with an error. */
function startWorker({ onMessage, onEnd }: RasterWorkerSlotOptions): Worker {
  // A part of the GeoTIFF library reads its settings from workerData when it is loaded in a thread.
  const worker = new Worker(new URL(`./raster-worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: {},
    resourceLimits,
  });
  worker.on('message', onMessage);
  worker.on('error', onEnd);
  worker.on('exit', onEnd);
  worker.unref();
  return worker;
}

/** Creates the place of one raster worker, which is started when it is first needed and can be replaced by a fresh one. */
export function createRasterWorkerSlot({ onMessage, onEnd }: RasterWorkerSlotOptions) {
  let worker: Worker | null = null;
  /** A discarded worker may still write until it has ended. */
  let discarded: Promise<unknown> = Promise.resolve();

  function start(): Worker {
    const started = startWorker({
      // What a discarded worker sends belongs to a job that has ended.
      onMessage: (message) => worker === started && onMessage(message),
      onEnd() {
        if (worker !== started) return;
        worker = null;
        onEnd();
      },
    });
    return started;
  }

  return {
    /** Sends a message to the worker, which is started if there is none. */
    post(message: unknown) {
      worker ??= start();
      worker.postMessage(message);
    },
    /** Ends the worker; neither callback is called for it any more. */
    discard() {
      const ended = worker;
      worker = null;
      if (ended) discarded = Promise.all([discarded, ended.terminate()]);
    },
    /** Resolves when all discarded workers have ended. */
    discarded: () => discarded,
  };
}

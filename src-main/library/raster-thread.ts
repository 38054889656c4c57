import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError } from '../app-error.ts';
import { type NamedRasterJob, readRasterAnswer, undrawable } from './raster-answer.ts';
import type { RasterRecord } from './raster-record.ts';

/** How long a raster may take before it is given up. */
export interface RasterThreadLimits {
  /** The limit without a sign of progress. */
  stallMs: number;
  /** The limit for one raster in total. */
  totalMs: number;
}

interface Waiting {
  job: NamedRasterJob;
  onProgress: (share: number) => void;
  resolve: (record: RasterRecord | null) => void;
  reject: (error: Error) => void;
}

/** Samples are not part of the heap; a hostile file that fills the heap ends only this thread. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };

const cancelled = () => new AppError('CANCELLED', {});

/** Starts the worker; `died` is called when it has ended for any reason, and once more if it ended with an error. */
function startWorker({ heard, died }: { heard: (message: unknown) => void; died: () => void }): Worker {
  // A part of the GeoTIFF library reads its settings from workerData when it is loaded in a thread.
  const worker = new Worker(new URL(`./raster-worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: {},
    resourceLimits,
  });
  worker.on('message', heard);
  worker.on('error', died);
  worker.on('exit', died);
  worker.unref();
  return worker;
}

/**
 * Creates one worker thread that handles one raster after another. Foreign bytes are decoded there: if a raster kills the thread,
 * shows no progress or takes too long, it is given up, and the next one gets a fresh thread.
 */
export function createRasterThread({ stallMs, totalMs }: RasterThreadLimits) {
  const waiting: Waiting[] = [];
  let worker: Worker | null = null;
  let current: Waiting | null = null;
  let stall: NodeJS.Timeout | undefined;
  let total: NodeJS.Timeout | undefined;
  /** A thread that was given up may still write until it has ended. */
  let leaving: Promise<unknown> = Promise.resolve();

  function end(): Waiting | null {
    clearTimeout(stall);
    clearTimeout(total);
    const ended = current;
    current = null;
    return ended;
  }

  function leaveWorker() {
    const left = worker;
    worker = null;
    if (left) leaving = Promise.all([leaving, left.terminate()]);
  }

  function fail(reason: 'too-slow' | 'not-readable') {
    const ended = end();
    ended?.reject(undrawable(reason)(ended.job));
    next();
  }

  function giveUp() {
    leaveWorker();
    fail('too-slow');
  }

  function watchStall() {
    clearTimeout(stall);
    stall = setTimeout(giveUp, stallMs).unref();
  }

  function heard(message: unknown) {
    const outcome = readRasterAnswer(message);
    if (outcome.kind === 'progress') {
      watchStall();
      return current?.onProgress(outcome.share);
    }
    const ended = end();
    if (ended === null) return;
    if (outcome.kind === 'record') ended.resolve(outcome.record);
    else ended.reject(outcome.errorFor(ended.job));
    next();
  }

  function startThread(): Worker {
    const started = startWorker({
      // Messages of a thread that was given up belong to a job that has ended.
      heard: (message) => worker === started && heard(message),
      died() {
        // The thread was given up or closed: the present job belongs to another thread.
        if (worker !== started) return;
        worker = null;
        fail('not-readable');
      },
    });
    return started;
  }

  function next() {
    if (current) return;
    current = waiting.shift() ?? null;
    if (!current) return;
    worker ??= startThread();
    const { fileName: _, ...message } = current.job;
    worker.postMessage(message);
    watchStall();
    total = setTimeout(giveUp, totalMs).unref();
  }

  return {
    /**
     * Resolves with null if nothing can be drawn before a display copy is built but the job must not do that. After an abort it
     * rejects with CANCELLED, once nothing of the job runs. `onProgress` receives the share of the copy that is built.
     */
    run(
      job: NamedRasterJob,
      signal: AbortSignal,
      onProgress: (share: number) => void = () => undefined,
    ): Promise<RasterRecord | null> {
      return new Promise((resolve, reject) => {
        const request: Waiting = { job, onProgress, resolve, reject };
        const cancel = () => {
          const at = waiting.indexOf(request);
          if (at >= 0) waiting.splice(at, 1);
          if (current !== request) return reject(cancelled());
          end();
          leaveWorker();
          void leaving.then(() => reject(cancelled()));
          next();
        };
        if (signal.aborted) return reject(cancelled());
        signal.addEventListener('abort', cancel, { once: true });
        waiting.push(request);
        next();
      });
    },
    close(): Promise<unknown> {
      leaveWorker();
      end();
      return leaving;
    },
  };
}

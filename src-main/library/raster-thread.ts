import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError } from '../app-error.ts';
import { type NamedRasterJob, readRasterAnswer, undrawable } from './raster-answer.ts';
import type { RasterRecord } from './raster-record.ts';

/** How long a raster may take before it is given up. */
export interface RasterThreadLimits {
  /** Without a sign of progress. */
  stallMs: number;
  /** For one raster altogether. */
  totalMs: number;
}

interface Waiting {
  job: NamedRasterJob;
  signal: AbortSignal;
  resolve: (record: RasterRecord | null) => void;
  reject: (error: Error) => void;
}

/** Samples are counted elsewhere; a hostile file that fills the heap ends its own thread. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };

const cancelled = () => new AppError('CANCELLED', {});

/** Starts the worker; `died` is called when it has ended, for whatever reason, and again when it ended by an error. */
function startWorker({ heard, died }: { heard: (message: unknown) => void; died: () => void }): Worker {
  // A part of the GeoTIFF library reads its own settings from workerData when it is loaded in a thread.
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
 * Returns one worker thread that takes one raster after the other. Foreign bytes are decoded there: a raster that ends it, that
 * shows no progress or takes too long is given up, and the next gets a fresh thread.
 */
export function createRasterThread({ stallMs, totalMs }: RasterThreadLimits) {
  const waiting: Waiting[] = [];
  let worker: Worker | null = null;
  let current: Waiting | null = null;
  let stall: NodeJS.Timeout | undefined;
  let total: NodeJS.Timeout | undefined;
  /** A thread that was given up may still write until it is gone. */
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
    if (outcome.kind === 'progress') return watchStall();
    const ended = end();
    if (ended === null) return;
    if (outcome.kind === 'record') ended.resolve(outcome.record);
    else ended.reject(outcome.errorFor(ended.job));
    next();
  }

  function startThread(): Worker {
    const started = startWorker({
      // What a thread that was left still says is of a job that has ended.
      heard: (message) => worker === started && heard(message),
      died() {
        // Given up or closed: what is under way now is another's.
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
    /** Null where a display copy has to be built and the job may not. Aborted it ends with CANCELLED, once nothing of it runs. */
    run(job: NamedRasterJob, signal: AbortSignal): Promise<RasterRecord | null> {
      return new Promise((resolve, reject) => {
        const request: Waiting = { job, signal, resolve, reject };
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

import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError } from '../app-error.ts';
import {
  type RasterJob,
  type RasterRecord,
  rasterAnswerSchema,
  rasterRecordSchema,
} from './raster-record.ts';

export interface LaneLimits {
  /** Without a sign of progress. */
  stallMs: number;
  /** For one raster altogether. */
  totalMs: number;
}

/** A job with the name that its failures carry. */
export interface LaneJob extends RasterJob {
  fileName: string;
}

interface Waiting {
  job: LaneJob;
  signal: AbortSignal;
  resolve: (record: RasterRecord | null) => void;
  reject: (error: Error) => void;
}

/** Samples are counted elsewhere; a hostile file that fills the heap ends its own thread. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };

/**
 * One worker thread that takes one raster after the other. Foreign bytes are decoded there: a raster that ends it, that shows no
 * progress or takes too long is given up, and the next gets a fresh thread.
 */
export function createRasterLane({ stallMs, totalMs }: LaneLimits) {
  const waiting: Waiting[] = [];
  let worker: Worker | null = null;
  let current: Waiting | null = null;
  let stall: NodeJS.Timeout | undefined;
  let total: NodeJS.Timeout | undefined;
  /** Until a thread that was given up is gone, it may still write. */
  let leaving: Promise<unknown> = Promise.resolve();

  function undrawable(job: LaneJob, reason: 'too-slow' | 'not-readable') {
    return new AppError('RASTER_UNDRAWABLE', { fileName: job.fileName, reason, detail: '' });
  }

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

  function giveUp(error: (job: LaneJob) => AppError) {
    const ended = end();
    leaveWorker();
    ended?.reject(error(ended.job));
    next();
  }

  const tooSlow = () => giveUp((job) => undrawable(job, 'too-slow'));

  function watchStall() {
    clearTimeout(stall);
    stall = setTimeout(tooSlow, stallMs).unref();
  }

  function heard(raw: unknown) {
    const parsed = rasterAnswerSchema.safeParse(raw);
    if (parsed.success && parsed.data.kind === 'progress') return watchStall();
    const ended = end();
    if (!ended) return;
    const { job } = ended;
    if (!parsed.success) ended.reject(undrawable(job, 'not-readable'));
    else if (parsed.data.kind === 'disk-full')
      ended.reject(new AppError('DISK_FULL', { path: job.displayPath, neededBytes: null }));
    else if (parsed.data.kind === 'undrawable') {
      const { reason, detail } = parsed.data;
      ended.reject(new AppError('RASTER_UNDRAWABLE', { fileName: job.fileName, reason, detail }));
    } else if (parsed.data.kind === 'record') {
      const record = rasterRecordSchema.nullable().safeParse(parsed.data.record);
      if (record.success) ended.resolve(record.data);
      else ended.reject(undrawable(job, 'not-readable'));
    }
    next();
  }

  function start(): Worker {
    // A part of the GeoTIFF library reads its own settings from workerData when it is loaded in a thread.
    const started = new Worker(new URL(`./raster-worker${extname(import.meta.url)}`, import.meta.url), {
      workerData: {},
      resourceLimits,
    });
    const died = () => {
      // Given up or closed: what is under way now is another's.
      if (worker !== started) return;
      worker = null;
      const ended = end();
      ended?.reject(undrawable(ended.job, 'not-readable'));
      next();
    };
    started.on('message', heard);
    started.on('error', died);
    started.on('exit', died);
    started.unref();
    return started;
  }

  function next() {
    if (current) return;
    current = waiting.shift() ?? null;
    if (!current) return;
    worker ??= start();
    const { fileName: _, ...message } = current.job;
    worker.postMessage(message);
    watchStall();
    total = setTimeout(tooSlow, totalMs).unref();
  }

  return {
    /** Null where a display copy has to be built and the job may not. Aborted it ends with CANCELLED, once nothing of it runs. */
    run(job: LaneJob, signal: AbortSignal): Promise<RasterRecord | null> {
      return new Promise((resolve, reject) => {
        const own: Waiting = { job, signal, resolve, reject };
        const cancel = () => {
          const cancelled = new AppError('CANCELLED', {});
          const at = waiting.indexOf(own);
          if (at >= 0) waiting.splice(at, 1);
          if (current !== own) return reject(cancelled);
          end();
          leaveWorker();
          void leaving.then(() => reject(cancelled));
          next();
        };
        if (signal.aborted) return reject(new AppError('CANCELLED', {}));
        signal.addEventListener('abort', cancel, { once: true });
        waiting.push(own);
        next();
      });
    },
    async close() {
      leaveWorker();
      end();
      await leaving;
    },
  };
}

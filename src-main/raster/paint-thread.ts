import type { Worker, WorkerOptions } from 'node:worker_threads';
import { z } from 'zod';
import { AppError } from '../core/app-error.ts';

/** The options of a thread that paints. Samples are not part of the heap; a hostile file that fills the heap ends only that thread. */
export const paintThreadOptions: WorkerOptions = {
  // A part of the GeoTIFF library reads its settings from workerData when it is loaded in a thread.
  workerData: {},
  resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 },
};

/** The answer of such a thread: a PNG, or null if there is none. */
const paintAnswerSchema = z.object({ id: z.number(), png: z.instanceof(Uint8Array).nullable() });
/** The answer of a thread that paints. */
export type PaintAnswer = z.infer<typeof paintAnswerSchema>;

interface Waiting<Job> {
  id: number;
  job: Job;
  resolve: (png: Uint8Array | null) => void;
  reject: (error: Error) => void;
}

/** Thrown if the queue of jobs is full. */
export class TooManyWaitingError extends Error {}

interface PaintThreadOptions {
  /** Starts the thread, which gets `{ id, job }` and answers each with a `PaintAnswer`. */
  start: () => Worker;
  /** How long one job may take. */
  limitMs: number;
  /** If more jobs wait, further ones are refused. */
  maxWaiting: number;
  /** True if the latest job is painted first. */
  isLatestFirst?: boolean;
}

/** A thread that paints one job after another. */
export interface PaintThread<Job> {
  /**
   * Resolves with a PNG, or null if there is nothing to paint. Rejects with CANCELLED after an abort, with `TooManyWaitingError` if too
   * many wait, and with another error if the job takes too long or ends the thread.
   */
  paint(job: Job, signal: AbortSignal): Promise<Uint8Array | null>;
  close(): Promise<unknown>;
}

/** Creates the client of a thread that paints. It starts the thread with the first job, and again after a job that ended it. */
export function createPaintThread<Job>(options: PaintThreadOptions): PaintThread<Job> {
  const { limitMs, maxWaiting, isLatestFirst = false } = options;
  const waiting: Waiting<Job>[] = [];
  let current: Waiting<Job> | null = null;
  let worker: Worker | null = null;
  let limit: NodeJS.Timeout | undefined;
  let leaving: Promise<unknown> = Promise.resolve();
  let lastId = 0;

  function end(): Waiting<Job> | null {
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
    const started = options.start();
    const died = () => {
      if (worker !== started) return;
      worker = null;
      fail('the thread that paints has ended');
    };
    started.on('message', (message: unknown) => {
      const answer = paintAnswerSchema.safeParse(message).data;
      if (worker !== started || answer === undefined || answer.id !== current?.id) return;
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
    current = (isLatestFirst ? waiting.pop() : waiting.shift()) ?? null;
    if (current === null) return;
    worker ??= start();
    worker.postMessage({ id: current.id, job: current.job });
    limit = setTimeout(() => {
      leave();
      fail('painting takes too long');
    }, limitMs).unref();
  }

  return {
    paint(job, signal) {
      if (signal.aborted) return Promise.reject(new AppError('CANCELLED', {}));
      if (waiting.length >= maxWaiting) return Promise.reject(new TooManyWaitingError());
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        const request: Waiting<Job> = { id, job, resolve, reject };
        // A job that is being painted is finished, which takes less time than starting the thread again.
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

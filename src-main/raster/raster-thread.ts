import { AppError } from '../core/app-error.ts';
import { type NamedRasterJob, readRasterAnswer, undrawable } from './raster-answer.ts';
import type { RasterRecord } from './raster-record.ts';
import { createRasterWorkerSlot } from './raster-worker-slot.ts';

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

const cancelled = () => new AppError('CANCELLED', {});

/**
 * Creates the client of one worker thread, which describes one raster after another. It decodes foreign bytes: if a raster ends the
 * thread, makes no progress or takes too long, it is given up, and the next one gets a new thread.
 */
export function createRasterThread({ stallMs, totalMs }: RasterThreadLimits) {
  const waiting: Waiting[] = [];
  let current: Waiting | null = null;
  let stall: NodeJS.Timeout | undefined;
  let total: NodeJS.Timeout | undefined;
  const slot = createRasterWorkerSlot({
    onMessage: handleMessage,
    onEnd: () => fail('not-readable'),
  });

  function end(): Waiting | null {
    clearTimeout(stall);
    clearTimeout(total);
    const ended = current;
    current = null;
    return ended;
  }

  function fail(reason: 'too-slow' | 'not-readable') {
    const ended = end();
    ended?.reject(undrawable(reason)(ended.job));
    next();
  }

  function giveUp() {
    slot.discard();
    fail('too-slow');
  }

  function watchStall() {
    clearTimeout(stall);
    stall = setTimeout(giveUp, stallMs).unref();
  }

  function handleMessage(message: unknown) {
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

  function next() {
    if (current) return;
    current = waiting.shift() ?? null;
    if (!current) return;
    const { fileName: _, ...message } = current.job;
    slot.post(message);
    watchStall();
    total = setTimeout(giveUp, totalMs).unref();
  }

  return {
    /**
     * Resolves with the description; null if the raster cannot be drawn without a display copy, which the job may not build. After an
     * abort it rejects with CANCELLED, once nothing of the job runs. `onProgress` receives the fraction of the copy that is built.
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
          slot.discard();
          void slot.discarded().then(() => reject(cancelled()));
          next();
        };
        if (signal.aborted) return reject(cancelled());
        signal.addEventListener('abort', cancel, { once: true });
        waiting.push(request);
        next();
      });
    },
    close(): Promise<unknown> {
      slot.discard();
      end();
      return slot.discarded();
    },
  };
}

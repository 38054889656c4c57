import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { SceneSpec } from './scene-spec.ts';

/** A picture or the two rasters of a scene, and the files to write them to. */
export type ImageryJob =
  | { kind: 'picture'; spec: SceneSpec; sizePx: number; path: string }
  | { kind: 'rasters'; spec: SceneSpec; analytic: string; visual: string };

/** Renders scenes in a thread of its own, one job at a time. */
export interface ImageryThread {
  /** Writes the files of a job. Rejects when that fails or when the thread ends before. */
  run(job: ImageryJob): Promise<void>;
  close(): Promise<void>;
}

const workerAnswer = z.object({ id: z.number(), error: z.string().nullable() });

/** Creates the client of the imagery thread; the thread starts with the first job and again after it has ended. */
export function createImageryThread(): ImageryThread {
  let worker: Worker | null = null;
  let nextId = 1;
  const waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();

  function startWorker(): Worker {
    const started = new Worker(new URL(`./imagery-worker${extname(import.meta.url)}`, import.meta.url));
    const failAll = (error: Error) => {
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
      if (worker === started) worker = null;
    };
    started.on('message', (raw) => {
      const { id, error } = workerAnswer.parse(raw);
      const job = waiting.get(id);
      waiting.delete(id);
      if (error === null) job?.resolve();
      else job?.reject(new Error(error));
    });
    started.on('error', failAll);
    started.on('exit', () => failAll(new Error('the imagery worker ended')));
    // An idle worker must not keep the process alive.
    started.unref();
    return started;
  }

  return {
    run(job) {
      worker ??= startWorker();
      const active = worker;
      const id = nextId;
      nextId += 1;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        active.postMessage({ ...job, id });
      });
    },
    async close() {
      await worker?.terminate();
      worker = null;
    },
  };
}

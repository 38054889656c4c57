import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { GeopackageRow } from '../../../../src-preload/contract/geopackage.ts';
import type { GeopackageOptions } from './geopackage-file.ts';
import type { GeopackageAnswer, GeopackageJob } from './geopackage-worker.ts';

/** A thread that writes one GeoPackage. */
export interface GeopackageThread {
  /** Adds rows, or finishes the file for null; rejects with an error of SQLite, or if the thread has ended. */
  run(rows: readonly GeopackageRow[] | null): Promise<{ otherType: number }>;
  end(): Promise<unknown>;
}

interface Waiting {
  resolve: (answer: { otherType: number }) => void;
  reject: (error: Error) => void;
}

/** Starts a thread that writes a GeoPackage to this path. It answers in the order of the calls. */
export function startGeopackageThread(path: string, options: GeopackageOptions): GeopackageThread {
  const waiting: Waiting[] = [];
  let hasEnded = false;
  const worker = new Worker(new URL(`./geopackage-worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: { path, ...options },
  });
  const failAll = (error: Error) => {
    hasEnded = true;
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  worker.on('message', (answer: GeopackageAnswer) => {
    const next = waiting.shift();
    if ('otherType' in answer) next?.resolve(answer);
    else next?.reject(Object.assign(new Error(answer.message), answer));
  });
  worker.on('error', failAll);
  worker.on('exit', () => failAll(new Error('the thread that writes a GeoPackage has ended')));
  worker.unref();
  return {
    run(rows) {
      if (hasEnded) return Promise.reject(new Error('the thread that writes a GeoPackage has ended'));
      const job: GeopackageJob = { rows };
      const answered = new Promise<{ otherType: number }>((resolve, reject) => {
        waiting.push({ resolve, reject });
      });
      worker.postMessage(job);
      return answered;
    },
    end: () => worker.terminate(),
  };
}

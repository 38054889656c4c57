import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** A large database on a slow disk takes a while; after this time it is reported as hanging. */
const limitMs = 60_000;

/** Resolves with schema versions, numbers of rows and the check of the database; a separate thread reads them. */
export function databaseFacts(path: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(
      new URL(`./database-facts-worker${extname(import.meta.url)}`, import.meta.url),
      { workerData: { path } },
    );
    const timer = setTimeout(() => {
      void worker.terminate();
      reject(new Error('the database was not read in time'));
    }, limitMs);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('the thread that reads the database has ended'));
    });
  });
}

// Reads every page of a database once, on a read-only connection, and posts what SQLite finds.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { quickCheck } from './quick-check.ts';

const { path } = z.object({ path: z.string() }).parse(workerData);
const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
try {
  parentPort?.postMessage(quickCheck(database));
} finally {
  database.close();
}

// The thread that writes one GeoPackage, one message after another.
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { type GeopackageRow, geopackageColumnSchema } from '../../../../src-preload/contract/geopackage.ts';
import { createGeopackageFile } from './geopackage-file.ts';

/** A message to the thread: rows to add, or null to finish the file. */
export interface GeopackageJob {
  rows: readonly GeopackageRow[] | null;
}
/** The answer: the number of values that were left out, or the failure with its error codes. */
export type GeopackageAnswer = { otherType: number } | { message: string; code?: unknown; errcode?: unknown };

const { path, ...options } = z
  .object({
    path: z.string(),
    layer: z.string(),
    title: z.string(),
    columns: z.array(geopackageColumnSchema),
  })
  .parse(workerData);

type File = ReturnType<typeof createGeopackageFile>;
let file: File | null = null;

function answerOf({ rows }: GeopackageJob): GeopackageAnswer {
  try {
    file ??= createGeopackageFile(path, options);
    if (rows !== null) return file.add(rows);
    file.finish();
    return { otherType: 0 };
  } catch (error) {
    // A posted error would lose its properties.
    return error instanceof Error ? { ...error, message: error.message } : { message: String(error) };
  }
}

parentPort?.on('message', (job: GeopackageJob) => parentPort?.postMessage(answerOf(job)));

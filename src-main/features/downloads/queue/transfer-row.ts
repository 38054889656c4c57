import { z } from 'zod';
import { transferSchema } from '../../../../src-preload/contract/delivery.ts';
import { type StoredError, storedErrorSchema } from '../../../../src-preload/contract/errors.ts';
import { libraryFileIdSchema } from '../../../../src-preload/contract/ids.ts';
import { readableRows, readJson } from '../../../store/readable-rows.ts';
import type { Params, Store } from '../../../store/store.ts';

/** A stored row of the table `transfer`. */
export const transferRowSchema = z.object({
  fileId: libraryFileIdSchema,
  state: z.enum(['queued', 'waiting', 'paused', 'done', 'failed']),
  doneBytes: z.number(),
  totalBytes: z.number().nullable(),
  validator: z.string().nullable(),
  lastModified: z.string().nullable(),
  sceneModified: z.string().nullable(),
  error: z.string().nullable(),
  waitsUntil: z.string().nullable(),
  queuedAt: z.string(),
  finishedAt: z.string().nullable(),
  sha256: z.string().nullable(),
  place: z.string().nullable(),
  position: z.number(),
  folder: z.string().nullable(),
  restartedBecause: transferSchema.shape.restartedBecause,
  automatic: z.number(),
});
/**
 * A transfer as stored in the table. `isAutomatic` is true for a file that Nadir fetches without being asked, which no list shows.
 * `place` is the final path, stored before the file is moved there; `folder` is null for the library's own folder.
 */
export type TransferRow = Omit<z.infer<typeof transferRowSchema>, 'error' | 'automatic'> & {
  error: StoredError | null;
  isAutomatic: boolean;
};

export const idRowSchema = z.object({ id: libraryFileIdSchema });

export const transferColumns = `file_id AS fileId, state, done_bytes AS doneBytes, total_bytes AS totalBytes, validator, error,
  last_modified AS lastModified, scene_modified AS sceneModified,
  waits_until AS waitsUntil, queued_at AS queuedAt, finished_at AS finishedAt, sha256, place, position, folder,
  restarted_because AS restartedBecause, automatic`;

/** Returns the row with its error parsed. A damaged error becomes null, so that the file stays in the queue. */
export function parseTransferRow({
  error,
  automatic,
  ...row
}: z.infer<typeof transferRowSchema>): TransferRow {
  return {
    ...row,
    isAutomatic: automatic === 1,
    error: storedErrorSchema.safeParse(readJson(error)).data ?? null,
  };
}

/** Reads all rows of a query over `transferColumns`; unreadable rows are left out. */
export function readTransferRows(store: Store, sql: string, params: Params): TransferRow[] {
  return readableRows(store, transferRowSchema, sql, params).rows.map(parseTransferRow);
}

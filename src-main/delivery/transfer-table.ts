import { z } from 'zod';
import { type StoredError, storedErrorSchema } from '../../src-preload/contract/errors.ts';
import { type LibraryFileId, libraryFileIdSchema } from '../../src-preload/contract/ids.ts';
import type { Store } from '../store/store.ts';

const rowSchema = z.object({
  fileId: libraryFileIdSchema,
  state: z.enum(['queued', 'waiting', 'paused', 'done', 'failed']),
  doneBytes: z.number(),
  totalBytes: z.number().nullable(),
  validator: z.string().nullable(),
  error: z.string().nullable(),
  waitsUntil: z.string().nullable(),
  queuedAt: z.string(),
  finishedAt: z.string().nullable(),
  sha256: z.string().nullable(),
  place: z.string().nullable(),
});
export type TransferRow = Omit<z.infer<typeof rowSchema>, 'error'> & { error: StoredError | null };

const columns = `file_id AS fileId, state, done_bytes AS doneBytes, total_bytes AS totalBytes, validator, error,
  waits_until AS waitsUntil, queued_at AS queuedAt, finished_at AS finishedAt, sha256, place`;

/** The durable queue and journal. */
export function createTransferTable({ store, now }: { store: Store; now: () => Date }) {
  const read = ({ error, ...row }: z.infer<typeof rowSchema>): TransferRow => ({
    ...row,
    error: error === null ? null : storedErrorSchema.parse(JSON.parse(error)),
  });
  return {
    get(fileId: LibraryFileId): TransferRow | null {
      const row = store.get(rowSchema, `SELECT ${columns} FROM transfer WHERE file_id = :fileId`, { fileId });
      return row ? read(row) : null;
    },
    all: () =>
      store
        .all(rowSchema, `SELECT ${columns} FROM transfer ORDER BY queued_at, file_id LIMIT 10000`)
        .map(read),
    /** The first in line, those that are being fetched included. */
    nextQueued: (limit: number) =>
      store
        .all(
          rowSchema,
          `SELECT ${columns} FROM transfer WHERE state = 'queued' ORDER BY queued_at, file_id LIMIT :limit`,
          { limit },
        )
        .map(read),
    /** Into the line; one that was done before begins anew, any other keeps what it has and its place. */
    enqueue(fileIds: readonly LibraryFileId[]) {
      const at = now().toISOString();
      store.transaction(() => {
        for (const fileId of fileIds) {
          store.run(
            `INSERT INTO transfer (file_id, state, queued_at) VALUES (:fileId, 'queued', :at)
             ON CONFLICT DO UPDATE SET error = NULL, waits_until = NULL, finished_at = NULL, sha256 = NULL,
               queued_at = CASE WHEN state IN ('done', 'failed') THEN :at ELSE queued_at END,
               done_bytes = CASE state WHEN 'done' THEN 0 ELSE done_bytes END,
               total_bytes = CASE state WHEN 'done' THEN NULL ELSE total_bytes END,
               validator = CASE state WHEN 'done' THEN NULL ELSE validator END,
               place = CASE state WHEN 'done' THEN NULL ELSE place END,
               state = 'queued'
             WHERE state <> 'queued'`,
            { fileId, at },
          );
        }
      });
    },
    /** Where the whole file is about to be moved. */
    setPlace(fileId: LibraryFileId, place: string) {
      store.run('UPDATE transfer SET place = :place WHERE file_id = :fileId', { fileId, place });
    },
    finish(fileId: LibraryFileId, { sizeBytes, sha256 }: { sizeBytes: number; sha256: string }) {
      store.run(
        `UPDATE transfer SET state = 'done', done_bytes = :sizeBytes, total_bytes = :sizeBytes, validator = NULL, error = NULL,
           waits_until = NULL, place = NULL, sha256 = :sha256, finished_at = :at WHERE file_id = :fileId`,
        { fileId, sizeBytes, sha256, at: now().toISOString() },
      );
    },
    setState(
      fileId: LibraryFileId,
      state: Exclude<TransferRow['state'], 'done'>,
      rest: { error?: StoredError | null; waitsUntil?: string | null } = {},
    ) {
      store.run(
        'UPDATE transfer SET state = :state, error = :error, waits_until = :until, finished_at = :finished WHERE file_id = :fileId',
        {
          fileId,
          state,
          error: rest.error ? JSON.stringify(rest.error) : null,
          until: rest.waitsUntil ?? null,
          finished: state === 'failed' ? now().toISOString() : null,
        },
      );
    },
    /** What has reached the disk; written after `fdatasync`, never before. */
    journal(
      fileId: LibraryFileId,
      progress: { doneBytes: number; totalBytes: number | null; validator: string | null },
    ) {
      store.run(
        'UPDATE transfer SET done_bytes = :doneBytes, total_bytes = :totalBytes, validator = :validator WHERE file_id = :fileId',
        {
          fileId,
          ...progress,
        },
      );
    },
    remove(fileId: LibraryFileId) {
      store.run('DELETE FROM transfer WHERE file_id = :fileId', { fileId });
    },
  };
}

export type TransferTable = ReturnType<typeof createTransferTable>;

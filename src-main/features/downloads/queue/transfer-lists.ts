import { z } from 'zod';
import type { AppErrorCode } from '../../../../src-preload/contract/errors.ts';
import type { LibraryFileId } from '../../../../src-preload/contract/ids.ts';
import type { Store } from '../../../store/store.ts';
import {
  idRowSchema,
  parseTransferRow,
  readTransferRows,
  type TransferRow,
  transferColumns,
  transferRowSchema,
} from './transfer-row.ts';

const sinceSchema = z.object({ since: z.string().nullable() });
const totalSchema = z.object({ total: z.number() });
const filesBytesSchema = z.object({ files: z.number(), bytes: z.number() });
const waitingSchema = transferRowSchema.pick({ fileId: true, waitsUntil: true });
const tallySchema = z.object({
  state: z.enum(['queued', 'waiting', 'paused', 'failed']),
  files: z.number(),
  doneBytes: z.number(),
  totalBytes: z.number(),
  sized: z.number(),
});

/** Less than every position. */
const beforeAll = -Number.MAX_VALUE;

/** Reads single transfers and lists of them. */
export function createTransferLists(store: Store) {
  const ids = (sql: string, params = {}) => store.all(idRowSchema, sql, params).map(({ id }) => id);
  return {
    get(fileId: LibraryFileId): TransferRow | null {
      const row = store.get(
        transferRowSchema,
        `SELECT ${transferColumns} FROM transfer WHERE file_id = :fileId`,
        { fileId },
      );
      return row ? parseTransferRow(row) : null;
    },
    /** Returns the transfers of these files, if they have one, in the given order. */
    rowsOf: (fileIds: readonly LibraryFileId[]): TransferRow[] =>
      readTransferRows(
        store,
        `SELECT ${transferColumns} FROM json_each(:ids) AS wanted JOIN transfer ON file_id = wanted.value ORDER BY wanted.key`,
        { ids: JSON.stringify(fileIds) },
      ),
    allIds: () => ids('SELECT file_id AS id FROM transfer ORDER BY position, file_id'),
    /** Returns the unfinished transfers in the order of the queue. */
    openIds: () => ids(`SELECT file_id AS id FROM transfer WHERE state <> 'done' ORDER BY position, file_id`),
    /** Returns the listed unfinished rows after the given one in the queue; null starts at the first, and an empty list is the end. */
    openAfter: (after: Pick<TransferRow, 'position' | 'fileId'> | null, limit: number): TransferRow[] =>
      readTransferRows(
        store,
        `SELECT ${transferColumns} FROM transfer INDEXED BY transfer_position
         WHERE (position, file_id) > (:position, :fileId) AND state <> 'done' AND automatic = 0 ORDER BY position, file_id LIMIT :limit`,
        { position: after?.position ?? beforeAll, fileId: after?.fileId ?? 0, limit },
      ),
    /** True if the file is being downloaded, or is queued, waiting or paused. */
    isTransferring: (fileId: LibraryFileId): boolean =>
      ids(
        `SELECT file_id AS id FROM transfer WHERE file_id = :fileId AND state IN ('queued', 'waiting', 'paused')`,
        {
          fileId,
        },
      ).length > 0,
    /** Returns the transfers that will be queued again at a set time. */
    waiting: () =>
      store.all(
        waitingSchema,
        `SELECT file_id AS fileId, waits_until AS waitsUntil FROM transfer WHERE state = 'waiting'`,
      ),
    /** Returns the transfers that wait because of one of these errors. */
    waitingFor: (codes: readonly AppErrorCode[]): LibraryFileId[] =>
      ids(
        `SELECT file_id AS id FROM transfer WHERE state = 'waiting' AND json_extract(error, '$.code') IN (SELECT value FROM json_each(:codes))`,
        { codes: JSON.stringify(codes) },
      ),
    /** Returns the finished transfers, latest first. */
    done(offset: number, limit: number): { total: number; rows: TransferRow[] } {
      const counted = store.get(totalSchema, `SELECT files AS total FROM transfer_sum WHERE state = 'done'`);
      const rows = readTransferRows(
        store,
        `SELECT ${transferColumns} FROM transfer INDEXED BY transfer_finished WHERE state = 'done' AND automatic = 0 ORDER BY finished_at DESC, file_id DESC LIMIT :limit OFFSET :offset`,
        { limit, offset },
      );
      return { total: counted?.total ?? 0, rows };
    },
  };
}

/** Reads the sums of the queue, which triggers maintain. */
export function createTransferSums(store: Store) {
  let lastDone: { key: string; counted: { files: number; bytes: number } } | null = null;
  return {
    /** Returns when the oldest unfinished transfer was queued; null if all are finished. */
    openSince: () =>
      store.get(
        sinceSchema,
        `SELECT min(queued_at) AS since FROM transfer WHERE state <> 'done' AND automatic = 0`,
      )?.since ?? null,
    /** Returns files and bytes of the unfinished transfers by state; `sized` of them have a known size. */
    tally: () =>
      store.all(
        tallySchema,
        `SELECT state, files, done_bytes AS doneBytes, total_bytes AS totalBytes, sized FROM transfer_sum
         WHERE state <> 'done' AND files > 0`,
      ),
    /** Returns what was finished since then; counted again only after the sums have changed. */
    doneSince(since: string): { files: number; bytes: number } {
      const sums = store.get(
        filesBytesSchema,
        `SELECT files, total_bytes AS bytes FROM transfer_sum WHERE state = 'done'`,
      );
      const key = `${since} ${sums?.files} ${sums?.bytes}`;
      if (lastDone?.key !== key) {
        const counted = store.get(
          filesBytesSchema,
          `SELECT count(*) AS files, coalesce(sum(total_bytes), 0) AS bytes FROM transfer INDEXED BY transfer_arrived
           WHERE state = 'done' AND automatic = 0 AND finished_at >= :since`,
          { since },
        );
        lastDone = { key, counted: counted ?? { files: 0, bytes: 0 } };
      }
      return lastDone.counted;
    },
  };
}

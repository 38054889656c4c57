import { z } from 'zod';
import { transferSchema } from '../../src-preload/contract/delivery.ts';
import { type AppErrorCode, type StoredError, storedErrorSchema } from '../../src-preload/contract/errors.ts';
import { type LibraryFileId, libraryFileIdSchema } from '../../src-preload/contract/ids.ts';
import { readableRows, readJson } from '../store/readable-rows.ts';
import type { Params, Store } from '../store/store.ts';
import { emptyJournal, type Journal, type JournalNote, sizeOf } from './journal.ts';

const sinceRow = z.object({ since: z.string().nullable() });
const totalRow = z.object({ total: z.number() });
const filesBytesRow = z.object({ files: z.number(), bytes: z.number() });
const atRow = z.object({ at: z.number().nullable() });

const rowSchema = z.object({
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
});
const tallySchema = z.object({
  state: z.enum(['queued', 'waiting', 'paused', 'failed']),
  files: z.number(),
  doneBytes: z.number(),
  totalBytes: z.number(),
  sized: z.number(),
});
const blockSchema = z.object({ start: z.number(), end: z.number(), crc: z.number().nullable() });
const versionSchema = rowSchema.pick({
  ...{ totalBytes: true, validator: true, lastModified: true, sceneModified: true },
});
const idSchema = z.object({ id: libraryFileIdSchema });
export type TransferRow = Omit<z.infer<typeof rowSchema>, 'error'> & { error: StoredError | null };

const columns = `file_id AS fileId, state, done_bytes AS doneBytes, total_bytes AS totalBytes, validator, error,
  last_modified AS lastModified, scene_modified AS sceneModified,
  waits_until AS waitsUntil, queued_at AS queuedAt, finished_at AS finishedAt, sha256, place, position, folder,
  restarted_because AS restartedBecause`;

/** Smaller than every position. */
const beforeAll = -Number.MAX_VALUE;

/** The durable queue and journal. */
export function createTransferTable({ store, now }: { store: Store; now: () => Date }) {
  const read = ({ error, ...row }: z.infer<typeof rowSchema>): TransferRow => ({
    ...row,
    // A damaged reason is no reason to lose the file from the line.
    error: storedErrorSchema.safeParse(readJson(error)).data ?? null,
  });
  const readAll = (sql: string, params: Params) => readableRows(store, rowSchema, sql, params).rows.map(read);
  /** Those of the files that are known, in the order asked for. */
  const some = (fileIds: readonly LibraryFileId[]) =>
    readAll(
      `SELECT ${columns} FROM json_each(:ids) AS wanted JOIN transfer ON file_id = wanted.value ORDER BY wanted.key`,
      { ids: JSON.stringify(fileIds) },
    );
  const nextIds = (limit: number, besides: readonly LibraryFileId[]) =>
    store
      .all(
        idSchema,
        `SELECT file_id AS id FROM transfer WHERE state = 'queued' AND file_id NOT IN (SELECT value FROM json_each(:besides))
         ORDER BY position, file_id LIMIT :limit`,
        { limit, besides: JSON.stringify(besides) },
      )
      .map(({ id }) => id);
  let lastDone: { key: string; counted: { files: number; bytes: number } } | null = null;
  return {
    get(fileId: LibraryFileId): TransferRow | null {
      const row = store.get(rowSchema, `SELECT ${columns} FROM transfer WHERE file_id = :fileId`, { fileId });
      return row ? read(row) : null;
    },
    some,
    allIds: () =>
      store
        .all(idSchema, 'SELECT file_id AS id FROM transfer ORDER BY position, file_id')
        .map(({ id }) => id),
    /** All that is not done, in the order of the line. */
    openIds: () =>
      store
        .all(idSchema, `SELECT file_id AS id FROM transfer WHERE state <> 'done' ORDER BY position, file_id`)
        .map(({ id }) => id),
    /** The next rows of what is not done, in the order of the queue, from after that one on; null begins, none is the end. */
    openAfter: (after: Pick<TransferRow, 'position' | 'fileId'> | null, limit: number): TransferRow[] =>
      readAll(
        `SELECT ${columns} FROM transfer INDEXED BY transfer_position
         WHERE (position, file_id) > (:position, :fileId) AND state <> 'done' ORDER BY position, file_id LIMIT :limit`,
        { position: after?.position ?? beforeAll, fileId: after?.fileId ?? 0, limit },
      ),
    /** When the oldest of what is not done was put into the queue; null when all is done. */
    openSince: () =>
      store.get(sinceRow, `SELECT min(queued_at) AS since FROM transfer WHERE state <> 'done'`)?.since ??
      null,
    /** Those that go on at a time of their own. */
    waiting: () =>
      store.all(
        rowSchema.pick({ fileId: true, waitsUntil: true }),
        `SELECT file_id AS fileId, waits_until AS waitsUntil FROM transfer WHERE state = 'waiting'`,
      ),
    /** What is done, latest first. */
    done(offset: number, limit: number): { total: number; rows: TransferRow[] } {
      const counted = store.get(totalRow, `SELECT files AS total FROM transfer_sum WHERE state = 'done'`);
      const rows = readAll(
        `SELECT ${columns} FROM transfer INDEXED BY transfer_finished WHERE state = 'done' ORDER BY finished_at DESC, file_id DESC LIMIT :limit OFFSET :offset`,
        { limit, offset },
      );
      return { total: counted?.total ?? 0, rows };
    },
    /** Files and bytes by state, of what is not done; `sized` of them have a known size. */
    tally: () =>
      store.all(
        tallySchema,
        `SELECT state, files, done_bytes AS doneBytes, total_bytes AS totalBytes, sized FROM transfer_sum
         WHERE state <> 'done' AND files > 0`,
      ),
    /** Counted again only after the sums of what is done have moved. */
    doneSince(since: string): { files: number; bytes: number } {
      const sums = store.get(
        filesBytesRow,
        `SELECT files, total_bytes AS bytes FROM transfer_sum WHERE state = 'done'`,
      );
      const key = `${since} ${sums?.files} ${sums?.bytes}`;
      if (lastDone?.key !== key) {
        const counted = store.get(
          filesBytesRow,
          `SELECT count(*) AS files, coalesce(sum(total_bytes), 0) AS bytes FROM transfer INDEXED BY transfer_arrived
           WHERE state = 'done' AND finished_at >= :since`,
          { since },
        );
        lastDone = { key, counted: counted ?? { files: 0, bytes: 0 } };
      }
      return lastDone.counted;
    },
    /** Several changes as one; `passing` ones may be undone by a power cut, by nothing else. */
    inOneCommit: (work: () => void, lasting: 'lasting' | 'passing' = 'lasting') =>
      store.transaction(work, lasting),
    /** The first in line but for those that are being fetched. A row that cannot be read takes the place of no other. */
    next(limit: number, besides: readonly LibraryFileId[]): TransferRow[] {
      const passed = [...besides];
      const rows: TransferRow[] = [];
      while (rows.length < limit) {
        const fileIds = nextIds(limit - rows.length, passed);
        if (fileIds.length === 0) break;
        passed.push(...fileIds);
        rows.push(...some(fileIds));
      }
      return rows;
    },
    /** The first in line, those that are being fetched included. */
    nextQueued: (limit: number) =>
      readAll(
        `SELECT ${columns} FROM transfer WHERE state = 'queued' ORDER BY position, file_id LIMIT :limit`,
        { limit },
      ),
    /** Into the line; one that was done before begins anew, any other keeps what it has and its place. */
    enqueue(fileIds: readonly LibraryFileId[], folder: string | null = null) {
      const at = now().toISOString();
      store.transaction(() => {
        for (const fileId of fileIds) {
          store.run(
            `INSERT INTO transfer (file_id, state, queued_at, folder, position)
               VALUES (:fileId, 'queued', :at, :folder, (SELECT coalesce(max(position), 0) + 1 FROM transfer))
             ON CONFLICT DO UPDATE SET error = NULL, waits_until = NULL, finished_at = NULL, sha256 = NULL,
               queued_at = CASE WHEN state IN ('done', 'failed') THEN :at ELSE queued_at END,
               position = CASE WHEN state IN ('done', 'failed') THEN excluded.position ELSE position END,
               folder = CASE state WHEN 'done' THEN :folder ELSE folder END,
               done_bytes = CASE state WHEN 'done' THEN 0 ELSE done_bytes END,
               total_bytes = CASE state WHEN 'done' THEN NULL ELSE total_bytes END,
               validator = CASE state WHEN 'done' THEN NULL ELSE validator END,
               place = CASE state WHEN 'done' THEN NULL ELSE place END,
               state = 'queued'
             WHERE state <> 'queued'`,
            { fileId, at, folder },
          );
        }
      });
    },
    /** Where the whole file is about to be moved. */
    setPlace(fileId: LibraryFileId, place: string, sizeBytes: number) {
      store.run(
        'UPDATE transfer SET place = :place, done_bytes = :sizeBytes, total_bytes = :sizeBytes WHERE file_id = :fileId',
        { fileId, place, sizeBytes },
      );
    },
    finish(fileId: LibraryFileId, { sizeBytes, sha256 }: { sizeBytes: number; sha256: string }) {
      store.run(
        `UPDATE transfer SET state = 'done', done_bytes = :sizeBytes, total_bytes = :sizeBytes, validator = NULL, error = NULL,
           waits_until = NULL, place = NULL, last_modified = NULL, scene_modified = NULL, sha256 = :sha256, finished_at = :at
         WHERE file_id = :fileId`,
        { fileId, sizeBytes, sha256, at: now().toISOString() },
      );
      store.run('DELETE FROM transfer_block WHERE file_id = :fileId', { fileId });
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
    /** The version that the partial file is of, and what of it is safely on disk. */
    journalOf(fileId: LibraryFileId): Journal {
      const blocks = store.all(
        blockSchema,
        `SELECT start_byte AS start, end_byte AS "end", crc32 AS crc FROM transfer_block WHERE file_id = :fileId ORDER BY start_byte`,
        { fileId },
      );
      const version = store.get(
        versionSchema,
        `SELECT total_bytes AS totalBytes, validator, last_modified AS lastModified, scene_modified AS sceneModified
         FROM transfer WHERE file_id = :fileId`,
        { fileId },
      );
      return version ? { ...version, blocks } : emptyJournal;
    },
    /** What has reached the disk; written after `fdatasync`, never before. */
    journal(fileId: LibraryFileId, journal: Journal, note: JournalNote) {
      const { totalBytes, validator, lastModified, sceneModified, blocks } = journal;
      store.transaction(() => {
        const { changes } = store.run(
          `UPDATE transfer SET done_bytes = :doneBytes, total_bytes = :totalBytes, validator = :validator,
             last_modified = :lastModified, scene_modified = :sceneModified WHERE file_id = :fileId`,
          { fileId, doneBytes: sizeOf(blocks), totalBytes, validator, lastModified, sceneModified },
        );
        // Taken out of the line meanwhile.
        if (changes === 0) return;
        if (note.kind === 'cleared')
          store.run('DELETE FROM transfer_block WHERE file_id = :fileId', { fileId });
        else
          for (const { start, end, crc } of note.blocks)
            store.run(
              `INSERT INTO transfer_block VALUES (:fileId, :start, :end, :crc)
               ON CONFLICT DO UPDATE SET end_byte = :end, crc32 = :crc`,
              { fileId, start, end, crc },
            );
      });
    },
    setRestarted(fileId: LibraryFileId, because: TransferRow['restartedBecause']) {
      store.run('UPDATE transfer SET restarted_because = :because WHERE file_id = :fileId', {
        fileId,
        because,
      });
    },
    /** What has begun stays in the folder where its bytes are. */
    pinFolder(folder: string, begun: readonly LibraryFileId[]) {
      store.run(
        `UPDATE transfer SET folder = :folder WHERE folder IS NULL AND state <> 'done'
         AND (total_bytes IS NOT NULL OR done_bytes > 0 OR file_id IN (SELECT value FROM json_each(:begun)))`,
        { folder, begun: JSON.stringify(begun) },
      );
    },
    /** Those that wait because of one of these errors. */
    waitingFor(codes: readonly AppErrorCode[]): LibraryFileId[] {
      return store
        .all(
          idSchema,
          `SELECT file_id AS id FROM transfer WHERE state = 'waiting' AND json_extract(error, '$.code') IN (SELECT value FROM json_each(:codes))`,
          { codes: JSON.stringify(codes) },
        )
        .map(({ id }) => id);
    },
    /** Every one of these states at once; answers which were. */
    setAll(from: readonly TransferRow['state'][], to: 'queued' | 'paused'): LibraryFileId[] {
      return store
        .all(
          idSchema,
          `UPDATE transfer SET state = :to, error = NULL, waits_until = NULL
           WHERE state IN (SELECT value FROM json_each(:from)) RETURNING file_id AS id`,
          { from: JSON.stringify(from), to },
        )
        .map(({ id }) => id);
    },
    /** Between the one that is before `before` and that one; null is the end. They keep their order among themselves. */
    move(fileIds: readonly LibraryFileId[], before: LibraryFileId | null) {
      const ids = JSON.stringify(fileIds);
      const edge = (sql: string, params: Params) => store.get(atRow, sql, params)?.at ?? null;
      store.transaction(() => {
        const room = () => {
          const to =
            before === null
              ? null
              : edge('SELECT position AS at FROM transfer WHERE file_id = :before', { before });
          const from = edge(
            `SELECT max(position) AS at FROM transfer WHERE file_id NOT IN (SELECT value FROM json_each(:ids))
             AND (:to IS NULL OR position < :to)`,
            { ids, to },
          );
          return { from: from ?? (to ?? 0) - fileIds.length - 1, to };
        };
        let { from, to } = room();
        // After many moves to one place no number is left between two others.
        if (to !== null && (to - from) / (fileIds.length + 1) < 1e-6) {
          store.run(`UPDATE transfer SET position = ranked.place
            FROM (SELECT file_id, row_number() OVER (ORDER BY position, file_id) AS place FROM transfer) AS ranked
            WHERE ranked.file_id = transfer.file_id`);
          ({ from, to } = room());
        }
        const step = to === null ? 1 : (to - from) / (fileIds.length + 1);
        const moving = store.all(
          idSchema,
          `SELECT file_id AS id FROM transfer WHERE file_id IN (SELECT value FROM json_each(:ids)) ORDER BY position, file_id`,
          { ids },
        );
        for (const [index, { id }] of moving.entries())
          store.run('UPDATE transfer SET position = :at WHERE file_id = :id', {
            id,
            at: from + step * (index + 1),
          });
      });
    },
    clearDone() {
      store.run(`DELETE FROM transfer WHERE state = 'done'`);
    },
    remove(fileId: LibraryFileId) {
      store.run('DELETE FROM transfer WHERE file_id = :fileId', { fileId });
    },
  };
}

export type TransferTable = ReturnType<typeof createTransferTable>;

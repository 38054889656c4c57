import type { StoredError } from '../../../../src-preload/contract/errors.ts';
import type { LibraryFileId } from '../../../../src-preload/contract/ids.ts';
import type { Store } from '../../../store/store.ts';
import { createTransferJournal } from './transfer-journal.ts';
import { createTransferLists, createTransferSums } from './transfer-lists.ts';
import { createTransferOrder } from './transfer-order.ts';
import { idRowSchema, type TransferRow } from './transfer-row.ts';

/**
 * Creates the table of the durable queue and its journal. Only this module and those beside it read and write the tables of
 * transfers.
 */
export function createTransferTable({ store, now }: { store: Store; now: () => Date }) {
  const lists = createTransferLists(store);
  return {
    ...lists,
    ...createTransferSums(store),
    ...createTransferOrder(store, lists.rowsOf),
    ...createTransferJournal(store),
    ...createTransferStates(store, now),
    /** Makes several changes in one commit; a power cut may undo a `passing` one, but no other. */
    inOneCommit: (work: () => void, lasting: 'lasting' | 'passing' = 'lasting') =>
      store.transaction(work, lasting),
    setRestarted(fileId: LibraryFileId, because: TransferRow['restartedBecause']) {
      store.run('UPDATE transfer SET restarted_because = :because WHERE file_id = :fileId', {
        fileId,
        because,
      });
    },
    /** Keeps transfers that have begun in the folder of their bytes. */
    pinFolder(folder: string, begun: readonly LibraryFileId[]) {
      store.run(
        `UPDATE transfer SET folder = :folder WHERE folder IS NULL AND state <> 'done'
         AND (total_bytes IS NOT NULL OR done_bytes > 0 OR file_id IN (SELECT value FROM json_each(:begun)))`,
        { folder, begun: JSON.stringify(begun) },
      );
    },
    clearDone() {
      store.run(`DELETE FROM transfer WHERE state = 'done'`);
    },
    remove(fileId: LibraryFileId) {
      store.run('DELETE FROM transfer WHERE file_id = :fileId', { fileId });
    },
  };
}

/** Reads and writes the download queue and the journals of its partial files. */
export type TransferTable = ReturnType<typeof createTransferTable>;

/** A finished transfer starts from the beginning; any other row keeps its bytes, and its position unless it has failed. */
const enqueueSql = `INSERT INTO transfer (file_id, state, queued_at, folder, position)
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
  WHERE state <> 'queued'`;

/** The changes from one state to another. */
function createTransferStates(store: Store, now: () => Date) {
  return {
    enqueue(fileIds: readonly LibraryFileId[], folder: string | null = null) {
      const at = now().toISOString();
      store.transaction(() => {
        for (const fileId of fileIds) store.run(enqueueSql, { fileId, at, folder });
      });
    },
    /** Queues files that nobody has asked for. What a person has in the queue stays as it is; what failed there is tried again. */
    enqueueAutomatically(fileIds: readonly LibraryFileId[]) {
      const at = now().toISOString();
      store.transaction(() => {
        for (const fileId of fileIds) {
          store.run(`UPDATE transfer SET automatic = 1 WHERE file_id = :fileId AND state = 'done'`, {
            fileId,
          });
          store.run(
            `INSERT OR IGNORE INTO transfer (file_id, state, queued_at, automatic, position)
             VALUES (:fileId, 'waiting', :at, 1, (SELECT coalesce(max(position), 0) + 1 FROM transfer))`,
            { fileId, at },
          );
          if (
            store.get(
              idRowSchema,
              `SELECT file_id AS id FROM transfer WHERE file_id = :fileId AND (automatic = 1 OR state = 'failed')`,
              { fileId },
            )
          )
            store.run(enqueueSql, { fileId, at, folder: null });
        }
      });
    },
    /** Lists files that Nadir has queued without being asked, because a person asks for them now. */
    list(fileIds: readonly LibraryFileId[]) {
      store.run(
        'UPDATE transfer SET automatic = 0 WHERE automatic = 1 AND file_id IN (SELECT value FROM json_each(:ids))',
        { ids: JSON.stringify(fileIds) },
      );
    },
    setState(
      fileId: LibraryFileId,
      state: Exclude<TransferRow['state'], 'done'>,
      reason: { error?: StoredError | null; waitsUntil?: string | null } = {},
    ) {
      store.run(
        'UPDATE transfer SET state = :state, error = :error, waits_until = :until, finished_at = :finished WHERE file_id = :fileId',
        {
          fileId,
          state,
          error: reason.error ? JSON.stringify(reason.error) : null,
          until: reason.waitsUntil ?? null,
          finished: state === 'failed' ? now().toISOString() : null,
        },
      );
    },
    /** Changes all listed rows in these states; returns their files. */
    setAll: (from: readonly TransferRow['state'][], to: 'queued' | 'paused'): LibraryFileId[] =>
      store
        .all(
          idRowSchema,
          `UPDATE transfer SET state = :to, error = NULL, waits_until = NULL
           WHERE automatic = 0 AND state IN (SELECT value FROM json_each(:from)) RETURNING file_id AS id`,
          { from: JSON.stringify(from), to },
        )
        .map(({ id }) => id),
    /** Stores where the complete file is about to be moved. */
    setPlace(fileId: LibraryFileId, place: string, sizeBytes: number) {
      store.run(
        'UPDATE transfer SET place = :place, done_bytes = :sizeBytes, total_bytes = :sizeBytes WHERE file_id = :fileId',
        { fileId, place, sizeBytes },
      );
    },
    /** A file that nobody has asked for leaves no row. */
    finish(fileId: LibraryFileId, { sizeBytes, sha256 }: { sizeBytes: number; sha256: string }) {
      store.run('DELETE FROM transfer WHERE file_id = :fileId AND automatic = 1', { fileId });
      store.run(
        `UPDATE transfer SET state = 'done', done_bytes = :sizeBytes, total_bytes = :sizeBytes, validator = NULL, error = NULL,
           waits_until = NULL, place = NULL, last_modified = NULL, scene_modified = NULL, sha256 = :sha256, finished_at = :at
         WHERE file_id = :fileId`,
        { fileId, sizeBytes, sha256, at: now().toISOString() },
      );
      store.run('DELETE FROM transfer_block WHERE file_id = :fileId', { fileId });
    },
  };
}

import { z } from 'zod';
import type { LibraryFileId } from '../../../../src-preload/contract/ids.ts';
import type { Params, Store } from '../../../store/store.ts';
import { idRowSchema, readTransferRows, type TransferRow, transferColumns } from './transfer-row.ts';

const positionSchema = z.object({ position: z.number().nullable() });
/** If the step between two positions is smaller than this, all are numbered again: soon no number would be left between them. */
const minStep = 1e-6;

/** Creates the functions for the order of the queue: the next transfers, and moves by a person. */
export function createTransferOrder(
  store: Store,
  rowsOf: (fileIds: readonly LibraryFileId[]) => TransferRow[],
) {
  const nextIds = (limit: number, besides: readonly LibraryFileId[], isAutomatic: boolean) =>
    store
      .all(
        idRowSchema,
        `SELECT file_id AS id FROM transfer WHERE state = 'queued' AND automatic = :automatic
           AND file_id NOT IN (SELECT value FROM json_each(:besides))
         ORDER BY position, file_id LIMIT :limit`,
        { limit, besides: JSON.stringify(besides), automatic: isAutomatic ? 1 : 0 },
      )
      .map(({ id }) => id);
  const positionOf = (sql: string, params: Params) =>
    store.get(positionSchema, sql, params)?.position ?? null;

  /** Returns the positions between which this many files can be put before that one; `to` is null at the end of the queue. */
  function gapBefore(fileIds: readonly LibraryFileId[], before: LibraryFileId | null) {
    const to =
      before === null
        ? null
        : positionOf('SELECT position FROM transfer WHERE file_id = :before', { before });
    const from = positionOf(
      `SELECT max(position) AS position FROM transfer WHERE file_id NOT IN (SELECT value FROM json_each(:ids))
       AND (:to IS NULL OR position < :to)`,
      { ids: JSON.stringify(fileIds), to },
    );
    return { from: from ?? (to ?? 0) - fileIds.length - 1, to };
  }

  function renumber() {
    store.run(`UPDATE transfer SET position = ranked.place
      FROM (SELECT file_id, row_number() OVER (ORDER BY position, file_id) AS place FROM transfer) AS ranked
      WHERE ranked.file_id = transfer.file_id`);
  }

  function moveInTransaction(fileIds: readonly LibraryFileId[], before: LibraryFileId | null) {
    let { from, to } = gapBefore(fileIds, before);
    if (to !== null && (to - from) / (fileIds.length + 1) < minStep) {
      renumber();
      ({ from, to } = gapBefore(fileIds, before));
    }
    const step = to === null ? 1 : (to - from) / (fileIds.length + 1);
    const moving = store.all(
      idRowSchema,
      `SELECT file_id AS id FROM transfer WHERE file_id IN (SELECT value FROM json_each(:ids)) ORDER BY position, file_id`,
      { ids: JSON.stringify(fileIds) },
    );
    for (const [index, { id }] of moving.entries())
      store.run('UPDATE transfer SET position = :position WHERE file_id = :id', {
        id,
        position: from + step * (index + 1),
      });
  }

  return {
    /**
     * Returns the first of the queue, or of the files that nobody has asked for, without those that are running. An unreadable row does not
     * take the place of another.
     */
    next(limit: number, besides: readonly LibraryFileId[], isAutomatic = false): TransferRow[] {
      const passed = [...besides];
      const rows: TransferRow[] = [];
      while (rows.length < limit) {
        const fileIds = nextIds(limit - rows.length, passed, isAutomatic);
        if (fileIds.length === 0) break;
        passed.push(...fileIds);
        rows.push(...rowsOf(fileIds));
      }
      return rows;
    },
    /** Returns the first of the queue, including those that are running. */
    nextQueued: (limit: number): TransferRow[] =>
      readTransferRows(
        store,
        `SELECT ${transferColumns} FROM transfer WHERE state = 'queued' AND automatic = 0 ORDER BY position, file_id LIMIT :limit`,
        { limit },
      ),
    /** Moves files between `before` and the one ahead of it; null is the end. They keep their relative order. */
    move: (fileIds: readonly LibraryFileId[], before: LibraryFileId | null) =>
      store.transaction(() => moveInTransaction(fileIds, before)),
  };
}

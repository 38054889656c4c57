import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Transfer } from '../../../../src-preload/contract/delivery.ts';
import type { LibraryFileId } from '../../../../src-preload/contract/ids.ts';
import { AppError } from '../../../core/app-error.ts';
import type { ActiveTransfers } from './active-transfers.ts';
import type { DeliverableFile } from './deliverable-file.ts';
import type { QueuePause } from './queue-pause.ts';
import type { TransferRow } from './transfer-row.ts';
import type { TransferTable } from './transfer-table.ts';

/** How many rows of a long list are read in one turn of the event loop. */
export const batchRows = 250;

interface TransferViewsOptions {
  table: TransferTable;
  files: (fileIds: readonly LibraryFileId[]) => DeliverableFile[];
  active: ActiveTransfers;
  pause: Pick<QueuePause, 'pauseOf'>;
  attemptsOf: (fileId: LibraryFileId) => number;
}

/** Prepares transfers for the page from the stored row and the running transfer. */
export type TransferViews = ReturnType<typeof createTransferViews>;

/** Creates the views of transfers for the contract, from the table and the running transfers. */
export function createTransferViews({ table, files, active, pause, attemptsOf }: TransferViewsOptions) {
  function view(row: TransferRow, file: DeliverableFile): Transfer {
    const running = active.byFile.get(row.fileId);
    const queuePause = row.state === 'queued' ? pause.pauseOf(row.fileId) : null;
    const activeState = running?.isVerifying ? 'verifying' : 'running';
    return {
      fileId: row.fileId,
      librarySceneId: file.librarySceneId,
      sceneName: file.sceneId,
      taskName: file.taskName,
      project: file.project,
      takenAt: file.takenAt,
      fileName: file.fileName,
      state: running && row.state !== 'paused' ? activeState : queuePause ? 'waiting' : row.state,
      doneBytes: running?.doneBytes ?? row.doneBytes,
      totalBytes: running?.totalBytes ?? row.totalBytes,
      bytesPerSecond: running ? running.bytesPerSecond : null,
      position: row.position,
      ranges: running && !running.isVerifying ? running.connections : 0,
      attempts: attemptsOf(row.fileId),
      restartedBecause: row.restartedBecause,
      error: queuePause?.because ?? row.error,
      waitsUntil: queuePause?.until ?? row.waitsUntil,
      queuedAt: row.queuedAt,
      finishedAt: row.finishedAt,
      sha256: row.sha256,
    };
  }

  /**
   * A transfer whose file the library does not know any more is left out, so that the whole list does not fail. So are files that nobody
   * has asked for.
   */
  function views(rows: readonly TransferRow[]): Transfer[] {
    const listed = rows.filter(({ isAutomatic }) => !isAutomatic);
    const known = new Map(files(listed.map((row) => row.fileId)).map((file) => [file.fileId, file]));
    return listed.flatMap((row) => {
      const file = known.get(row.fileId);
      return file ? [view(row, file)] : [];
    });
  }

  /** Throws NOT_FOUND if the library does not know the file. */
  function fileOf(fileId: LibraryFileId): DeliverableFile {
    const [file] = files([fileId]);
    if (!file) throw new AppError('NOT_FOUND', { what: `file ${fileId}` });
    return file;
  }

  /** Throws NOT_FOUND if there is no transfer. */
  function rowOf(fileId: LibraryFileId): TransferRow {
    const row = table.get(fileId);
    if (!row) throw new AppError('NOT_FOUND', { what: `transfer ${fileId}` });
    return row;
  }

  return {
    views,
    fileOf,
    rowOf,
    viewOf: (fileId: LibraryFileId): Transfer => view(rowOf(fileId), fileOf(fileId)),
    /**
     * Resolves with the transfers of these files, if they have one; each batch shows the state of its own turn of the event loop.
     */
    async viewsOf(fileIds: readonly LibraryFileId[]): Promise<Transfer[]> {
      const transfers: Transfer[] = [];
      for (let at = 0; at < fileIds.length; at += batchRows) {
        if (at > 0) await yieldToEventLoop();
        transfers.push(...views(table.rowsOf(fileIds.slice(at, at + batchRows))));
      }
      return transfers;
    },
    /** Yields all unfinished transfers in batches, so that a long queue is never read as a whole. */
    async *openViews(): AsyncGenerator<Transfer[], void, void> {
      for (let after: TransferRow | null = null; ; await yieldToEventLoop()) {
        const rows: TransferRow[] = table.openAfter(after, batchRows);
        // Rows that cannot be read are left out, so a short batch need not be the last one.
        after = rows.at(-1) ?? null;
        if (after === null) return;
        yield views(rows);
      }
    },
  };
}

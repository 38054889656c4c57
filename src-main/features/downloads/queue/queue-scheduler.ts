import type { LibraryFileId } from '../../../../src-preload/contract/ids.ts';
import type { CheckpointWriter } from '../../../transfer/storage/checkpoint-writer.ts';
import type { ActiveTransfer, ActiveTransfers } from './active-transfers.ts';
import type { TransferLimits } from './delivery-options.ts';
import type { QueuePause } from './queue-pause.ts';
import type { TransferRetries } from './transfer-retries.ts';
import type { TransferRow } from './transfer-row.ts';
import type { TransferTable } from './transfer-table.ts';

/** The limit for receiving, verifying and moving transfers together. */
const maxActive = 200;
/** The small files that Nadir fetches without being asked, such as thumbnails, have a few places of their own. */
const automaticAtOnce = 2;

interface QueueSchedulerOptions {
  table: TransferTable;
  active: ActiveTransfers;
  retries: TransferRetries;
  pause: QueuePause;
  checkpoints: CheckpointWriter;
  limits: () => TransferLimits;
  folderOf: (row: TransferRow) => string;
  isClosed: () => boolean;
  /** Runs one transfer from its row to its final name. */
  run: (row: TransferRow, transfer: ActiveTransfer) => Promise<void>;
  announce: (fileId: LibraryFileId) => void;
  changed: () => void;
}

/** Decides which transfers of the queue run. */
export type QueueScheduler = ReturnType<typeof createQueueScheduler>;

/** Starts the next transfers of the queue whenever there is room for them, and sets the state of those that end. */
export function createQueueScheduler(options: QueueSchedulerOptions) {
  const { table, active, retries, pause, isClosed, announce } = options;
  let isStartDue = false;

  async function run(row: TransferRow, transfer: ActiveTransfer): Promise<void> {
    const { fileId } = row;
    try {
      await options.run(row, transfer);
      retries.forgetAttempts(fileId);
    } catch (error) {
      recordFailure(fileId, transfer, error);
    } finally {
      active.delete(fileId);
      if (!isClosed()) {
        announce(fileId);
        options.changed();
        startSoon();
      }
    }
  }

  function recordFailure(fileId: LibraryFileId, transfer: ActiveTransfer, error: unknown) {
    try {
      options.checkpoints.flush();
      const row = table.get(fileId);
      // If the user or the end of Nadir stopped it, the row already has the wanted state.
      if (row && !transfer.abort.signal.aborted) retries.waitOrFail(row, error, transfer.startedWithBytes);
    } catch (databaseError) {
      pause.pauseBecause(databaseError, fileId);
    }
  }

  /** Starts as many transfers as there is room for. */
  function startNext() {
    if (isClosed() || pause.isPaused()) return;
    const { filesAtOnce, bytesPerSecond } = options.limits();
    // With a limit of 0 a connection would be opened and closed for nothing.
    if (bytesPerSecond === 0) return;
    startSome(filesAtOnce, false);
    startSome(automaticAtOnce, true);
  }

  function startSome(atOnce: number, isAutomatic: boolean) {
    // If too many files wait for the disk, no further ones are started.
    const room = Math.min(atOnce - active.receivingCount(isAutomatic), maxActive - active.byFile.size);
    if (room <= 0) return;
    for (const row of table.next(room, [...active.byFile.keys()], isAutomatic)) {
      const transfer = active.add(row, options.folderOf(row));
      transfer.finished = run(row, transfer);
      announce(row.fileId);
    }
  }

  /** If many transfers end in one turn of the event loop, the queue is read only once. */
  function startSoon() {
    if (isStartDue) return;
    isStartDue = true;
    setImmediate(() => {
      isStartDue = false;
      startNext();
    });
  }

  return {
    startNext,
    startSoon,
    /** Call this when a transfer has another state: it is reported, and a place that became free is filled. */
    transferChanged(fileId: LibraryFileId) {
      announce(fileId);
      options.changed();
      startNext();
    },
  };
}

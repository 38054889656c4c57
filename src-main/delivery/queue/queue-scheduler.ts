import type { LibraryFileId } from '../../../src-preload/contract/ids.ts';
import type { CheckpointWriter } from '../storage/checkpoint-writer.ts';
import type { ActiveTransfer, ActiveTransfers } from './active-transfers.ts';
import type { TransferLimits } from './delivery-options.ts';
import type { QueuePause } from './queue-pause.ts';
import type { TransferRetries } from './transfer-retries.ts';
import type { TransferRow } from './transfer-row.ts';
import type { TransferTable } from './transfer-table.ts';

/** Receiving, verifying and moving together. */
const maxActive = 200;

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

/** Starts the next transfers of the queue whenever there is room for them, and decides what becomes of those that end. */
export function createQueueScheduler(options: QueueSchedulerOptions) {
  const { table, active, retries, pause, isClosed, announce } = options;
  let isStartDue = false;

  async function run(row: TransferRow, transfer: ActiveTransfer): Promise<void> {
    const { fileId } = row;
    try {
      await options.run(row, transfer);
      retries.forgetAttempts(fileId);
    } catch (error) {
      noteFailure(fileId, transfer, error);
    } finally {
      active.delete(fileId);
      if (!isClosed()) {
        announce(fileId);
        options.changed();
        startSoon();
      }
    }
  }

  function noteFailure(fileId: LibraryFileId, transfer: ActiveTransfer, error: unknown) {
    try {
      options.checkpoints.flush();
      const row = table.get(fileId);
      // Stopped by the user or by the end of Nadir: the row already says what is wanted of it.
      if (row && !transfer.abort.signal.aborted) retries.waitOrFail(row, error, transfer.startedWithBytes);
    } catch (databaseError) {
      pause.pauseBecause(databaseError, fileId);
    }
  }

  /** Starts as many transfers as there is room for. */
  function startNext() {
    if (isClosed() || pause.isPaused()) return;
    const { filesAtOnce, bytesPerSecond } = options.limits();
    // Nothing may come now: a connection would be opened for nothing, and given up again.
    if (bytesPerSecond === 0) return;
    // Files that wait for the disk hold back the next ones at some point.
    const room = Math.min(filesAtOnce - active.receivingCount(), maxActive - active.byFile.size);
    if (room <= 0) return;
    for (const row of table.next(room, [...active.byFile.keys()])) {
      const transfer = active.add(row, options.folderOf(row));
      transfer.finished = run(row, transfer);
      announce(row.fileId);
    }
  }

  /** Of many transfers that end in one turn of the event loop the queue is asked once. */
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
    /** A transfer has another state: tells everybody and fills the place that may have become free. */
    transferChanged(fileId: LibraryFileId) {
      announce(fileId);
      options.changed();
      startNext();
    },
  };
}

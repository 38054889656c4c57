import { rm } from 'node:fs/promises';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Transfer } from '../../../../src-preload/contract/delivery.ts';
import type { LibraryFileId } from '../../../../src-preload/contract/ids.ts';
import type { ActiveTransfers } from './active-transfers.ts';
import type { DeliverableFile } from './deliverable-file.ts';
import type { QueueScheduler } from './queue-scheduler.ts';
import type { TransferRetries } from './transfer-retries.ts';
import type { TransferRow } from './transfer-row.ts';
import type { TransferTable } from './transfer-table.ts';
import { batchRows, type TransferViews } from './transfer-views.ts';

interface QueueCommandsOptions {
  table: TransferTable;
  files: (fileIds: readonly LibraryFileId[]) => DeliverableFile[];
  active: ActiveTransfers;
  retries: TransferRetries;
  scheduler: QueueScheduler;
  views: TransferViews;
  partialPath: (row: TransferRow) => string;
  announce: (fileId: LibraryFileId) => void;
  changed: () => void;
  /** Called when the queue is empty and something is about to be added. */
  batchBegins: () => void;
}

/** Creates the commands of a person or a rule for single transfers. */
export function createTransferCommands(options: QueueCommandsOptions) {
  const { table, active, retries, scheduler, views } = options;

  function resume(fileId: LibraryFileId): Transfer {
    // This also works while a pause is still taking effect: the transfer ends, finds its row queued, and is started again.
    if (views.rowOf(fileId).state !== 'done') {
      retries.forgetAttempts(fileId);
      table.enqueue([fileId]);
      scheduler.transferChanged(fileId);
    }
    return views.viewOf(fileId);
  }

  return {
    resume,
    retry: resume,
    pause(fileId: LibraryFileId): Transfer {
      const row = views.rowOf(fileId);
      if (row.state !== 'done' && row.state !== 'failed') {
        table.setState(fileId, 'paused');
        active.byFile.get(fileId)?.abort.abort();
        scheduler.transferChanged(fileId);
      }
      return views.viewOf(fileId);
    },
    async remove(fileId: LibraryFileId): Promise<void> {
      const row = table.get(fileId);
      const running = active.byFile.get(fileId);
      retries.cancelWait(fileId);
      retries.forgetAttempts(fileId);
      table.remove(fileId);
      running?.abort.abort();
      await running?.finished;
      // If it was queued again while it was ending, the bytes belong to the new transfer.
      if (row && table.get(fileId) === null) await rm(options.partialPath(row), { force: true });
      scheduler.transferChanged(fileId);
    },
  };
}

/** Creates the commands of a person or a rule for many transfers at once. */
export function createQueueCommands(options: QueueCommandsOptions) {
  const { table, active, retries, scheduler, views, announce, changed } = options;
  return {
    async download(fileIds: readonly LibraryFileId[], folder: string | null = null): Promise<Transfer[]> {
      const isListedRunning = [...active.byFile.values()].some(({ isAutomatic }) => !isAutomatic);
      if (table.nextQueued(1).length === 0 && !isListedRunning) options.batchBegins();
      for (let at = 0; at < fileIds.length; at += batchRows) {
        if (at > 0) await yieldToEventLoop();
        const batch = options
          .files(fileIds.slice(at, at + batchRows))
          .filter((file) => !file.onDisk)
          .map(({ fileId }) => fileId);
        for (const fileId of batch) retries.forgetAttempts(fileId);
        table.list(batch);
        table.enqueue(batch, folder);
        for (const fileId of batch) announce(fileId);
      }
      changed();
      scheduler.startNext();
      return views.viewsOf(fileIds);
    },
    async downloadAutomatically(fileIds: readonly LibraryFileId[]): Promise<void> {
      for (let at = 0; at < fileIds.length; at += batchRows) {
        if (at > 0) await yieldToEventLoop();
        const batch = options.files(fileIds.slice(at, at + batchRows)).filter((file) => !file.onDisk);
        table.enqueueAutomatically(batch.map(({ fileId }) => fileId));
        for (const { fileId } of batch) announce(fileId);
      }
      changed();
      scheduler.startNext();
    },
    pauseAll() {
      for (const fileId of table.setAll(['queued', 'waiting'], 'paused')) {
        active.byFile.get(fileId)?.abort.abort();
        announce(fileId);
      }
      changed();
    },
    resumeAll() {
      for (const fileId of table.setAll(['paused'], 'queued')) {
        retries.forgetAttempts(fileId);
        announce(fileId);
      }
      changed();
      scheduler.startNext();
    },
    move(fileIds: readonly LibraryFileId[], before: LibraryFileId | null) {
      if (before !== null && fileIds.includes(before)) return;
      table.move(fileIds, before);
      for (const fileId of fileIds) announce(fileId);
      scheduler.startNext();
    },
    clearFinished() {
      table.clearDone();
      changed();
    },
  };
}

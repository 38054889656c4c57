import type { LibraryFileId } from '../../../../src-preload/contract/ids.ts';
import { type AppError, hasCode, isAppError, toStoredError } from '../../../core/app-error.ts';
import {
  backoffMs,
  countFailedAttempts,
  diskFailure,
  diskPauseMs,
  isPassing,
  maxAttempts,
  retryTimeOf,
} from '../../../transfer/retry-rules.ts';
import { TransferDelay } from '../../../transfer/transfer-delay.ts';
import type { TransferRow } from './transfer-row.ts';
import type { TransferTable } from './transfer-table.ts';

interface TransferRetriesOptions {
  table: TransferTable;
  folderOf: (row: TransferRow) => string;
  /** Milliseconds of the transfers' clock. */
  now: () => number;
  /** Converts a time of that clock to the system clock. */
  shownTime: (at: number) => string;
  random: () => number;
  setTimer: (run: () => void, ms: number) => () => void;
  isClosed: () => boolean;
  onError: (error: unknown) => void;
  announce: (fileId: LibraryFileId) => void;
  /** Called when transfers are in the queue again; their changes were already announced. */
  requeued: () => void;
}

/** Decides whether a broken transfer is retried, and when. It counts attempts since the last received byte. */
export type TransferRetries = ReturnType<typeof createTransferRetries>;

/** Sets the state of a transfer that broke off: it waits and is queued again, or it has failed. */
export function createTransferRetries(options: TransferRetriesOptions) {
  const { table, now, onError } = options;
  const failedAttempts = new Map<LibraryFileId, number>();
  const timers = new Map<LibraryFileId, () => void>();
  let isAnyOffline = false;

  function cancelWait(fileId: LibraryFileId) {
    timers.get(fileId)?.();
    timers.delete(fileId);
  }

  function requeueWhenDue(fileId: LibraryFileId) {
    timers.delete(fileId);
    if (options.isClosed()) return;
    try {
      if (table.get(fileId)?.state !== 'waiting') return;
      table.enqueue([fileId]);
    } catch (error) {
      // Tried again later, because nothing else would ever queue it.
      onError(error);
      return requeueAt(fileId, now() + diskPauseMs);
    }
    options.announce(fileId);
    options.requeued();
  }

  /** Queues the transfer again at that time of the transfers' clock, if it still waits then. */
  function requeueAt(fileId: LibraryFileId, at: number) {
    timers.get(fileId)?.();
    timers.set(
      fileId,
      options.setTimer(() => requeueWhenDue(fileId), Math.max(0, at - now())),
    );
  }

  function waitUntil(fileId: LibraryFileId, error: AppError, at: number) {
    if (error.code === 'OFFLINE') isAnyOffline = true;
    table.setState(fileId, 'waiting', { error: toStoredError(error), waitsUntil: options.shownTime(at) });
    requeueAt(fileId, at);
  }

  /** Queues the transfers that wait because of one of these errors at once, with their attempts reset. */
  function requeueWaitingFor(codes: ('OFFLINE' | 'UNREACHABLE')[]) {
    isAnyOffline = false;
    const fileIds = table.waitingFor(codes);
    if (fileIds.length === 0) return;
    for (const fileId of fileIds) {
      cancelWait(fileId);
      failedAttempts.delete(fileId);
      options.announce(fileId);
    }
    table.enqueue(fileIds);
    options.requeued();
  }

  return {
    attemptsOf: (fileId: LibraryFileId) => failedAttempts.get(fileId) ?? 0,
    forgetAttempts(fileId: LibraryFileId) {
      failedAttempts.delete(fileId);
    },
    cancelWait,
    requeueAt,
    requeueWaitingFor,
    /** Bytes were received, so transfers that wait for a network need not wait any longer. */
    networkWorks() {
      if (isAnyOffline) requeueWaitingFor(['OFFLINE']);
    },
    /** Handles the error that broke off an attempt. Throws if the database cannot store the new state. */
    waitOrFail(row: TransferRow, error: unknown, startedWithBytes: number) {
      const { fileId } = row;
      const neededBytes = row.totalBytes === null ? null : row.totalBytes - row.doneBytes;
      const disk = diskFailure(error, options.folderOf(row), neededBytes);
      if (disk) return waitUntil(fileId, disk, now() + diskPauseMs);
      const attempts = countFailedAttempts(row, startedWithBytes, failedAttempts.get(fileId) ?? 0);
      failedAttempts.set(fileId, attempts);
      const reason = error instanceof TransferDelay ? error.reason : error;
      // Being offline counts as an attempt, but never ends the attempts.
      if (isPassing(error) && isAppError(reason) && (attempts <= maxAttempts || hasCode(reason, 'OFFLINE')))
        return waitUntil(
          fileId,
          reason,
          retryTimeOf(error, now()) ?? now() + backoffMs(attempts, options.random),
        );
      if (!isAppError(reason)) onError(reason);
      table.setState(fileId, 'failed', { error: toStoredError(reason) });
    },
    stop() {
      for (const stopTimer of timers.values()) stopTimer();
    },
  };
}

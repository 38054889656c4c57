import type { ActiveTransfers } from './active-transfers.ts';
import type { TransferLimits } from './delivery-options.ts';
import type { QueueScheduler } from './queue-scheduler.ts';
import type { TransferRetries } from './transfer-retries.ts';
import type { TransferTable } from './transfer-table.ts';

/** A connection that was silent for this long when the network changed belongs to the old network. */
const silentMs = 3_000;

interface SurroundingsOptions {
  table: TransferTable;
  active: ActiveTransfers;
  retries: TransferRetries;
  scheduler: QueueScheduler;
  limits: () => TransferLimits;
  now: () => number;
}

/** Creates the reactions to changes around the queue: the network, the library's folder or the limits. */
export function createSurroundings({ table, active, retries, scheduler, limits, now }: SurroundingsOptions) {
  return {
    limitsChanged() {
      if (limits().bytesPerSecond === 0) active.abortAll();
      else scheduler.startNext();
    },
    networkChanged() {
      for (const [fileId, { lastByteAt, isVerifying, abort }] of active.byFile) {
        if (isVerifying || now() - lastByteAt < silentMs) continue;
        const row = table.get(fileId);
        // A transfer that cannot be resumed would lose all its bytes.
        if (row && (row.validator !== null || row.doneBytes === 0)) abort.abort();
      }
      retries.requeueWaitingFor(['OFFLINE', 'UNREACHABLE']);
    },
    folderChanged: (before: string) => table.pinFolder(before, [...active.byFile.keys()]),
  };
}

import type { TransferSummary } from '../../../../src-preload/contract/delivery.ts';
import type { TransferTable } from './transfer-table.ts';

/** A running transfer. */
interface RunningTransfer {
  /** Bytes that were received but are not in the journal yet, on which the tally is based. */
  unsavedBytes: number;
  /** A size that is not in the table yet; null if it is, or if it is unknown. */
  unsavedSize: number | null;
  bytesPerSecond: number;
}

/** Sums up the whole queue, from the sums of the table and the running transfers. */
export function summarize({
  tally,
  done,
  active,
}: {
  tally: ReturnType<TransferTable['tally']>;
  done: ReturnType<TransferTable['doneSince']>;
  active: readonly RunningTransfer[];
}): TransferSummary {
  const files = { queued: 0, waiting: 0, paused: 0, failed: 0 };
  let doneBytes = done.bytes;
  let knownBytes = done.bytes;
  let unsized = 0;
  for (const counted of tally) {
    files[counted.state] += counted.files;
    // A failed transfer receives no more bytes: a progress bar that counts it would never fill.
    if (counted.state === 'failed') continue;
    doneBytes += counted.doneBytes;
    knownBytes += counted.totalBytes;
    unsized += counted.files - counted.sized;
  }
  for (const { unsavedBytes, unsavedSize } of active) {
    doneBytes += Math.max(0, unsavedBytes);
    if (unsavedSize === null) continue;
    knownBytes += unsavedSize;
    unsized -= 1;
  }
  const totalBytes = Math.max(doneBytes, knownBytes);
  const isWhole = unsized === 0 && totalBytes > 0;
  const bytesPerSecond = active.reduce((sum, running) => sum + running.bytesPerSecond, 0);
  const leftBytes = totalBytes - doneBytes;
  return {
    ...files,
    // The table counts running transfers as queued.
    running: active.length,
    queued: Math.max(0, files.queued - active.length),
    done: done.files,
    doneBytes,
    totalBytes,
    unsized,
    bytesPerSecond,
    secondsLeft: isWhole && bytesPerSecond > 0 ? Math.max(0, leftBytes / bytesPerSecond) : null,
  };
}

import type { TransferSummary } from '../../../src-preload/contract/delivery.ts';
import type { TransferTable } from './transfer-table.ts';

/** A transfer that is under way. */
interface RunningTransfer {
  /** Bytes that have come, but are not in the journal yet, from which the tally is made. */
  unsavedBytes: number;
  /** A size that the table does not know yet. */
  unsavedSize: number | null;
  bytesPerSecond: number;
}

/** Sums up the queue as a whole, from what the table counts and what is under way. */
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
  let sized = done.files;
  let unsized = 0;
  for (const counted of tally) {
    files[counted.state] += counted.files;
    // No more bytes will come of what failed: a progress bar that counts it would never fill.
    if (counted.state === 'failed') continue;
    doneBytes += counted.doneBytes;
    knownBytes += counted.totalBytes;
    sized += counted.sized;
    unsized += counted.files - counted.sized;
  }
  for (const { unsavedBytes, unsavedSize } of active) {
    doneBytes += Math.max(0, unsavedBytes);
    if (unsavedSize === null) continue;
    knownBytes += unsavedSize;
    sized += 1;
    unsized -= 1;
  }
  const totalBytes =
    sized === 0 ? 0 : Math.max(doneBytes, Math.round(knownBytes + unsized * (knownBytes / sized)));
  const bytesPerSecond = active.reduce((sum, running) => sum + running.bytesPerSecond, 0);
  const leftBytes = totalBytes - doneBytes;
  return {
    ...files,
    // The table counts what is under way as queued.
    running: active.length,
    queued: Math.max(0, files.queued - active.length),
    done: done.files,
    doneBytes,
    totalBytes,
    bytesPerSecond,
    secondsLeft: totalBytes > 0 && bytesPerSecond > 0 ? Math.max(0, leftBytes / bytesPerSecond) : null,
  };
}

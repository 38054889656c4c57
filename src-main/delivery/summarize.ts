import type { TransferSummary } from '../../src-preload/contract/delivery.ts';
import type { TransferTable } from './transfer-table.ts';

interface Running {
  /** Arrived, but not yet in the journal that the tally is made of. */
  unsavedBytes: number;
  /** A size that the table does not know yet. */
  unsavedSize: number | null;
  rate: number;
}

/** The line as a whole, from what the table counts and what runs. */
export function summarize({
  tally,
  done,
  active,
}: {
  tally: ReturnType<TransferTable['tally']>;
  done: ReturnType<TransferTable['doneSince']>;
  active: readonly Running[];
}): TransferSummary {
  const files = { queued: 0, waiting: 0, paused: 0, failed: 0 };
  let doneBytes = done.bytes;
  let knownBytes = done.bytes;
  let sized = done.files;
  let unsized = 0;
  for (const each of tally) {
    files[each.state] += each.files;
    // What failed brings no more bytes: a bar that counts it would never fill.
    if (each.state === 'failed') continue;
    doneBytes += each.doneBytes;
    knownBytes += each.totalBytes;
    sized += each.sized;
    unsized += each.files - each.sized;
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
  const bytesPerSecond = active.reduce((sum, { rate }) => sum + rate, 0);
  const left = totalBytes - doneBytes;
  return {
    ...files,
    // Those that run stand in the table as queued.
    running: active.length,
    queued: Math.max(0, files.queued - active.length),
    done: done.files,
    doneBytes,
    totalBytes,
    bytesPerSecond,
    secondsLeft: totalBytes > 0 && bytesPerSecond > 0 ? Math.max(0, left / bytesPerSecond) : null,
  };
}

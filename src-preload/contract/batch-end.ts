import type { TransferSummary } from './delivery.ts';

/** Smaller batches, such as a few thumbnails, are not reported; users wait only for larger ones. */
const worthTellingBytes = 5_000_000;

const open = ({ running, queued, waiting }: TransferSummary) => running + queued + waiting;

/** Returns the numbers to report if the queue has just emptied by itself; null if there is nothing to report. */
export function batchEnd(
  before: TransferSummary,
  after: TransferSummary,
): { done: number; failed: number } | null {
  if (open(before) === 0 || open(after) > 0 || after.paused > before.paused) return null;
  const failed = Math.max(0, after.failed - before.failed);
  if (after.done === 0 && failed === 0) return null;
  if (after.doneBytes < worthTellingBytes && failed === 0) return null;
  return { done: after.done, failed: after.failed };
}

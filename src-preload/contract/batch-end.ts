import type { TransferSummary } from './delivery.ts';

/** A few thumbnails are no news; a person waits for what is larger. */
const worthTellingBytes = 5_000_000;

const open = ({ running, queued, waiting }: TransferSummary) => running + queued + waiting;

/** What to tell when the queue has just emptied by itself; null when nothing is to be told. */
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

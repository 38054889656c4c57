import type { Transfer } from '../../../src-preload/contract/delivery.ts';
import type { LibraryFileId } from '../../../src-preload/contract/ids.ts';

export const queueFilters = ['all', 'active', 'waiting', 'failed'] as const;
/** A filter of the queue; `active` transfers are downloading or being verified. */
export type QueueFilter = (typeof queueFilters)[number];

const states: Record<QueueFilter, ReadonlySet<Transfer['state']> | null> = {
  all: null,
  active: new Set<Transfer['state']>(['running', 'verifying']),
  waiting: new Set<Transfer['state']>(['queued', 'waiting', 'paused']),
  failed: new Set<Transfer['state']>(['failed']),
};

/** Returns the transfers that a filter shows, in the order of download. */
export function queueOf(byFile: ReadonlyMap<LibraryFileId, Transfer>, filter: QueueFilter): Transfer[] {
  const wanted = states[filter];
  const queue: Transfer[] = [];
  for (const transfer of byFile.values()) {
    if (wanted === null || wanted.has(transfer.state)) queue.push(transfer);
  }
  return queue.sort((a, b) => a.position - b.position || a.fileId - b.fileId);
}

/** Returns the number of transfers per filter. */
export function countsOf(byFile: ReadonlyMap<LibraryFileId, Transfer>): Record<QueueFilter, number> {
  const counts = { all: byFile.size, active: 0, waiting: 0, failed: 0 };
  for (const { state } of byFile.values()) {
    if (state === 'running' || state === 'verifying') counts.active += 1;
    else if (state === 'failed') counts.failed += 1;
    else counts.waiting += 1;
  }
  return counts;
}

type Step = 'top' | 'up' | 'down' | 'end';

/**
 * Returns the file before which a transfer must be moved to go one step further in the shown queue. Null is the end of the queue; undefined
 * means that it is already there.
 */
export function beforeOf(
  queue: readonly Transfer[],
  fileId: LibraryFileId,
  step: Step,
): LibraryFileId | null | undefined {
  const at = queue.findIndex((transfer) => transfer.fileId === fileId);
  if (at < 0) return undefined;
  const last = queue.length - 1;
  if (step === 'top') return at === 0 ? undefined : queue[0]?.fileId;
  if (step === 'up') return at === 0 ? undefined : queue[at - 1]?.fileId;
  if (at === last) return undefined;
  return step === 'end' ? null : (queue[at + 2]?.fileId ?? null);
}

/**
 * Returns the file before which a row that is dropped into a gap between two rows must be moved: the row below the gap, or null for the end
 * of the queue. Undefined if the drop changes nothing.
 */
export function beforeGap(
  queue: readonly Transfer[],
  fileId: LibraryFileId,
  gap: number,
): LibraryFileId | null | undefined {
  const at = queue.findIndex((transfer) => transfer.fileId === fileId);
  if (at < 0 || gap === at || gap === at + 1) return undefined;
  return queue[gap]?.fileId ?? null;
}

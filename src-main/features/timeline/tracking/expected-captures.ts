import type { CaptureId, Scope } from '../../../../src-preload/contract/ids.ts';
import type { Interval } from '../../../../src-preload/contract/interval.ts';
import type { HistoryEntry, Subject } from '../../../../src-preload/contract/tracking.ts';
import { addInterval } from '../../../core/interval.ts';
import { historyEntry } from './history-entry.ts';
import type { ProcessingTimes } from './processing-times.ts';

/** The fields of a capture that decide what is due. */
export interface PlannedCapture {
  captureId: CaptureId;
  start: string | null;
  phase: 'planned' | 'taken' | 'over' | 'lost';
}

/** A task or an order whose captures are expected. */
export interface Subscription {
  subject: Subject;
  source: 'v1' | 'v2';
  captures: PlannedCapture[];
  /** The end of its acquisition window; null if there is none. */
  endMs: number | null;
  /** The period of a recurrent task or order; null for others. */
  every: Interval | null;
  /** How many captures were requested; null if that is unknown. */
  needed: number | null;
}

/** Returns a time in milliseconds as ISO UTC. */
export const iso = (ms: number): string => new Date(ms).toISOString();

/** Returns a time in milliseconds; null if it is missing or unreadable. */
export const msOf = (at: string | null): number | null => {
  const ms = at === null ? Number.NaN : Date.parse(at);
  return Number.isNaN(ms) ? null : ms;
};

/** One capture is expected at any time until the window ends, as long as fewer were taken than requested. */
function captureByEntries(subscription: Subscription, takenCount: number): HistoryEntry[] {
  const { subject, source, endMs, every, needed } = subscription;
  if (endMs === null || every !== null || (needed !== null && takenCount >= needed)) return [];
  return [
    historyEntry({
      key: `expect by ${iso(endMs)}`,
      kind: 'expect-capture-by',
      source,
      certainty: 'expected',
      at: iso(endMs),
      text: { taken: takenCount, ...(needed === null ? {} : { needed }) },
      subjects: [subject],
    }),
  ];
}

/** Returns the next capture of a recurrent task or order: one period after the last. */
function revisitEntries(subscription: Subscription, lastMs: number): HistoryEntry[] {
  const { subject, source, endMs, every } = subscription;
  if (endMs === null || every === null || lastMs <= 0) return [];
  const nextMs = addInterval(lastMs, every);
  // A period of very many years leads to an invalid date.
  if (Number.isNaN(nextMs) || nextMs > endMs) return [];
  return [
    historyEntry({
      key: 'expect revisit',
      kind: 'expect-revisit',
      source,
      certainty: 'expected',
      at: iso(nextMs),
      text: { periodMs: nextMs - lastMs },
      subjects: [subject],
    }),
  ];
}

/** Creates the function that returns which captures and publications of a task or an order are due. */
export function createExpectedCaptures({
  times,
  nowMs,
}: {
  times: Pick<ProcessingTimes, 'usual' | 'productOf'>;
  nowMs: (scope: Scope) => number;
}) {
  /** Returns when a capture in processing is expected to be published, if the usual time for its product is known. */
  function publication(
    scope: Scope,
    { subject, source }: Subscription,
    { captureId, start }: PlannedCapture,
  ): HistoryEntry {
    const usual = times.usual(scope, times.productOf(scope, captureId));
    const takenMs = msOf(start);
    const common = {
      key: `expect published ${captureId}`,
      source,
      subjects: [{ kind: 'capture', captureId }, subject],
      certainty: 'expected',
    } satisfies Partial<HistoryEntry>;
    if (usual === null || takenMs === null)
      return historyEntry({ ...common, kind: 'expect-published-unknown' });
    return historyEntry({
      ...common,
      kind: 'expect-published',
      at: iso(takenMs + usual.maxMs),
      text: { halfMs: usual.halfMs, mostMs: usual.maxMs, count: usual.count },
    });
  }

  return (scope: Scope, subscription: Subscription): HistoryEntry[] => {
    const { subject, source, captures, endMs } = subscription;
    const now = nowMs(scope);
    const inProcessing = captures.filter(({ phase }) => phase === 'taken');
    const taken = captures.filter(({ phase }) => phase === 'taken' || phase === 'over');
    const planned = captures.filter(({ phase, start }) => phase === 'planned' && msOf(start) !== null);
    const isOpen = endMs !== null && endMs > now;
    const lastMs = Math.max(...taken.map(({ start }) => msOf(start) ?? 0));
    return [
      ...inProcessing.map((capture) => publication(scope, subscription, capture)),
      ...planned.map(({ captureId, start }) =>
        historyEntry({
          key: `expect ${captureId}`,
          kind: 'expect-capture',
          source,
          certainty: 'expected',
          at: start,
          subjects: [{ kind: 'capture', captureId }, subject],
        }),
      ),
      ...(isOpen ? captureByEntries(subscription, taken.length) : []),
      // A capture that the service has already planned is more precise than the period.
      ...(isOpen && !planned.some(({ start }) => (msOf(start) ?? 0) > now)
        ? revisitEntries(subscription, lastMs)
        : []),
    ];
  };
}

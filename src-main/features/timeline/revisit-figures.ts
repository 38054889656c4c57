import type { Interval } from '../../../src-preload/contract/interval.ts';
import type { RevisitWithGaps } from '../../../src-preload/contract/timeline.ts';
import { addInterval, addTolerated } from '../../core/interval.ts';

interface RevisitFacts {
  start: string | null;
  end: string | null;
  asked: Interval | null;
  open: boolean;
  /** True if it was cancelled or failed: nothing is missing after that, and the service does not say when it was. */
  endedEarly: boolean;
  /** The times of the captures, in any order; unreadable ones do not count. */
  capturedAt: readonly string[];
}

type RevisitFigures = Pick<
  RevisitWithGaps,
  | 'open'
  | 'isAhead'
  | 'captureCount'
  | 'gapCount'
  | 'medianMs'
  | 'longestMs'
  | 'withinCount'
  | 'waitingSince'
  | 'dueAt'
  | 'lateFrom'
  | 'gaps'
>;

function medianOf(sorted: readonly number[]): number | null {
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)];
  if (upper === undefined) return null;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

const readTime = (text: string | null): number | null => {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
};

/**
 * Computes the gaps between captures and compares them with the requested interval. Several captures with the same time are one
 * visit.
 */
export function revisitFigures(facts: RevisitFacts, nowMs: number): RevisitFigures {
  const { asked } = facts;
  const read = facts.capturedAt.map(readTime).filter((at): at is number => at !== null);
  const times = [...new Set(read)].sort((a, b) => a - b);
  const end = readTime(facts.end);
  const start = readTime(facts.start);
  const readGap = (from: number, to: number) => ({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    ms: to - from,
    within: asked === null ? null : to <= addTolerated(from, asked),
  });
  const between = times.slice(1).map((to, index) => readGap(times[index] ?? to, to));
  const gaps = [...missedBefore(), ...between, ...missedAfter()];
  /** Returns the time from the start to the first capture, if a visit was missed in it. */
  function missedBefore() {
    const first = times[0];
    if (start === null || first === undefined || first <= start) return [];
    return [readGap(start, first)].filter(({ within }) => within === false);
  }
  /** Returns the time from the last capture to the end of what is over, or without a capture all of it, if a visit was missed in it. */
  function missedAfter() {
    const last = times.at(-1) ?? start;
    if (facts.endedEarly || end === null || end > nowMs || last === null || last >= end) return [];
    return [readGap(last, end)].filter(({ within }) => within === false);
  }
  const lengths = gaps.map(({ ms }) => ms).sort((a, b) => a - b);
  const open = facts.open && (end === null || end > nowMs) && (start === null || start <= nowMs);
  const isAhead = facts.open && start !== null && start > nowMs;
  const since = open ? (times.at(-1) ?? start) : null;
  return {
    open,
    isAhead,
    captureCount: times.length,
    gapCount: gaps.length,
    medianMs: medianOf(lengths),
    longestMs: lengths.at(-1) ?? null,
    withinCount: asked === null ? null : gaps.filter(({ within }) => within === true).length,
    waitingSince: since === null ? null : new Date(since).toISOString(),
    dueAt: since === null || asked === null ? null : new Date(addInterval(since, asked)).toISOString(),
    lateFrom: since === null || asked === null ? null : new Date(addTolerated(since, asked)).toISOString(),
    gaps: gaps.map(({ from, to, within }) => ({ from, to, within })),
  };
}

/** A limit for the future visits: nobody plans further, and a task with an interval of one hour would fill the calendar. */
const maxDue = 60;

/** Returns the visits that are still due by the requested interval, the overdue one first. */
export function dueTimes(
  { dueAt, asked, end }: Pick<RevisitWithGaps, 'dueAt' | 'asked' | 'end'>,
  nowMs: number,
): number[] {
  const due: number[] = [];
  const first = readTime(dueAt);
  const last = readTime(end);
  if (first === null || asked === null || last === null) return due;
  for (let at = first, steps = 0; at <= last && due.length < maxDue && steps < 10_000; steps += 1) {
    if (at === first || at > nowMs) due.push(at);
    at = addInterval(at, asked);
  }
  return due;
}

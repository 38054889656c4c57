import type { RevisitWithGaps } from '../../../src-preload/contract/timeline.ts';
import { dayMs } from './moment/days.ts';

/** The mean length of a Gregorian month. It is used only for drawing; gaps are compared by the calendar. */
const monthDays = 30.436_875;

/** The bars of a revisit: the length of each gap in days, in the series of its kind and null in the others. */
export interface RevisitBars {
  /** The times at which the gaps ended, in seconds since 1970. */
  times: number[];
  within: (number | null)[];
  beyond: (number | null)[];
  /** The length of the unfinished gap until now. */
  open: (number | null)[];
  askedDays: number | null;
}

/**
 * Returns the time since the last capture; null if nothing is awaited, or if that capture is dated ahead of now, so that no time has passed
 * since.
 */
export function waitingMs(
  { waitingSince }: Pick<RevisitWithGaps, 'waitingSince'>,
  nowMs: number,
): number | null {
  const since = waitingSince === null ? Number.NaN : Date.parse(waitingSince);
  return since <= nowMs ? nowMs - since : null;
}

/**
 * Returns the achieved intervals of a revisit as bars: when each ended (seconds since 1970) and its length in days, by the times at which they
 * ended, because the plot draws nothing of times in another order.
 */
export function revisitBars(row: RevisitWithGaps, nowMs: number): RevisitBars {
  const gaps = row.gaps.map(({ from, to, within }) => ({
    at: Date.parse(to),
    days: (Date.parse(to) - Date.parse(from)) / dayMs,
    as: within === false ? ('beyond' as const) : ('within' as const),
  }));
  const waited = waitingMs(row, nowMs);
  const waiting = waited === null ? [] : [{ at: nowMs, days: waited / dayMs, as: 'open' as const }];
  const all = [...gaps, ...waiting].toSorted((a, b) => a.at - b.at);
  const lengthsOf = (kind: 'within' | 'beyond' | 'open') =>
    all.map(({ as, days }) => (as === kind ? days : null));
  return {
    times: all.map(({ at }) => at / 1_000),
    within: lengthsOf('within'),
    beyond: lengthsOf('beyond'),
    open: lengthsOf('open'),
    askedDays: row.asked === null ? null : row.asked.months * monthDays + row.asked.ms / dayMs,
  };
}

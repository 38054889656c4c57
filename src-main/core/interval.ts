import type { Interval } from '../../src-preload/contract/interval.ts';

const hourMs = 3_600_000;

/** The same day so many months on, or that month's last, in UTC: there are no clock changes in it. */
export function addInterval(fromMs: number, { months, ms }: Interval): number {
  const from = new Date(fromMs);
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1);
  const { 0: year, 1: month } = [new Date(first).getUTCFullYear(), new Date(first).getUTCMonth()];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const timeOfDay = fromMs - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  return Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay)) + timeOfDay + ms;
}

const toleratedShare = 0.05;
const mostToleratedMs = 12 * hourMs;

/**
 * How much later than asked for still counts as in time. Passes over a place do not come to the minute: those of a
 * sun-synchronous fleet spread over hours of the day (service §10.3). Shown beside the figures; they are quoted.
 */
export function addTolerated(fromMs: number, asked: Interval): number {
  const dueMs = addInterval(fromMs, asked);
  return dueMs + Math.min(mostToleratedMs, Math.round(toleratedShare * (dueMs - fromMs)));
}

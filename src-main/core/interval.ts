import type { Interval } from '../../src-preload/contract/interval.ts';

const hourMs = 3_600_000;

/**
 * Adds an interval in UTC, which has no clock changes: the same day some months later, or that month's last day, plus the
 * milliseconds.
 */
export function addInterval(fromMs: number, { months, ms }: Interval): number {
  const from = new Date(fromMs);
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1);
  const { 0: year, 1: month } = [new Date(first).getUTCFullYear(), new Date(first).getUTCMonth()];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const timeOfDay = fromMs - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  return Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay)) + timeOfDay + ms;
}

const toleratedFraction = 0.05;
const maxToleratedMs = 12 * hourMs;

/**
 * Returns the latest time that still counts as on time. Passes over a place are not exact to the minute: those of a
 * sun-synchronous fleet are spread over hours of the day (service §10.3). The tolerance is shown beside the figures, because they
 * are quoted.
 */
export function addTolerated(fromMs: number, asked: Interval): number {
  const dueMs = addInterval(fromMs, asked);
  return dueMs + Math.min(maxToleratedMs, Math.round(toleratedFraction * (dueMs - fromMs)));
}

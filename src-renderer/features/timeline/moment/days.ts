/**
 * The length of a day in milliseconds. Days of the calendar are UTC days, counted since 1970-01-01, so clock changes
 * do not matter.
 */
export const dayMs = 86_400_000;

/** Returns the UTC day of an instant (milliseconds), in days since 1970-01-01. */
export const dayOf = (ms: number): number => Math.floor(ms / dayMs);
/** Returns the start of a UTC day in ISO 8601. */
export const startOf = (day: number): string => new Date(day * dayMs).toISOString();

/** Returns the weekday; 0 is Monday. 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** Returns the Monday at or before the day. */
export const weekOf = (day: number): number => day - weekdayOf(day);

/** Returns the first day of the month. */
export function monthOf(day: number): number {
  const date = new Date(day * dayMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / dayMs;
}

/** Returns the same day of the month a number of months later, or the last day of that month if it is shorter. */
export function addMonths(day: number, months: number): number {
  const date = new Date(day * dayMs);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / dayMs;
  const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 1) / dayMs;
  return Math.min(first + date.getUTCDate() - 1, next - 1);
}

/** Returns the whole weeks (Monday to Sunday) that contain a month; `to` is not included. */
export function monthGrid(day: number): { from: number; to: number } {
  const first = monthOf(day);
  return { from: weekOf(first), to: weekOf(addMonths(first, 1) - 1) + 7 };
}

/** A range of days, counted since 1970-01-01 in UTC; `to` is not included. */
export interface DaySpan {
  from: number;
  to: number;
}

/** Divides a span into at most `maxBuckets` buckets of whole days; `size` is in days. */
export function bucketsOf({ from, to }: DaySpan, maxBuckets: number): { size: number; count: number } {
  const size = Math.max(1, Math.ceil((to - from) / maxBuckets));
  return { size, count: Math.max(1, Math.ceil((to - from) / size)) };
}

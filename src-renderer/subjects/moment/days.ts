/** Days of the calendar are UTC days, counted since 1970-01-01: nothing here knows of clock changes. */
export const dayMs = 86_400_000;

/** The UTC day of an instant: days since 1970. */
export const dayOf = (ms: number): number => Math.floor(ms / dayMs);
/** The instant at which a UTC day starts, in ISO 8601. */
export const startOf = (day: number): string => new Date(day * dayMs).toISOString();

/** 0 for Monday. 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** The Monday at or before it. */
export const weekOf = (day: number): number => day - weekdayOf(day);

/** The first of its month. */
export function monthOf(day: number): number {
  const date = new Date(day * dayMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / dayMs;
}

/** The same day so many months on, or that month's last. */
export function addMonths(day: number, months: number): number {
  const date = new Date(day * dayMs);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / dayMs;
  const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 1) / dayMs;
  return Math.min(first + date.getUTCDate() - 1, next - 1);
}

/** The weeks that a month touches, Monday to Sunday: from (included) to (not included). */
export function monthGrid(day: number): { from: number; to: number } {
  const first = monthOf(day);
  return { from: weekOf(first), to: weekOf(addMonths(first, 1) - 1) + 7 };
}

/** A range of days, counted since 1970-01-01 in UTC; `to` is not included. */
export interface DaySpan {
  from: number;
  to: number;
}

/** Buckets of whole days that cover a span, at most so many. */
export function bucketsOf({ from, to }: DaySpan, most: number): { size: number; count: number } {
  const size = Math.max(1, Math.ceil((to - from) / most));
  return { size, count: Math.max(1, Math.ceil((to - from) / size)) };
}

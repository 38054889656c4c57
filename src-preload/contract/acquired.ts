import { z } from 'zod';

/** The first and the last moment of the period in which a scene was acquired, in ISO 8601, UTC; both belong to it. */
export const acquisitionPeriodSchema = z.object({ start: z.string(), end: z.string() });

/** A period of which no more is known than that a scene was acquired within it: a day, a month, a year or any other. */
export type AcquisitionPeriod = z.infer<typeof acquisitionPeriodSchema>;

/**
 * When a scene was acquired: at a moment, or within a period of which no more is known. At most one of the two is set; both are null if
 * nothing is known.
 */
export interface Acquired {
  timestamp: string | null;
  period: AcquisitionPeriod | null;
}

/** What a period consists of: whole years, whole months, whole days, or a part of days. All are those of UTC. */
export type PeriodUnit = 'year' | 'month' | 'day' | 'moment';

/** Some programs write the last second of a day, others its last millisecond. */
const isEndOfDay = (end: string): boolean => /T23:59:59(?:\.\d+)?Z$/.test(end);
const isStartOfDay = (start: string): boolean => /T00:00:00(?:\.0+)?Z$/.test(start);
const isLastOfMonth = (end: string): boolean =>
  new Date(Date.parse(`${end.slice(0, 10)}T00:00:00Z`) + 86_400_000).getUTCDate() === 1;

/** Returns the largest unit that a period consists of without a rest. */
export function unitOfPeriod({ start, end }: AcquisitionPeriod): PeriodUnit {
  if (!isStartOfDay(start) || !isEndOfDay(end)) return 'moment';
  if (start.slice(8, 10) !== '01' || !isLastOfMonth(end)) return 'day';
  return start.slice(5, 7) === '01' && end.slice(5, 7) === '12' ? 'year' : 'month';
}

const lengthOfUnit: Readonly<Record<Exclude<PeriodUnit, 'moment'>, number>> = { year: 4, month: 7, day: 10 };

/**
 * Returns a period as ISO 8601 writes it, as short as it can be: `2019`, `2025-07`, `2025-07-12`, `2025-03-01/2025-03-09`. It reads as no moment. A
 * part of one day has minutes; a part of several days is named by these days.
 */
export function isoPeriod(period: AcquisitionPeriod): string {
  const { start, end } = period;
  const unit = unitOfPeriod(period);
  const isWithinDay = start.slice(0, 10) === end.slice(0, 10);
  const cut = (time: string) =>
    unit !== 'moment'
      ? time.slice(0, lengthOfUnit[unit])
      : isWithinDay
        ? `${time.slice(0, 16)}Z`
        : time.slice(0, 10);
  return unit !== 'moment' && cut(start) === cut(end) ? cut(start) : `${cut(start)}/${cut(end)}`;
}

/** Returns the first and the last moment in which a scene may have been acquired; null if nothing is known. */
export function boundsOfAcquired({ timestamp, period }: Acquired): AcquisitionPeriod | null {
  return timestamp === null ? period : { start: timestamp, end: timestamp };
}

/**
 * Compares two scenes by when they were acquired, for sorting: by the start, then by the end; undated ones are first, as the strip of captures has
 * them. It returns 0 for equal ones. Of periods that overlap it is not known which is earlier; this order is only always the same.
 */
export function compareAcquired(one: Acquired, other: Acquired): number {
  const [a, b] = [boundsOfAcquired(one), boundsOfAcquired(other)];
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return Date.parse(a.start) - Date.parse(b.start) || Date.parse(a.end) - Date.parse(b.end) || 0;
}

/** True if a scene was certainly acquired before another one. */
export function isCertainlyEarlier(one: Acquired, other: Acquired): boolean {
  const [a, b] = [boundsOfAcquired(one), boundsOfAcquired(other)];
  return a !== null && b !== null && Date.parse(a.end) < Date.parse(b.start);
}

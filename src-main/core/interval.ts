import type { Interval } from '../../src-preload/contract/timeline.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Twelve years: what is longer is no interval between captures. */
const mostMs = 4_400 * day;

const number = String.raw`(\d+(?:[.,]\d+)?)`;
const iso = new RegExp(
  `^P(?=[\\dT])(?:${number}Y)?(?:${number}M)?(?:${number}W)?(?:${number}D)?(?:T(?=\\d)(?:${number}H)?(?:${number}M)?(?:${number}S)?)?$`,
  'i',
);
/** `7 00:00:00` as it is sent, `7 days, 00:00:00` and `7 days` as they come back (service §2.6). */
const spoken = /^(?:(\d+)(?: days?)?(?:,? |$))?(?:(\d{1,4}):(\d{2}):(\d{2}(?:\.\d+)?))?$/i;

const value = (text: string | undefined) => Number((text ?? '0').replace(',', '.'));

/** Null for nothing, for what is not positive, and for a part of a month, whose length nobody knows. */
function interval(months: number, ms: number): Interval | null {
  if (!Number.isInteger(months) || ms > mostMs || months > 144) return null;
  return months > 0 || ms > 0 ? { months, ms: Math.round(ms) } : null;
}

/** The recurrence of a task or the revisit period of an order: ISO 8601 durations and the interface's own form; null for others. */
export function readInterval(text: string | null): Interval | null {
  const written = (text ?? '').trim();
  const inIso = iso.exec(written);
  if (inIso) {
    const [, years, months, weeks, days, hours, minutes, seconds] = inIso;
    return interval(
      value(years) * 12 + value(months),
      value(weeks) * 7 * day +
        value(days) * day +
        value(hours) * hour +
        value(minutes) * minute +
        value(seconds) * second,
    );
  }
  const inWords = written === '' ? null : spoken.exec(written);
  if (!inWords || /^\d+$/.test(written)) return null;
  const [, days, hours, minutes, seconds] = inWords;
  return interval(
    0,
    value(days) * day + value(hours) * hour + value(minutes) * minute + value(seconds) * second,
  );
}

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
const mostToleratedMs = 12 * hour;

/**
 * How much later than asked for still counts as in time. Passes over a place do not come to the minute: those of a
 * sun-synchronous fleet spread over hours of the day (service §10.3). Shown beside the figures; they are quoted.
 */
export function addTolerated(fromMs: number, asked: Interval): number {
  const dueMs = addInterval(fromMs, asked);
  return dueMs + Math.min(mostToleratedMs, Math.round(toleratedShare * (dueMs - fromMs)));
}

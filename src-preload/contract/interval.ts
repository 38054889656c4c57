import { z } from 'zod';

/** A time between captures: calendar months, which have no fixed length, and milliseconds. */
export const intervalSchema = z.object({ months: z.number().int().min(0), ms: z.number().min(0) });
/** A time between captures. */
export type Interval = z.infer<typeof intervalSchema>;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Twelve years; a longer time is not an interval between captures. */
const mostMs = 4_400 * day;

const number = String.raw`(\d+(?:[.,]\d+)?)`;
const iso = new RegExp(
  `^P(?=[\\dT])(?:${number}Y)?(?:${number}M)?(?:${number}W)?(?:${number}D)?(?:T(?=\\d)(?:${number}H)?(?:${number}M)?(?:${number}S)?)?$`,
  'i',
);
/** `7 00:00:00` as it is sent, `7 days, 00:00:00` and `7 days` as the service returns it (service §2.6). */
const spoken = /^(?:(\d+)(?: days?)?(?:,? |$))?(?:(\d{1,4}):(\d{2}):(\d{2}(?:\.\d+)?))?$/i;

const value = (text: string | undefined) => Number((text ?? '0').replace(',', '.'));

/**
 * Returns the interval; null if it is not positive, is too long, or contains a part of a month, whose length is not
 * known.
 */
function interval(months: number, ms: number): Interval | null {
  if (!Number.isInteger(months) || ms > mostMs || months > 144) return null;
  return months > 0 || ms > 0 ? { months, ms: Math.round(ms) } : null;
}

/**
 * Reads the recurrence of a task or the revisit period of an order: an ISO 8601 duration or the interface's own form;
 * null for other texts.
 */
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

/**
 * A period of an order as it is sent: a positive ISO 8601 duration in whole numbers (`P7D`, `P1M`, `PT12H`; service
 * §10.4).
 */
export const periodSchema = z
  .string()
  .refine((text) => /^P[0-9A-Z]+$/.test(text) && readInterval(text) !== null, 'validation.duration');

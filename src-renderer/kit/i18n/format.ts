import {
  type Acquired,
  type AcquisitionPeriod,
  unitOfPeriod,
} from '../../../src-preload/contract/acquired.ts';
import type { TextReading } from '../../../src-preload/contract/attribute-texts.ts';
import { readInterval } from '../../../src-preload/contract/interval.ts';

/**
 * Formats of numbers and times, cached by locale and options. The screen shows times in UTC, with the local time on
 * hover.
 */
const numberFormats = new Map<string, Intl.NumberFormat>();
const timeFormats = new Map<string, Intl.DateTimeFormat>();

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(locale, options);
  numberFormats.set(key, format);
  return format;
}

/**
 * Returns the language of the screen with the user's region, which decides the order of dates: `en` becomes `en-GB` for
 * a user who prefers that, and `en-DE` for one who prefers German. A language alone would mean the dates of its largest
 * country.
 */
export function localeOfDates(language: string, preferred: readonly string[]): string {
  const locales = preferred.flatMap((tag) => {
    try {
      return [new Intl.Locale(tag)];
    } catch {
      return [];
    }
  });
  const same = locales.find((each) => each.language === language && each.region !== undefined);
  const region = same?.region ?? locales[0]?.maximize().region;
  return region === undefined ? language : `${language}-${region}`;
}

let areDaysIso = false;

/** Sets whether days are written in ISO 8601 from now on; true if that is a change, after which the screen has to be drawn again. */
export function writeDaysAsIso(isIso: boolean): boolean {
  const isChange = areDaysIso !== isIso;
  areDaysIso = isIso;
  return isChange;
}

/** A region whose days are those of ISO 8601, with a blank before the time. */
const isoLocale = 'sv-SE';

function timeFormat(language: string, given: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  // Names of months and weekdays that stand in a sentence or alone stay words.
  const isIso = areDaysIso && given.day !== undefined && given.month === 'short';
  const locale = isIso ? isoLocale : localeOfDates(language, navigator.languages);
  const options: Intl.DateTimeFormatOptions = isIso ? { ...given, month: '2-digit', day: '2-digit' } : given;
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = timeFormats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  timeFormats.set(key, format);
  return format;
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats a number with at most this many decimals. */
export function formatNumber(locale: string, value: number, digits = 0): string {
  return numberFormat(locale, { maximumFractionDigits: digits }).format(value);
}

/** Formats a size in bytes with a suitable unit. */
export function formatBytes(locale: string, bytes: number): string {
  const size = Math.max(0, bytes);
  // The unit is chosen for the rounded value: 999,950 is 1 MB, not 1,000 kB.
  const step = size < 999.5 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(size * 1.0005) / 3));
  const value = size / 1_000 ** step;
  // For bytes the locale's short form is the whole word, which does not fit beside kB and MB.
  if (step === 0) return `${formatNumber(locale, size)} B`;
  return numberFormat(locale, {
    style: 'unit',
    unit: byteUnits[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: value >= 99.95 ? 0 : 1,
  }).format(value);
}

/** Formats a rate in bytes per second with a suitable unit. */
export function formatRate(locale: string, bytesPerSecond: number): string {
  return `${formatBytes(locale, bytesPerSecond)}/s`;
}

// `h23` is used because `hour12: false` formats midnight as 24:00 in some locales.
const minute: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};

/** Formats a time; returns the service's text if it is not a time. */
function formatTime(locale: string, iso: string, options: Intl.DateTimeFormatOptions): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? iso : timeFormat(locale, options).format(at);
}

/** Formats a time in UTC with the name of the zone. */
export function formatUtc(locale: string, iso: string): string {
  return formatTime(locale, iso, { ...minute, timeZone: 'UTC', timeZoneName: 'short' });
}

/** Returns whether the region of the user writes `5/3/2026` or `3/5/2026` for the fifth of March. */
export function dayOrderOf(locale: string): 'day-first' | 'month-first' {
  const parts = timeFormat(locale, { year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(0);
  const [first] = parts.filter(({ type }) => type === 'day' || type === 'month');
  return first?.type === 'month' ? 'month-first' : 'day-first';
}

/** Returns how days and numbers are written in the region of the user. */
export function textReadingOf(language: string): TextReading {
  const locale = localeOfDates(language, navigator.languages);
  return {
    isDayFirst: dayOrderOf(language) === 'day-first',
    isCommaDecimal: numberFormat(locale, {})
      .formatToParts(1.5)
      .some(({ type, value }) => type === 'decimal' && value === ','),
  };
}

/** Returns the names of the months in a language, January first. */
export const monthNames = (language: string): string[] =>
  Array.from({ length: 12 }, (_, month) =>
    new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2_026, month, 1)),
  );

/** Formats only the hour and minute in UTC, for a time that is near. */
export function formatUtcHour(locale: string, iso: string): string {
  const { hour, minute: minutes, hourCycle } = minute;
  return formatTime(locale, iso, {
    hour,
    minute: minutes,
    hourCycle,
    timeZone: 'UTC',
    timeZoneName: 'short',
  });
}

/** Formats a time in UTC to the second, for logs. */
export function formatUtcSeconds(locale: string, iso: string): string {
  return formatTime(locale, iso, { ...minute, second: '2-digit', timeZone: 'UTC', timeZoneName: 'short' });
}

/** Formats two times as one range without what they have in common, such as `Mar 1 – 9, 2025`. */
function formatRange(
  locale: string,
  { start, end }: AcquisitionPeriod,
  options: Intl.DateTimeFormatOptions,
): string {
  const [first, last] = [Date.parse(start), Date.parse(end)];
  if (Number.isNaN(first) || Number.isNaN(last) || first > last) return `${start} – ${end}`;
  const format = timeFormat(locale, { ...options, timeZone: 'UTC' });
  if (!areDaysIso || options.hour !== undefined) return format.formatRange(first, last);
  // The second one of `2025-03-01–09` would be read as a month.
  const [one, other] = [format.format(first), format.format(last)];
  return one === other ? one : `${one} – ${other}`;
}

const isoLengths = { year: 4, month: 7 } as const;

/**
 * Formats the period in which a scene was acquired, as short as it can be: `2019`, `Jul 2025`, `Jul 12, 2025`, `Mar 1 – 9, 2025`. It never reads as a
 * moment. Of a period of several days only the days are named.
 */
export function formatPeriod(locale: string, period: AcquisitionPeriod): string {
  const { start, end } = period;
  const unit = unitOfPeriod(period);
  if ((unit === 'year' || unit === 'month') && areDaysIso) {
    const [one, other] = [start.slice(0, isoLengths[unit]), end.slice(0, isoLengths[unit])];
    return one === other ? one : `${one} – ${other}`;
  }
  const { year, month, day } = minute;
  if (unit === 'year') return formatRange(locale, period, { year });
  if (unit === 'month') return formatRange(locale, period, { year, month });
  if (unit === 'day' || start.slice(0, 10) !== end.slice(0, 10))
    return formatRange(locale, period, { year, month, day });
  const hasSeconds = start.slice(0, 16) === end.slice(0, 16);
  return formatRange(locale, period, {
    ...minute,
    ...(hasSeconds ? { second: '2-digit' } : {}),
    timeZoneName: 'short',
  });
}

/** Formats the first and the last second of a period, for a tip beside its short form. */
export const formatWholePeriod = (locale: string, { start, end }: AcquisitionPeriod): string =>
  `${formatUtcSeconds(locale, start)} – ${formatUtcSeconds(locale, end)}`;

/** Formats when a scene was acquired: the moment in UTC, or the period; null if nothing is known. */
export function formatAcquired(locale: string, { timestamp, period }: Acquired): string | null {
  if (timestamp !== null) return formatUtc(locale, timestamp);
  return period === null ? null : formatPeriod(locale, period);
}

/** Formats only the time of day in UTC to the second, for logs of one session. */
export function formatUtcClock(locale: string, iso: string): string {
  const { hour, minute: minutes, hourCycle } = minute;
  return formatTime(locale, iso, { hour, minute: minutes, second: '2-digit', hourCycle, timeZone: 'UTC' });
}

/** Formats the UTC day of a time. */
export function formatUtcDay(locale: string, iso: string): string {
  return formatTime(locale, iso, { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' });
}

/** Formats only the hour and minute in UTC, beside the name of the day. */
export function formatUtcMinute(locale: string, iso: string): string {
  return formatTime(locale, iso, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' });
}

/** Makes the first letter a capital one, as a month needs it in Spanish where it stands alone. */
export function startCapital(locale: string, text: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}

/** Formats the UTC month of a time. */
export function formatUtcMonth(locale: string, iso: string): string {
  return formatTime(locale, iso, { year: 'numeric', month: 'long', timeZone: 'UTC' });
}

/** Formats the short UTC weekday of a time. */
export function formatUtcWeekday(locale: string, iso: string): string {
  return formatTime(locale, iso, { weekday: 'short', timeZone: 'UTC' });
}

/** Formats a day in full, for screen readers. */
export function formatUtcLongDay(locale: string, iso: string): string {
  return formatTime(locale, iso, {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  });
}

/** Formats a time in the zone of this computer, with the zone's name. */
export function formatLocal(locale: string, iso: string): string {
  return formatTime(locale, iso, { ...minute, timeZoneName: 'short' });
}

function formatParts(
  locale: string,
  parts: readonly (readonly [number, string])[],
  unitDisplay: 'short' | 'long',
) {
  return parts
    .map(([value, unit]) => numberFormat(locale, { style: 'unit', unit, unitDisplay }).format(value))
    .join(' ');
}

/** Formats a duration in one or two units. */
export function formatDuration(locale: string, seconds: number): string {
  if (seconds < 59.5) return formatParts(locale, [[Math.max(1, Math.round(seconds)), 'second']], 'short');
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return formatParts(locale, [[minutes, 'minute']], 'short');
  const hours: [number, string] = [Math.floor(minutes / 60), 'hour'];
  const rest: [number, string] = [minutes % 60, 'minute'];
  return formatParts(locale, rest[0] > 0 ? [hours, rest] : [hours], 'short');
}

const dayMs = 86_400_000;

/**
 * Formats a time between captures in its two largest units that are not zero. A gap of 3 days and 5 minutes exceeds a
 * recurrence of 3 days, so the minutes are shown. Beside days and hours the minutes are rounded: 6 days, 23 hours and 59 minutes are nearly
 * 7 days, not 6 days and 23 hours.
 */
export function formatGap(locale: string, ms: number): string {
  const exact = Math.round(Math.abs(ms) / 60_000);
  const hasHours = exact >= 1_440 && exact % 1_440 >= 60;
  const minutes = hasHours ? Math.round(exact / 60) * 60 : exact;
  const parts = [
    [Math.floor(minutes / 1_440), 'day'],
    [Math.floor((minutes % 1_440) / 60), 'hour'],
    [minutes % 60, 'minute'],
  ] as const;
  const largest = parts.filter(([value]) => value > 0).slice(0, 2);
  return formatParts(locale, largest.length > 0 ? largest : [[0, 'minute']], 'short');
}

/** Formats a requested recurrence of months and a time. */
export function formatInterval(locale: string, { months, ms }: { months: number; ms: number }): string {
  const rest = ms % dayMs;
  const parts = [
    [months, 'month'],
    [Math.floor(ms / dayMs), 'day'],
    [Math.floor(rest / 3_600_000), 'hour'],
    [Math.floor((rest % 3_600_000) / 60_000), 'minute'],
    [(rest % 60_000) / 1_000, 'second'],
  ] as const;
  return formatParts(
    locale,
    parts.filter(([value]) => value > 0),
    'long',
  );
}

/**
 * Formats a fraction between 0 and 1 as a percentage, with at most `digits` decimals. Only the whole is 100 %, and only nothing is 0 %:
 * what rounding would make so is written as "> 99 %" or "< 1 %".
 */
export function formatShare(locale: string, share: number, digits = 0): string {
  const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: digits });
  const step = 10 ** -(digits + 2);
  if (share > 0 && share < step / 2) return `< ${percent.format(step)}`;
  if (share < 1 && share >= 1 - step / 2) return `> ${percent.format(1 - step)}`;
  return percent.format(share);
}

/** Formats the recurrence of a task or the period of an order in words; a text in an unknown form is unchanged. */
export function formatRecurrence(locale: string, text: string): string {
  const interval = readInterval(text);
  return interval === null ? text : formatInterval(locale, interval);
}

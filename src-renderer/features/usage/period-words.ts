import { startCapital } from '../../kit/i18n/format.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  formats.set(key, format);
  return format;
}

/** Formats a calendar day, regardless of time zones. */
export function formatDay(locale: string, day: string): string {
  return format(locale, { year: 'numeric', month: 'short', day: 'numeric' }).format(
    Date.parse(`${day}T00:00:00Z`),
  );
}

/** Formats a month in the language, to stand alone. */
export function formatMonth(locale: string, day: string): string {
  const month = format(locale, { year: 'numeric', month: 'long' }).format(Date.parse(`${day}T00:00:00Z`));
  return startCapital(locale, month);
}

/** Formats a period with both days included; a whole month becomes its name. */
export function formatPeriod(locale: string, firstDay: string, lastDay: string): string {
  const next = new Date(Date.parse(`${lastDay}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  const whole = firstDay.endsWith('-01') && next.endsWith('-01');
  if (whole && firstDay.slice(0, 7) === lastDay.slice(0, 7)) return formatMonth(locale, firstDay);
  if (whole)
    return format(locale, { year: 'numeric', month: 'short' }).formatRange(
      Date.parse(`${firstDay}T00:00:00Z`),
      Date.parse(`${lastDay}T00:00:00Z`),
    );
  return `${formatDay(locale, firstDay)} – ${formatDay(locale, lastDay)}`;
}

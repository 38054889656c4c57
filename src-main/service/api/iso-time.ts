import { isCalendarDay } from '../../core/calendar-day.ts';

/**
 * Returns a time of the service as ISO UTC, for sorting, comparing and display; returns the text itself if it cannot be read, and
 * null for null. A time without a zone is UTC (service §2.1, §2.4); a browser would take it for local time.
 */
export function isoTime(text: string | null): string | null {
  if (text === null) return null;
  // Only ISO 8601: Date.parse would accept many other texts as dates.
  const match =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i.exec(
      text.trim(),
    );
  if (!match) return text;
  const [, day = '', time = '00:00', zone = 'Z'] = match;
  if (!isCalendarDay(day)) return text;
  const offset = /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const at = Date.parse(`${day}T${time.replace(',', '.')}${offset.toUpperCase()}`);
  return Number.isNaN(at) ? text : new Date(at).toISOString();
}

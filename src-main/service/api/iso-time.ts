/**
 * A time of the service as ISO UTC, for sorting, comparing and showing; its own text when it cannot be read. Without a zone
 * it is UTC (service §2.1, §2.4): a browser would take it for local time.
 */
export function isoTime(text: string | null): string | null {
  if (text === null) return null;
  // Only what is written as ISO 8601: the parser would make a date of many other texts.
  const match =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i.exec(
      text.trim(),
    );
  if (!match) return text;
  const [, day, time = '00:00', zone = 'Z'] = match;
  const offset = /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const at = Date.parse(`${day}T${time.replace(',', '.')}${offset.toUpperCase()}`);
  return Number.isNaN(at) ? text : new Date(at).toISOString();
}

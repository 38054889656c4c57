/** A day as `YYYY-MM-DD` in some time zone: a calendar text, which sorts correctly as text. */
export const dayForm = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

const hourMs = 3_600_000;
/** A limit of the offset from UTC; no zone is, or ever was, further from UTC. */
const furthestHours = 26;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, made);
  return made;
}

/** Returns true if this computer knows the IANA time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** Returns the local time of a zone as if it were UTC (ms). */
function wallMs(at: number, zone: string): number {
  const part: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(at)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const dayMs = (day: string) => Date.parse(`${day}T00:00:00Z`);
const textOfDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Returns true if the text is a day of the calendar; the 30th of February is not. */
export function isDay(text: string): boolean {
  if (!dayForm.test(text)) return false;
  const ms = dayMs(text);
  return !Number.isNaN(ms) && textOfDay(ms) === text;
}

/** Returns the day of an instant (milliseconds since 1970) in a time zone, as `YYYY-MM-DD`. */
export function dayIn(at: number, zone: string): string {
  return textOfDay(wallMs(at, zone));
}

/** Returns the day that is a number of days later, as `YYYY-MM-DD`. */
export function addDays(day: string, days: number): string {
  return textOfDay(dayMs(day) + days * 24 * hourMs);
}

/** Returns the first day of the month that is a number of months away. */
export function addMonths(day: string, months: number): string {
  const at = new Date(dayMs(day));
  return textOfDay(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1));
}

/**
 * Returns the first instant of a day in a zone. If midnight occurs twice (clocks set back over it), it is the first
 * one; if it does not occur (clocks set forward, a day skipped at the date line), it is the instant of the jump.
 */
export function startOfDay(day: string, zone: string): number {
  const midnight = dayMs(day);
  const offsets = new Set<number>();
  for (let hours = -furthestHours; hours <= furthestHours; hours += 1) {
    const at = midnight + hours * hourMs;
    offsets.add(wallMs(at, zone) - at);
  }
  const found = [...offsets].map((offset) => midnight - offset).filter((at) => wallMs(at, zone) === midnight);
  if (found.length > 0) return Math.min(...found);
  let before = midnight - furthestHours * hourMs;
  let after = midnight + furthestHours * hourMs;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (wallMs(middle, zone) < midnight) before = middle;
    else after = middle;
  }
  return after;
}

/**
 * Returns a half-open period in ISO 8601, UTC: from the start of the first day to the end of the last, with the start
 * of each month in between.
 */
export function instantsOf(firstDay: string, lastDay: string, zone: string) {
  const iso = (day: string) => new Date(startOfDay(day, zone)).toISOString();
  const months: { month: string; from: string }[] = [{ month: firstDay.slice(0, 7), from: iso(firstDay) }];
  for (let day = addMonths(firstDay, 1); day <= lastDay; day = addMonths(day, 1))
    months.push({ month: day.slice(0, 7), from: iso(day) });
  return { from: iso(firstDay), to: iso(addDays(lastDay, 1)), months };
}

import { z } from 'zod';
import type { AcquisitionPeriod } from '../../src-preload/contract/acquired.ts';

/** A time that another program wrote: one moment, or a period of which no more is known. All are ISO 8601 in UTC. */
export type ForeignTime = { kind: 'moment'; at: string } | { kind: 'period'; start: string; end: string };

const dayPattern = String.raw`(\d{4})(?:([-:/.])(\d\d)(?:\2(\d\d))?|-(\d{3})|(\d\d)(\d\d))?`;
const clockPattern = String.raw`(\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d+))?)?|(\d\d)(?:(\d\d)(?:[.,](\d+))?)?)?`;
const zonePattern = String.raw`(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?`;
const timePattern = new RegExp(`^${dayPattern}(?:[T ]\\s*${clockPattern}\\s*${zonePattern})?$`, 'i');
const maxTextLength = 100;

const moment = (ms: number): ForeignTime => ({ kind: 'moment', at: new Date(ms).toISOString() });
const period = (startMs: number, endMs: number): ForeignTime => ({
  kind: 'period',
  start: new Date(startMs).toISOString(),
  end: new Date(endMs - 1).toISOString(),
});

/** Returns the minutes that a zone is ahead of UTC; 0 without a zone; null for one that does not exist. */
function readOffset(zone: string | undefined): number | null {
  const match = /^([+-])(\d\d):?(\d\d)?$/.exec(zone ?? '');
  if (match === null) return 0;
  const hours = Number(match[2]);
  const minutes = Number(match[3] ?? 0);
  if (hours > 15 || minutes > 59) return null;
  return (match[1] === '-' ? -1 : 1) * (hours * 60 + minutes);
}

/** Returns the first millisecond of a year, a month or a day and that after its last one; null for one that is in no calendar. */
function readDay(year: number, month: number | null, day: number | null): [number, number] | null {
  if (year < 1) return null;
  const start = new Date(0);
  start.setUTCFullYear(year, (month ?? 1) - 1, day ?? 1);
  if (start.getUTCMonth() !== (month ?? 1) - 1 || start.getUTCDate() !== (day ?? 1)) return null;
  const end = new Date(start);
  if (day !== null) end.setUTCDate(day + 1);
  else if (month !== null) end.setUTCMonth(month);
  else end.setUTCFullYear(year + 1);
  return [start.getTime(), end.getTime()];
}

/** Returns the bounds of the day of a year, as `2023-032`; null for one that the year does not have. */
function readOrdinalDay(year: number, ordinal: number): [number, number] | null {
  const start = new Date(Date.UTC(year, 0, ordinal));
  if (ordinal < 1 || start.getUTCFullYear() !== year) return null;
  return [start.getTime(), start.getTime() + 86_400_000];
}

/**
 * Reads a time that another program wrote: ISO 8601 with and without separators, and as TIFF and EXIF write it (`2023:01:10 00:30:00`).
 * A time without a zone is UTC: RFC 3339, STAC, GDAL, and the metadata of satellites have no local times, and what is read must not depend on
 * the computer. A year, a month or a day alone, and `start/end`, are periods. A leap second is the first second of the next minute, as
 * POSIX has it. Returns null for any other text, and for a day or an hour that does not exist.
 */
export function readForeignTime(text: string): ForeignTime | null {
  const trimmed = text.trim();
  if (trimmed.length > maxTextLength) return null;
  const ends = /^(\d{4}|[^/]{7,})\/(\d{4}|[^/]{7,})$/.exec(trimmed);
  if (ends !== null) return joinTimes(readForeignTime(ends[1] ?? ''), readForeignTime(ends[2] ?? ''));
  const match = timePattern.exec(trimmed);
  if (match === null) return null;
  const [, year, , month, day, ordinal, compactMonth, compactDay, hour] = match;
  const [minute, second, fraction] = [match[9] ?? match[12], match[10] ?? match[13], match[11] ?? match[14]];
  const wholeMonth = month ?? compactMonth;
  const wholeDay = day ?? compactDay;
  const bounds =
    ordinal !== undefined
      ? readOrdinalDay(Number(year), Number(ordinal))
      : readDay(
          Number(year),
          wholeMonth === undefined ? null : Number(wholeMonth),
          wholeDay === undefined ? null : Number(wholeDay),
        );
  if (bounds === null) return null;
  if (hour === undefined) return period(...bounds);
  const offset = readOffset(match[15]);
  const isWholeDay = ordinal !== undefined || wholeDay !== undefined;
  const seconds = Number(hour) * 3_600 + Number(minute ?? 0) * 60 + Number(second ?? 0);
  const isOnClock =
    Number(hour) < 24 ? Number(minute ?? 0) < 60 && Number(second ?? 0) <= 60 : seconds === 86_400;
  if (!isWholeDay || offset === null || !isOnClock) return null;
  const ms = Math.floor(Number(`0.${fraction ?? 0}`) * 1_000);
  const at = bounds[0] + (seconds - offset * 60) * 1_000 + ms;
  return minute === undefined ? period(at, at + 3_600_000) : moment(at);
}

/** Returns the period from one time to another, or the moment that both are; null if one is missing or the first is later. */
export function joinTimes(first: ForeignTime | null, last: ForeignTime | null): ForeignTime | null {
  if (first === null || last === null) return null;
  const start = first.kind === 'moment' ? first.at : first.start;
  const end = last.kind === 'moment' ? last.at : last.end;
  // Years have four digits, so that texts sort as times.
  if (start > end) return null;
  return start === end ? { kind: 'moment', at: start } : { kind: 'period', start, end };
}

/** The field of `raw` of a scene with the period in which it was acquired, if no moment is known. */
export const periodField = 'acquiredWithin';

/**
 * The start of the interval that the item of a scene has whose time nobody knows: STAC demands one, and this one says no more than that it was
 * acquired after the first satellite was launched.
 */
export const firstSatellite = '1957-10-04T00:00:00Z';

/** True for the interval of an item of Nadir that says nothing. Another Nadir must not take it for a period of decades. */
export const isNoPeriod = ({ start }: AcquisitionPeriod): boolean =>
  Date.parse(start) === Date.parse(firstSatellite);

const periodSchema = z.object({
  [periodField]: z.object({ start: z.iso.datetime(), end: z.iso.datetime() }),
});

/** Returns the period in which a scene was acquired, from its `raw`; null if none is stored there. */
export function readPeriod(raw: Readonly<Record<string, unknown>>): AcquisitionPeriod | null {
  const period = periodSchema.safeParse(raw).data?.[periodField] ?? null;
  return period === null || period.start > period.end || isNoPeriod(period) ? null : period;
}

/** Returns the first and the last moment in which a scene may have been acquired; null if nothing is known. */
export function readAcquired({
  timestamp,
  raw,
}: {
  timestamp: string | null;
  raw: Readonly<Record<string, unknown>>;
}): AcquisitionPeriod | null {
  const moment = timestamp === null ? null : readForeignTime(timestamp);
  return moment?.kind === 'moment' ? { start: moment.at, end: moment.at } : readPeriod(raw);
}

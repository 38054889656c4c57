import { type ForeignTime, joinTimes, readForeignTime } from '../../../core/foreign-time.ts';
import type { StatedFacts } from './vendor-metadata.ts';

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

interface NamePattern {
  pattern: RegExp;
  /** Returns the time as ISO 8601, from what the pattern found. */
  time: (found: readonly string[]) => string;
  satellite?: (found: readonly string[]) => string;
}

/** The names of files as providers document them. Other numbers in such a name are the time of processing, which never counts. */
const patterns: readonly NamePattern[] = [
  // Sentinel-1: https://sentinels.copernicus.eu/web/sentinel/user-guides/sentinel-1-sar/naming-conventions, start and stop of sensing.
  {
    pattern: /(?:^|[^a-z0-9])s1([a-d])[_-].*?(\d{8}t\d{6})[_-](\d{8}t\d{6})/i,
    time: ([, start = '', stop = '']) => `${start}/${stop}`,
    satellite: ([unit = '']) => `Sentinel-1${unit.toUpperCase()}`,
  },
  // Sentinel-2, the product and its tiles and bands: the first time is that of sensing.
  {
    pattern: /(?:^|[^a-z0-9])s2([a-d])_msil\w{2}_(\d{8}t\d{6})/i,
    time: ([, start = '']) => start,
    satellite: ([unit = '']) => `Sentinel-2${unit.toUpperCase()}`,
  },
  { pattern: /(?:^|_)t\d{2}[a-z]{3}_(\d{8}t\d{6})(?:_|$)/i, time: ([start = '']) => start },
  // Landsat Collection 1 and 2: path and row, the day of acquisition, then that of processing.
  {
    pattern: /(?:^|[^a-z0-9])l[cotem](0[1-9])_l\w{3}_\d{6}_(\d{8})_\d{8}_/i,
    time: ([, day = '']) => day,
    satellite: ([number = '']) => `Landsat ${Number(number)}`,
  },
  // Landsat before the collections: path, row, year and day of the year.
  {
    pattern: /(?:^|[^a-z0-9])l[cotem]([1-9])\d{6}(\d{4})(\d{3})[a-z]{3}\d{2}/i,
    time: ([, year = '', day = '']) => `${year}-${day}`,
    satellite: ([number = '']) => `Landsat ${number}`,
  },
  // Maxar: 23JAN10103421-M2AS-…
  {
    pattern: /(?:^|[^a-z0-9])(\d\d)(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(\d\d)(\d{6})(?![0-9])/i,
    time: ([year = '', month = '', day = '', clock = '']) =>
      `20${year}${String(months.indexOf(month.toUpperCase()) + 1).padStart(2, '0')}${day}T${clock}`,
  },
  // Pléiades and SPOT: 201301101034210, to the tenth of a second.
  {
    pattern: /(?:^|[^a-z0-9])(phr1[ab]|pneo[34]|spot[67])_\w*?_(\d{8})(\d{6})(\d)(?![0-9])/i,
    time: ([, day = '', clock = '', tenth = '']) => `${day}T${clock}.${tenth}`,
    satellite: ([name = '']) =>
      name
        .toUpperCase()
        .replace('PHR', 'Pléiades ')
        .replace('PNEO', 'Pléiades Neo ')
        .replace('SPOT', 'SPOT '),
  },
];

const satelliteWord = /(?:^|[_-])(SN\d{1,3}|SSC\d{1,3})(?:D\d)?(?:[_-]|$)/i;
// Year, month and day, perhaps with hours, minutes and seconds. A digit beside it makes it part of a longer number.
const anyTime =
  /(?<!\d)((?:19|20)\d\d)([-_.]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?:[T_ -]?([01]\d|2[0-3])([-_.:h]?)([0-5]\d)\6([0-5]\d)?Z?)?(?!\d)/gi;
/** What stands behind a clock and says how far it is from UTC, as ISO 8601 has it and as people write it (`+0200`, ` UTC+2`). */
const offsetBehind =
  /^(?:[.,]\d{1,6})?(?:[ _]?(UTC|GMT))?[ _]?([+-])(\d{1,2})(?:[-.:_]?(00|15|30|45))?(?!\d|[-.:]\d)/i;
/** A zone by its name behind a clock: such a time is a local one, of which not enough is known. */
const zoneBehind =
  /^[ _.-]?(?:CES?T|EES?T|MES?Z|BST|MSK|[ECMP][SD]T|AK[SD]T|HST|[JK]ST|IST|AE[SD]T|NZ[SD]T|SAST|BRT|[Ll][Oo][Cc][Aa][Ll](?:[ _-]?[Tt][Ii][Mm][Ee])?)(?![A-Za-z0-9])/;

/**
 * Returns the offset behind a clock as ISO 8601 has it; '' where none stands. Behind a minus more often stands the number of a picture: it
 * counts behind a clock with a T, and where there is such a zone.
 */
function readOffsetBehind(rest: string, hasT: boolean): string {
  const [, word, sign = '', hours = '', minutes = '00'] = offsetBehind.exec(rest) ?? [];
  const isZone =
    sign === '+'
      ? Number(hours) <= 14
      : hasT && Number(hours) >= 1 && Number(hours) <= 12 && ['00', '30'].includes(minutes);
  const isWritten = hours.length === 2 || word !== undefined;
  return sign !== '' && isZone && isWritten ? `${sign}${hours.padStart(2, '0')}${minutes}` : '';
}

/**
 * Returns the one time in a name of no known provider; null if there is none, several that differ, or one of a clock that a word calls a
 * local one.
 */
function readAnyTime(name: string): ForeignTime | null {
  const texts = [...name.matchAll(anyTime)].map((match) => {
    const [all, year, , month, day, hour, , minute, second] = match;
    if (hour === undefined) return `${year}${month}${day}`;
    const rest = name.slice(match.index + all.length);
    if (zoneBehind.test(rest)) return 'local';
    const offset = readOffsetBehind(rest, /\dT\d/i.test(all));
    // Four digits behind a day may be any number, unless an offset behind them makes a clock of them.
    const isClock = second !== undefined || offset !== '';
    return `${year}${month}${day}${isClock ? `T${hour}${minute}${second ?? ''}${offset}` : ''}`;
  });
  const [first] = texts;
  return first !== undefined && new Set(texts).size === 1 ? readForeignTime(first) : null;
}

/** Reads when and by which satellite a scene was acquired from the name of its file, without its ending. */
export function readNameFacts(name: string): StatedFacts {
  const none = { cloudCover: null, metadata: {} };
  for (const { pattern, time, satellite } of patterns) {
    const match = pattern.exec(name);
    const found = match === null ? null : readForeignTime(time(match.slice(1)));
    if (match !== null && found !== null)
      return { time: found, satellite: satellite?.(match.slice(1)) ?? null, ...none };
  }
  const word = satelliteWord.exec(name)?.[1];
  return { time: readAnyTime(name), satellite: word?.toUpperCase() ?? null, ...none };
}

/** Returns the time of all rasters of a scene: one moment, or the period that holds them; null if none has one. */
export function joinAllTimes(times: readonly ForeignTime[]): ForeignTime | null {
  const starts = times.map((time) => (time.kind === 'moment' ? time.at : time.start)).toSorted();
  const ends = times.map((time) => (time.kind === 'moment' ? time.at : time.end)).toSorted();
  const [start, end] = [starts[0], ends.at(-1)];
  if (start === undefined || end === undefined) return null;
  return joinTimes({ kind: 'moment', at: start }, { kind: 'moment', at: end });
}

import { readNumber } from './read-number.ts';

/** How a text is read that is one day or number to some readers and another to others, such as `03/04/2026` and `1,234`. */
export interface TextReading {
  isDayFirst: boolean;
  isCommaDecimal: boolean;
}

/** What one text tells of its column, as bits: those of a column are joined by `|`. */
export const textEvidence = {
  dayFirst: 1,
  monthFirst: 2,
  /** A day that exists in either order. */
  eitherDay: 4,
  commaDecimal: 8,
  pointDecimal: 16,
  /** A number whose only mark is a decimal mark or separates thousands. */
  eitherNumber: 32,
} as const;

const isoDay = /^(\d{4})-(\d{1,2})-(\d{1,2})(T[\d:.]*(?:Z|[+-]\d\d:?\d\d)?)?$/;
const numberedDay = /^(\d{1,2})([./\s-]+)(\d{1,2})[./\s-]+(\d{4})(?:[ T]+(\d{1,2}:\d\d(?::\d\d)?))?$/;
/** Longer texts are neither a day nor a number. */
const maxLength = 40;

/** Returns the day in ISO 8601; null if there is none, such as February 30. */
export function toIsoDay(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const iso = Number.isNaN(at.getTime()) ? '' : at.toISOString().slice(0, 10);
  const [readYear, readMonth, readDay] = iso.split('-').map(Number);
  return year >= 1_000 && readYear === year && readMonth === month && readDay === day ? iso : null;
}

/** Returns both days that a text of three numbers can be; null for any other text. `isSure` is true where a full stop says the order. */
function readNumberedDay(text: string) {
  const match = numberedDay.exec(text);
  if (match === null) return null;
  const [first, second, year] = [Number(match[1]), Number(match[3]), Number(match[4])];
  return {
    dayFirst: toIsoDay(year, second, first),
    monthFirst: toIsoDay(year, first, second),
    // A full stop separates day and month in every region that writes dates with it.
    isSure: match[2]?.includes('.') === true,
    clock: match[5] === undefined ? '' : `T${/^\d:/.test(match[5]) ? '0' : ''}${match[5]}`,
  };
}

/**
 * Returns a text in ISO 8601 by which days are compared: `2026-03-05`, also with the time that the text has. A day of three numbers that
 * exists in one order only is that day. Null for a text that is no day.
 */
export function dayKey(text: string, { isDayFirst }: Pick<TextReading, 'isDayFirst'>): string | null {
  const typed = text.length > maxLength ? '' : text.trim();
  const iso = isoDay.exec(typed);
  if (iso) {
    const day = toIsoDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
    return day === null ? null : `${day}${iso[4] ?? ''}`;
  }
  const days = readNumberedDay(typed);
  if (days === null) return null;
  const { dayFirst, monthFirst, isSure } = days;
  const day = isSure ? dayFirst : isDayFirst ? (dayFirst ?? monthFirst) : (monthFirst ?? dayFirst);
  return day === null ? null : `${day}${days.clock}`;
}

/**
 * Returns the number by which a text is compared, in any common notation. Null for a text that is no number, also for one with leading zeros,
 * such as a postcode.
 */
export function numberKey(
  text: string,
  { isCommaDecimal }: Pick<TextReading, 'isCommaDecimal'>,
): number | null {
  if (text.length > maxLength || /^\s*[-+−]?0\d/.test(text)) return null;
  const read = readNumber(text);
  if (read === null) return null;
  if ('value' in read) return read.value;
  const either = readEitherNumber(text);
  if (either === null) return null;
  return isCommaDecimal === (either.mark === ',') ? either.decimal : either.grouped;
}

/** Returns both numbers that a text such as `1,234` can be; null for a text that can be one at most. */
export function readEitherNumber(text: string): { mark: ',' | '.'; decimal: number; grouped: number } | null {
  const match = /^([-+−]?)(\d{1,3})([.,])(\d{3})$/.exec(text.trim());
  if (match === null || match[2]?.startsWith('0')) return null;
  const [, sign = '', whole = '', mark, fraction = ''] = match;
  const signed = sign === '-' || sign === '−' ? -1 : 1;
  return {
    mark: mark === ',' ? ',' : '.',
    decimal: signed * Number(`${whole}.${fraction}`),
    grouped: signed * Number(`${whole}${fraction}`),
  };
}

/** Returns what a text tells of the order of days and of the decimal mark of its column; 0 for nothing. */
export function findTextEvidence(text: string): number {
  if (text.length > maxLength) return 0;
  const days = readNumberedDay(text.trim());
  if (days !== null) {
    const { dayFirst, monthFirst, isSure } = days;
    if (isSure) return dayFirst === null ? 0 : textEvidence.dayFirst;
    if (dayFirst === monthFirst) return 0;
    if (monthFirst === null) return textEvidence.dayFirst;
    return dayFirst === null ? textEvidence.monthFirst : textEvidence.eitherDay;
  }
  if (readEitherNumber(text) !== null) return textEvidence.eitherNumber;
  const marks = text.replaceAll(/[^.,]/g, '');
  const read = marks === '' ? null : readNumber(text);
  if (read === null || !('value' in read)) return 0;
  // `1.000.000` has no decimal mark, and its full stops say that the other mark is one.
  const isGrouped = marks.length > 1 && new Set(marks).size === 1;
  return marks.endsWith(',') === isGrouped ? textEvidence.pointDecimal : textEvidence.commaDecimal;
}

/** Returns how the texts of a column are read: as its own texts say, else as in the region of the user. */
export function readingOfColumn(evidence: number, region: TextReading): TextReading {
  const says = (one: number, other: number) => (evidence & one) !== 0 && (evidence & other) === 0;
  const { dayFirst, monthFirst, commaDecimal, pointDecimal } = textEvidence;
  return {
    isDayFirst: says(dayFirst, monthFirst) || (!says(monthFirst, dayFirst) && region.isDayFirst),
    isCommaDecimal:
      says(commaDecimal, pointDecimal) || (!says(pointDecimal, commaDecimal) && region.isCommaDecimal),
  };
}

/** Returns which of the texts of a column can be read in two ways although no other text of it says in which. */
export function findAmbiguity(evidence: number): { days: boolean; numbers: boolean } {
  const has = (each: number) => (evidence & each) !== 0;
  const { dayFirst, monthFirst, eitherDay, commaDecimal, pointDecimal, eitherNumber } = textEvidence;
  return {
    days: has(eitherDay) && has(dayFirst) === has(monthFirst),
    numbers: has(eitherNumber) && has(commaDecimal) === has(pointDecimal),
  };
}

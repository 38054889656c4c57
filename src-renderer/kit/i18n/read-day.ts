import { toIsoDay } from '../../../src-preload/contract/attribute-texts.ts';
import { dayOrderOf, formatUtcDay, formatUtcMinute, monthNames } from './format.ts';

const notDay = { problem: { message: 'validation.day' } };
const isoDay = /^(\d{4})-(\d{1,2})-(\d{1,2})(T[\d:.]*(Z|[+-]\d\d:?\d\d)?)?$/;
const numbers = /^(\d{1,2})[./\s-]+(\d{1,2})[./\s-]+(\d{4})$/;

/** Returns the number of a month by its name or the beginning of it, of at least three letters. */
function monthOf(word: string, language: string): number | null {
  const typed = word.toLowerCase().replace(/\.$/, '');
  if (typed.length < 3) return null;
  const at = [language, 'en']
    .map((each) => monthNames(each).findIndex((name) => name.toLowerCase().startsWith(typed)))
    .find((index) => index >= 0);
  return at === undefined ? null : at + 1;
}

/**
 * Reads a day as people write it: `2026-03-05`, also with a time, `5 Mar 2026`, `Mar 5, 2026`, `5 de marzo de 2026`, `5.3.2026` and, in the
 * order of the user's region, `3/5/2026`. The value is the day in ISO 8601; null for an empty text. A day that does not exist is a problem.
 */
export function readDay(
  text: string,
  language: string,
): { value: string | null } | { problem: { message: string } } {
  const typed = text.trim();
  if (typed === '') return { value: null };
  const found = dayIn(typed, language);
  return found === null ? notDay : { value: found };
}

function dayIn(typed: string, language: string): string | null {
  const iso = isoDay.exec(typed);
  if (iso) {
    const day = toIsoDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
    const time = iso[4] ?? '';
    // A time that cannot be read would make the column one of texts.
    return day === null || (time !== '' && Number.isNaN(Date.parse(`${day}${time}`)))
      ? null
      : `${day}${time}`;
  }
  const three = numbers.exec(typed);
  if (three) {
    const [first, second, year] = [Number(three[1]), Number(three[2]), Number(three[3])];
    // A full stop separates day and month in every region that writes dates with it.
    const isDayFirst = typed.includes('.') || dayOrderOf(language) === 'day-first';
    return isDayFirst ? toIsoDay(year, second, first) : toIsoDay(year, first, second);
  }
  const words = typed
    .replaceAll(',', ' ')
    .split(/\s+/)
    .filter((word) => !/^(de|del|of)$/i.test(word));
  if (words.length !== 3) return null;
  const [one = '', two = '', year = ''] = words;
  const [name, day] = /^\d/.test(one) ? [two, one] : [one, two];
  const month = monthOf(name, language);
  const number = /^\d{1,2}(st|nd|rd|th|\.)?$/i.test(day) ? Number.parseInt(day, 10) : Number.NaN;
  return month === null || !/^\d{4}$/.test(year) ? null : toIsoDay(Number(year), month, number);
}

/** Formats a day in ISO 8601 in the language of the screen, with the time that it has; any other text stays as it is. */
export function formatDayText(language: string, text: string): string {
  const match = isoDay.exec(text);
  if (!match) return text;
  const [, year, month, day, time = ''] = match;
  const date = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  if (toIsoDay(Number(year), Number(month), Number(day)) === null) return text;
  const shown = formatUtcDay(language, `${date}T00:00:00Z`);
  // Midnight is what programs add to a day that has no time.
  if (time === '' || /^T00:00(:00(\.0+)?)?Z?$/.test(time)) return shown;
  // The clock as it is written, with its zone: another program's time is not known to be UTC.
  const clock = /^T(\d\d:\d\d)/.exec(time)?.[1];
  const zone = time.endsWith('Z') ? ' UTC' : (match[5] ?? '');
  return clock === undefined ? text : `${shown}, ${formatUtcMinute(language, `${date}T${clock}:00Z`)}${zone}`;
}

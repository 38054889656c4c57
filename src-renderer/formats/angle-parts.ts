import { type Hemisphere, hemisphereWords } from '../kit/i18n/hemispheres.ts';
import type { Axis } from './coordinate-columns.ts';

const quadrantPattern = /^([ns])[\s/,-]*([ewo])$/;

/** Returns true for the two letters of a quarter of the earth, such as `SW`. */
export const isQuadrant = (text: string): boolean => quadrantPattern.test(text.trim().toLowerCase());

/** Returns the letter of a hemisphere from a letter or a word, or from its letter in a quadrant; null for other texts. */
export function hemisphereOf(text: string, axis: Axis): Hemisphere | null {
  const whole = text.trim().toLowerCase().replace(/\.$/, '');
  const [, north = '', east = ''] = quadrantPattern.exec(whole) ?? [];
  const word = north === '' ? whole : axis === 'latitude' ? north : east;
  const ofAxis: Readonly<Record<string, Hemisphere>> = hemisphereWords[axis];
  return Object.hasOwn(ofAxis, word) ? (ofAxis[word] ?? null) : null;
}

/** The cells of a coordinate that a table has in several columns; an empty text where there is none. */
export interface AngleCells {
  degrees: string;
  minutes: string;
  seconds: string;
  hemisphere: string;
}

const part = /^([-+−]?)(\d+(?:[.,]\d+)?)\s*[°'"′″º]*$/;

/**
 * Returns a coordinate in several cells as one text in degrees with its letter, for `readPlace`; null if the cells
 * contradict each other or are not numbers. Without a hemisphere in a table that has them, only a sign says the side.
 */
export function joinAngle(
  { degrees, minutes, seconds, hemisphere }: AngleCells,
  axis: Axis,
  needsHemisphere: boolean,
): string | null {
  const letter = hemisphere === '' ? '' : hemisphereOf(hemisphere, axis);
  if (letter === null) return null;
  if (minutes === '' && seconds === '' && !part.test(degrees)) {
    // The degrees are a whole notation of their own, such as 33°52′ or 33°52′S.
    const own = /^[NSEWO]|[NSEWO]$/i.exec(degrees)?.[0].toUpperCase();
    if (own !== undefined) return letter === '' || letter === own ? degrees : null;
    return letter === '' && needsHemisphere ? null : `${degrees} ${letter}`.trim();
  }
  const [of, ofMinutes, ofSeconds] = [
    degrees,
    minutes === '' ? '0' : minutes,
    seconds === '' ? '0' : seconds,
  ].map((cell) => part.exec(cell));
  if (!of || !ofMinutes || !ofSeconds || ofMinutes[1] !== '' || ofSeconds[1] !== '') return null;
  const [whole, minute, second] = [of, ofMinutes, ofSeconds].map((match) =>
    Number((match[2] ?? '').replace(',', '.')),
  );
  if (whole === undefined || minute === undefined || second === undefined || minute >= 60 || second >= 60)
    return null;
  // Only the last part may have decimals.
  const hasRest = (value: number) => !Number.isInteger(value);
  if ((hasRest(whole) && minute + second > 0) || (hasRest(minute) && second > 0)) return null;
  const isNegative = of[1] === '-' || of[1] === '−';
  if (isNegative && /^[NE]$/.test(letter)) return null;
  const size = whole + minute / 60 + second / 3_600;
  if (letter === '' && needsHemisphere && !isNegative && size !== 0) return null;
  const number =
    minute + second > 0 ? size.toFixed(10).replace(/\.?0+$/, '') : (of[2] ?? '').replace(',', '.');
  return isNegative && letter === '' ? `-${number}` : `${number}${letter}`;
}

import { type ReadNumber, readNumber } from '../../../src-preload/contract/read-number.ts';
import { findGroupedAltitude } from './grouped-altitude.ts';
import { withSigns } from './hemispheres.ts';
import {
  latLonReading,
  letterQuestion,
  numberPairReading,
  type PlaceReading,
  problemOf,
} from './place-reading.ts';
import { decimalOf, faultMessages, readAngle } from './read-angle.ts';
import { readLabelled } from './read-labelled.ts';

/** Splits a text into two angles, by their letters or else by the separator between them. */
function splitPair(text: string): [string, string] | null {
  const letteredPair =
    /^(.*?[NS])[\s,;/]*(.*?[EWO])$/.exec(text) ??
    /^(.*?[EWO])[\s,;/]*(.*?[NS])$/.exec(text) ??
    /^([NSEWO][^NSEWO]*?)[\s,;/]*([NSEWO].*)$/.exec(text);
  if (letteredPair) return [letteredPair[1] ?? '', letteredPair[2] ?? ''];
  for (const separator of [/\s*;\s*/, /,\s+/, /\s*,\s*/, /\s*\/\s*/, /\s+/]) {
    const [first, second, ...others] = text.split(separator);
    if (first !== undefined && second !== undefined && others.length === 0) return [first, second];
  }
  // The two angles have degrees and minutes, or also seconds, in four or six numbers.
  const parts = text.split(/(?<=[°'"\s])\s*(?=[-+]?\d)/).map((part) => part.trim());
  if (parts.length !== 4 && parts.length !== 6) return null;
  const middle = parts.length / 2;
  return [parts.slice(0, middle).join(' '), parts.slice(middle).join(' ')];
}

const numbersOf = (half: string): string[] => half.match(/\d+(?:[.,]\d+)?/g) ?? [];

/**
 * True if a bare number stands before the first half, and the second half has decimal degrees: `12 30.5 S, 18.2 E`. Nobody writes the halves
 * of a place in two notations, so the number is rather that of a row or the end of a name than degrees with minutes after them.
 */
function isMixed([first, second]: readonly [string, string]): boolean {
  const [degrees = '', ...minutes] = numbersOf(second);
  return /^\d{1,3}\s+\d/.test(first.trim()) && minutes.length === 0 && /[.,]/.test(degrees);
}

/** True if both halves of a place in degrees are written with as many numbers. */
export function areHalvesAlike(text: string): boolean {
  const [first, second] = splitPair(text.toUpperCase()) ?? [];
  return first !== undefined && second !== undefined && numbersOf(first).length === numbersOf(second).length;
}

/**
 * True if one half is a letter with a whole number, and perhaps minutes, and the other half plain decimal degrees: `W1 -33.45` and
 * `N1 48.3, 16.4`. Nobody writes a place so; the letter and its number are rather the name of one.
 */
function isMixedWithLetter(halves: readonly [string, string]): boolean {
  const [first, second] = halves.map((half) => half.trim());
  const isNameLike = (half = '') => /^(?:[NSEWO][\s-]*\d{1,3}(?:\s+\d.*)?|\d{1,3}\s*[NSEWO])$/.test(half);
  const isPlain = (half = '') => /^[-+]?\d+[.,]\d+$/.test(half);
  return (isNameLike(first) && isPlain(second)) || (isNameLike(second) && isPlain(first));
}

/** A third number as the altitude, with its unit or after a comma as the two before it. */
interface BehindPair {
  pair: string;
  altitude: ReadNumber;
  /** True if nothing but its place behind two others says that it is the altitude. */
  isListed: boolean;
}

/**
 * Returns what may be a name before a place that is a list of numbers: `W1` in `W1, -33.41, -70.61`, where only one number has a letter, and
 * `12` in `12, -33.45, -70.66`, where only the first one has no decimals. Null for other lists.
 */
function nameInList(pair: string, altitude: string): string | null {
  const [first = '', second = ''] = pair.split(/[,;]/).map((part) => part.trim());
  const hasLetter = (part: string) => /[NSEWO]/.test(part);
  if (hasLetter(first) !== hasLetter(second)) return hasLetter(first) ? first : second;
  return isNumberBeforeDegrees([first, second, altitude]) ? first : null;
}

/** True for three numbers of which the first one alone has no decimals: rather the number of a row and a place than a place and its altitude. */
export const isNumberBeforeDegrees = ([first = '', ...others]: readonly string[]): boolean =>
  /^\d{1,6}$/.test(first.trim()) &&
  others.length >= 2 &&
  others.slice(0, 2).every((other) => /^[-+]?\d{1,3}[.,]\d+$/.test(other.trim()));

/** Splits off a third number as the altitude, if commas separate the numbers or it has the unit metres. */
function splitAltitude(text: string): BehindPair | null {
  const [, pair = '', metres] =
    /^(.*?)(?:\s*[,;]\s*|\s+)(?:ALT(?:ITUDE|ITUD)?[:=]?\s*)?([-+]?\d{1,6}(?:[.,]\d+)?) ?M(?:SNM|ASL)?$/.exec(
      text,
    ) ?? [];
  if (metres !== undefined) return { pair, altitude: readNumber(metres), isListed: false };
  // Programs write such lists, with decimal points.
  const listed = /^([^,;]+[,;][^,;]+)[,;]\s*([-+]?\d{1,5}(?:\.\d+)?)$/.exec(text);
  return listed && { pair: listed[1] ?? '', altitude: { value: decimalOf(listed[2]) }, isListed: true };
}

/** Four numbers with blanks: the latitude, longitude, altitude and accuracy of a point in forms for mobile phones (ODK's `geopoint`). */
const geoPointPattern =
  /^([-+]?\d{1,3}\.\d+) ([-+]?\d{1,3}\.\d+) ([-+]?\d{1,5}(?:\.\d+)?) (\d{1,5}(?:\.\d+)?)$/;

function readGeoPoint(text: string): PlaceReading | null {
  const match = geoPointPattern.exec(text);
  return match ? latLonReading(decimalOf(match[1]), decimalOf(match[2]), decimalOf(match[3])) : null;
}

function readPair(text: string): PlaceReading | null {
  const labelled = readLabelled(text);
  if (labelled) return labelled;
  const read = (pairText: string, altitudeMetres: number | null): PlaceReading | null => {
    const pair = splitPair(pairText);
    const first = readAngle(pair?.[0] ?? '');
    const second = readAngle(pair?.[1] ?? '');
    if (typeof first === 'string') return problemOf(faultMessages[first]);
    if (typeof second === 'string') return problemOf(faultMessages[second]);
    if (!pair || !first || !second) return null;
    if (isMixed(pair) || isMixedWithLetter(pair)) return problemOf('validation.mixedNotation');
    if (first.axis !== null && first.axis === second.axis)
      return problemOf(first.axis === 'lat' ? 'validation.twoLatitudes' : 'validation.twoLongitudes');
    if (first.axis === null && second.axis === null)
      return numberPairReading(first.value, second.value, altitudeMetres);
    const [latitude, longitude] =
      first.axis === 'lon' || second.axis === 'lat' ? [second, first] : [first, second];
    return longitude.isO
      ? letterQuestion(latitude.value, longitude.value, altitudeMetres)
      : latLonReading(latitude.value, longitude.value, altitudeMetres);
  };
  const whole = read(text, null) ?? readGeoPoint(text);
  if (whole) return whole;
  const behind = splitAltitude(text);
  if (!behind?.altitude) return null;
  const { pair, altitude, isListed } = behind;
  const name = isListed ? nameInList(pair, text.slice(pair.length + 1)) : null;
  if (name !== null) return problemOf('validation.partOfName', { part: name });
  const reading = read(pair, 'value' in altitude ? altitude.value : null);
  return reading !== null && 'problem' in altitude ? altitude : reading;
}

/** Reads degrees in any of their notations; null for other texts. */
export function readAngles(text: string): PlaceReading | null {
  const grouped = findGroupedAltitude(text);
  // Without its marks the altitude is a number that no other one can be taken for; a doubtful one is the problem of the text as it is.
  const isClear = grouped !== null && grouped.doubtful === null;
  return readPair(withSigns(isClear ? grouped.plain : text));
}

/** Returns true for a single number: it is half of a place and has its own message. */
export function isHalf(text: string): boolean {
  const angle = readAngle(text);
  return angle !== null;
}

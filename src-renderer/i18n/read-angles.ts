import { withSigns } from './hemispheres.ts';
import {
  latLonReading,
  letterQuestion,
  numberPairReading,
  type PlaceReading,
  problemOf,
} from './place-reading.ts';

interface Angle {
  value: number;
  axis: 'lat' | 'lon' | null;
  /** True if its letter is `O`, whose side differs between languages. */
  isO: boolean;
}

/** Why an angle is none: minutes or seconds of 60 and more, or a minus with the letter of the other side. */
type AngleFault = 'sixty' | 'sign';
const faultMessages = { sixty: 'validation.sixty', sign: 'validation.signAndLetter' } as const;

const anglePattern =
  /^([-+]?\d{1,3}(?:[.,]\d+)?)\s*°?\s*(?:(?<=[°\s])(\d{1,2}(?:[.,]\d+)?)\s*'?\s*(?:(?<=['\s])(\d{1,2}(?:[.,]\d+)?)\s*"?)?)?$/;
/** Degrees, minutes and seconds without separators: `480900N`, `0013600.5E`. */
const packedPattern = /^(\d{2,3})(\d{2})(\d{2})?(\.\d+)?$/;

const number = (part = '0') => Number(part.replace(',', '.'));

/** Reads the numbers of one angle, without its letter. */
function sizeOf(numbers: string): { size: number; negative: boolean } | 'sixty' | null {
  const match = anglePattern.exec(numbers);
  if (!match) return null;
  const [, degrees = '0', minutes, seconds] = match;
  // Only the last part may have decimals.
  const last = seconds ?? minutes ?? degrees;
  if ([degrees, minutes, seconds].some((part) => part !== undefined && part !== last && /[.,]/.test(part)))
    return null;
  if (number(minutes) >= 60 || number(seconds) >= 60) return 'sixty';
  return {
    size: Math.abs(number(degrees)) + number(minutes) / 60 + number(seconds) / 3_600,
    negative: degrees.startsWith('-'),
  };
}

function packedSize(
  numbers: string,
  isLatitude: boolean,
): { size: number; negative: boolean } | 'sixty' | null {
  const match = packedPattern.exec(numbers);
  const whole = numbers.replace(/\..*$/, '').length;
  if (!match || !(isLatitude ? [4, 6] : [5, 7]).includes(whole)) return null;
  const degreeDigits = isLatitude ? 2 : 3;
  const minutes = Number(
    whole - degreeDigits === 2 ? numbers.slice(degreeDigits) : numbers.slice(degreeDigits, degreeDigits + 2),
  );
  const seconds = whole - degreeDigits === 2 ? 0 : Number(numbers.slice(degreeDigits + 2));
  if (minutes >= 60 || seconds >= 60) return 'sixty';
  return { size: Number(numbers.slice(0, degreeDigits)) + minutes / 60 + seconds / 3_600, negative: false };
}

/** Reads degrees, with optional minutes and seconds and a letter on either side. `O` is read as the west. */
function readAngle(text: string): Angle | AngleFault | null {
  const letters = /^([NSEWO])?([^NSEWO]*)([NSEWO])?$/.exec(text.trim());
  const [, before, numbers = '', after] = letters ?? [];
  if (!letters || (before !== undefined && after !== undefined)) return null;
  const letter = before ?? after ?? '';
  const axis = letter === '' ? null : letter === 'N' || letter === 'S' ? 'lat' : 'lon';
  const read = (axis === null ? null : packedSize(numbers.trim(), axis === 'lat')) ?? sizeOf(numbers.trim());
  if (read === null || read === 'sixty') return read;
  // A minus with S or W is often written, and means the same.
  if (read.negative && (letter === 'N' || letter === 'E')) return 'sign';
  const negative = read.negative || letter === 'S' || letter === 'W' || letter === 'O';
  return { value: negative ? -read.size : read.size, axis, isO: letter === 'O' };
}

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

/** Splits off a third number as the altitude, if commas separate the numbers or it has the unit metres. */
function splitAltitude(text: string): { pair: string; altitudeMetres: number | null } {
  const match =
    /^(.*?)(?:\s*[,;]\s*|\s+)(?:ALT(?:ITUDE|ITUD)?[:=]?\s*)?([-+]?\d{1,6}(?:[.,]\d+)?) ?M(?:SNM|ASL)?$/.exec(
      text,
    ) ?? /^([^,;]+[,;][^,;]+)[,;]\s*([-+]?\d{1,5}(?:\.\d+)?)$/.exec(text);
  if (!match) return { pair: text, altitudeMetres: null };
  return { pair: match[1] ?? '', altitudeMetres: number(match[2]) };
}

const latitudeWord = String.raw`\bLAT(?:ITUDE|ITUD)?\b`;
const longitudeWord = String.raw`\bL(?:ON|NG|ONG)(?:GITUDE|GITUD|ITUDE|ITUD)?\b`;
const label = new RegExp(`(${latitudeWord})|(${longitudeWord})`, 'g');

interface Labels {
  isLatitudeFirst: boolean;
  /** The texts before, between and after the words. */
  parts: readonly [before: string, first: string, second: string];
}

/** Splits a text in capitals at its words for latitude and longitude; null if it does not have each of them once. */
function splitAtLabels(text: string): Labels | null {
  const [one, other, ...more] = [...text.matchAll(label)];
  const isLatitude = one?.[1] !== undefined;
  if (!one || !other || more.length > 0 || isLatitude === (other[1] !== undefined)) return null;
  return {
    isLatitudeFirst: isLatitude,
    parts: [
      text.slice(0, one.index),
      text.slice(one.index + one[0].length, other.index),
      text.slice(other.index + other[0].length),
    ],
  };
}

/** Degrees with signs and a letter at the beginning of a text, which may go on: `33°27'0" (S), dry`. */
const leadingAngle =
  /^([NSEWO] ?)?([-+]?\d{1,3}(?:[.,]\d+)?) ?°?(?: ?\d{1,2}(?:[.,]\d+)? ?')?(?: ?\d{1,2}(?:[.,]\d+)? ?")?(?: ?\(?[NSEWO]\)?(?!\p{L}))?/u;
const altitudeWord = String.raw`^(?:ALT(?:ITUDE|ITUD|URA)?|ELEV(?:ATION)?|H(?:EIGHT|ÖHE)?|Z)\.? ?[:=]? ?([-+]?\d{1,6}(?:[.,]\d+)?)`;
/** An altitude in metres at the beginning of a text, which may go on after a mark. */
const leadingAltitude = new RegExp(
  `${altitudeWord} ?(?:M(?:SNM|ASL)?(?![\\p{L}\\d])|(?=\\s*(?:[;|()]|,\\s|$)))`,
  'u',
);
/** The same in another unit, or with more digits. */
const otherAltitude = new RegExp(altitudeWord, 'u');
/** What may follow a place: a mark, or a word that is no part of it, as a number or the letter of a hemisphere would be. */
const isRemark = (text: string) => !/^(?:[NSEWO](?!\p{L})|[-+]?\d|[°'"])/u.test(text);
const withoutMarks = (text: string) => text.replace(/^[\s,;:|/()=.]+/, '');
const angleBetween = (text: string) =>
  withoutMarks(text)
    .replace(/[\s,;|/]+$|\s(?:AND|Y|UND|ET|GPS)\s*$/g, '')
    .trim();
const withoutBrackets = (text: string) => text.replaceAll(/[()]/g, '');

/** Returns the text before the words latitude and longitude, such as a name, and remarks after the place; null without the words. */
export function aroundNamed(text: string): { before: string; after: string } | null {
  const upper = text.replaceAll(/[−–]/g, '-').toUpperCase();
  const labels = upper.length === text.length ? splitAtLabels(upper) : null;
  if (labels === null) return null;
  const signed = withoutMarks(splitAtLabels(withSigns(upper))?.parts[2] ?? '');
  const behind = signed.slice((leadingAngle.exec(signed)?.[0] ?? signed).length);
  const unmarked = withoutMarks(behind);
  const [altitude] = leadingAltitude.exec(unmarked) ?? [];
  const remark = altitude === undefined ? behind : unmarked.slice(altitude.length);
  const [before] = labels.parts;
  const after = upper.endsWith(remark) ? text.slice(text.length - remark.length) : '';
  return { before: text.slice(0, before.length), after };
}

/**
 * Reads `LAT: 48.2, LON: 16.4` in either order, with degrees in any notation, letters of hemispheres, an altitude and a remark behind it.
 * Nothing that may belong to the place is passed over: then the text is none.
 */
function readNamed(text: string): PlaceReading | null {
  const labels = splitAtLabels(text);
  if (labels === null) return null;
  const [, between, behind] = labels.parts;
  const rest = withoutMarks(behind);
  const [end = ''] = leadingAngle.exec(rest) ?? [];
  const after = withoutMarks(rest.slice(end.length));
  const [whole = '', altitude] = leadingAltitude.exec(after) ?? [];
  if (altitude === undefined && otherAltitude.test(after)) return null;
  if (!isRemark(after.slice(whole.length).trimStart())) return null;
  const angles = [angleBetween(between), end].map((part) => readAngle(withoutBrackets(part)));
  const [first, second] = labels.isLatitudeFirst ? angles : angles.toReversed();
  if (first === 'sign' || second === 'sign') return problemOf(faultMessages.sign);
  if (!first || !second || first === 'sixty' || second === 'sixty') return null;
  if (first.axis === 'lon') return problemOf('validation.twoLongitudes');
  if (second.axis === 'lat') return problemOf('validation.twoLatitudes');
  const altitudeMetres = altitude === undefined ? null : number(altitude);
  return second.isO
    ? letterQuestion(first.value, second.value, altitudeMetres)
    : latLonReading(first.value, second.value, altitudeMetres);
}

/** Four numbers with blanks: the latitude, longitude, altitude and accuracy of a point in forms for mobile phones (ODK's `geopoint`). */
const geoPointPattern =
  /^([-+]?\d{1,3}\.\d+) ([-+]?\d{1,3}\.\d+) ([-+]?\d{1,5}(?:\.\d+)?) (\d{1,5}(?:\.\d+)?)$/;

function readGeoPoint(text: string): PlaceReading | null {
  const match = geoPointPattern.exec(text);
  return match ? latLonReading(number(match[1]), number(match[2]), number(match[3])) : null;
}

function readPair(text: string): PlaceReading | null {
  const named = readNamed(text);
  if (named) return named;
  const read = (pairText: string, altitudeMetres: number | null): PlaceReading | null => {
    const pair = splitPair(pairText);
    const first = readAngle(pair?.[0] ?? '');
    const second = readAngle(pair?.[1] ?? '');
    if (typeof first === 'string') return problemOf(faultMessages[first]);
    if (typeof second === 'string') return problemOf(faultMessages[second]);
    if (!pair || !first || !second) return null;
    if (isMixed(pair)) return problemOf('validation.mixedNotation');
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
  const { pair, altitudeMetres } = splitAltitude(text);
  return altitudeMetres === null ? null : read(pair, altitudeMetres);
}

/** Reads degrees in any of their notations; null for other texts. */
export function readAngles(text: string): PlaceReading | null {
  return readPair(withSigns(text));
}

/** Returns true for a single number: it is half of a place and has its own message. */
export function isHalf(text: string): boolean {
  const angle = readAngle(text);
  return angle !== null;
}

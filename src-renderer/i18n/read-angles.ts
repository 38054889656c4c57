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
/** A whole number of degrees with its letter: not the degrees of degrees and minutes, nor half a decimal. */
const namedNumber = String.raw`\s*[:=.]?\s*([-+]?\d{1,3}(?:[.,]\d+)?)(?![.,]?\d|\s*[°'"]?\s*\d)\s*°?(?:\s*([NSEWO])\b)?`;
const namedLatitude = new RegExp(latitudeWord + namedNumber);
const namedLongitude = new RegExp(longitudeWord + namedNumber);

/**
 * Returns the text before and after a place with the words latitude and longitude, such as a name and remarks; null if
 * the text is not such a place.
 */
export function aroundNamed(text: string): { before: string; after: string } | null {
  const upper = text.replaceAll(/[−–]/g, '-').toUpperCase();
  if (upper.length !== text.length) return null;
  const [latitude, longitude] = [namedLatitude.exec(upper), namedLongitude.exec(upper)];
  if (!latitude || !longitude) return null;
  const start = Math.min(latitude.index, longitude.index);
  const end = Math.max(latitude.index + latitude[0].length, longitude.index + longitude[0].length);
  return { before: text.slice(0, start), after: text.slice(end) };
}

/** Reads `LAT: 48.2, LON: 16.4` in either order, with letters of hemispheres or without. */
function readNamed(text: string): PlaceReading | null {
  const [, latitude, north] = namedLatitude.exec(text) ?? [];
  const [, longitude, east] = namedLongitude.exec(text) ?? [];
  if (latitude === undefined || longitude === undefined) return null;
  const [first, second] = [readAngle(`${latitude}${north ?? ''}`), readAngle(`${longitude}${east ?? ''}`)];
  if (first === 'sign' || second === 'sign') return problemOf(faultMessages.sign);
  if (!first || !second || first === 'sixty' || second === 'sixty') return null;
  if (first.axis === 'lon') return problemOf('validation.twoLongitudes');
  if (second.axis === 'lat') return problemOf('validation.twoLatitudes');
  return second.isO
    ? letterQuestion(first.value, second.value, null)
    : latLonReading(first.value, second.value);
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

import { numberText } from '../../../src-preload/contract/read-number.ts';
import { type CoordinateFormat, exactDegrees, formatCoordinate, type LonLat } from './coordinates.ts';
import { type Datum, wgs84Datum } from './datum.ts';
import { orderQuestion, type PlaceReading, problemOf } from './place-reading.ts';
import { isHalf, readAngles } from './read-angles.ts';
import { readMgrs, readPlusCode, readUtm, shortPlusCodeNear } from './read-grid.ts';
import { readGeoJsonPoint, readGeoUri, readLink, readWkt } from './read-link.ts';

/** Links of web maps and features are longer than any pair of numbers, but a longer text is a file. */
export const longestPlaceText = 2_000;
/** A longer text is not a pair of angles; the patterns for angles are not applied to it. */
const maxAngleChars = 100;

/** Replaces the various spellings of users and programs by one. */
function normalised(text: string): string {
  return text
    .trim()
    .toUpperCase()
    .replaceAll(/[−–]/g, '-')
    .replaceAll(/[º˚]/g, '°')
    .replaceAll(/[′’‘´`]/g, "'")
    .replaceAll(/″|“|”|''/g, '"')
    .replaceAll(/\s+/g, ' ');
}

/**
 * Removes brackets around the whole text. In square brackets, some programs write the longitude first, others the
 * latitude.
 */
function withoutBrackets(text: string): { inner: string; square: boolean } {
  const match = /^([([{<])\s*(.*?)\s*[)\]}>]$/.exec(text);
  return match ? { inner: match[2] ?? '', square: match[1] === '[' } : { inner: text, square: false };
}

function readBracketed(text: string): PlaceReading | null {
  const { inner, square } = withoutBrackets(text);
  const reading = readAngles(inner);
  if (!square || !reading || !('place' in reading)) return reading;
  const { at, swapped, altitudeMetres } = reading.place;
  return swapped === null ? reading : orderQuestion(at[1], at[0], altitudeMetres);
}

/** Returns the reading of degrees on another datum, with all of its meanings on WGS 84. */
function fromDatum(reading: PlaceReading | null, datum: Datum): PlaceReading | null {
  if (reading === null || datum === wgs84Datum || 'problem' in reading) return reading;
  if ('place' in reading) {
    const { at, swapped } = reading.place;
    return {
      place: {
        ...reading.place,
        at: datum.fromDegrees(at),
        swapped: swapped && datum.fromDegrees(swapped),
      },
    };
  }
  const choices = reading.question.choices.map(({ meaning, at }) => ({ meaning, at: datum.fromDegrees(at) }));
  return { question: { ...reading.question, choices } };
}

/**
 * Reads a place as users write it and as programs copy it: degrees in all their notations, UTM, MGRS, Plus Codes, WKT,
 * GeoJSON, `geo:` and links of web maps. Without letters the first number is the latitude, as on the screen. An
 * ambiguous text becomes a question, never a guess. `datum` is that of degrees, UTM, MGRS and WKT; the other notations
 * are on WGS 84 by their definition.
 */
export function readPlace(text: string, datum: Datum = wgs84Datum): PlaceReading {
  const whole = text.trim();
  if (whole === '') return problemOf('validation.required');
  if (text.length > longestPlaceText) return problemOf('validation.tooLong');
  const structured =
    readLink(whole) ?? readGeoUri(whole) ?? readGeoJsonPoint(whole) ?? fromDatum(readWkt(whole), datum);
  if (structured) return structured;
  if (whole.length > maxAngleChars) return problemOf('validation.coordinate');
  const written = normalised(whole);
  const read =
    readPlusCode(written) ??
    readMgrs(written, datum) ??
    readUtm(written, datum) ??
    fromDatum(readBracketed(written), datum);
  if (read) return read;
  return problemOf(isHalf(written) ? 'validation.halfPlace' : 'validation.coordinate');
}

/**
 * Reads a place as `readPlace` does, for a field beside the map: a short Plus Code can be the one nearest to the middle
 * of the map, which the user is asked to confirm.
 */
export function readPlaceOnMap(text: string, middle: LonLat | null): PlaceReading {
  const reading = readPlace(text);
  if (!('question' in reading) || reading.question.kind !== 'near') return reading;
  const at = middle && shortPlusCodeNear(String(reading.question.values.code), middle);
  return at === null
    ? problemOf('validation.shortPlusCode')
    : { question: { ...reading.question, choices: [{ meaning: 'near-map', at }] } };
}

/** Returns the place of an unambiguous text; null for all others. */
export function parseCoordinate(text: string): LonLat | null {
  const reading = readPlace(text);
  return 'place' in reading ? reading.place.at : null;
}

/** Formats a place for a field: in the user's format if that keeps all digits, else in degrees, with its altitude if there is one. */
export function placeText(
  at: LonLat,
  format: CoordinateFormat,
  altitudeMetres: number | null = null,
): string {
  const withAltitude = (text: string) =>
    altitudeMetres === null ? text : `${text}, ${numberText(altitudeMetres)} m`;
  const text = withAltitude(formatCoordinate(at, format));
  const read = readPlace(text);
  const isKept =
    'place' in read &&
    read.place.at[0] === at[0] &&
    read.place.at[1] === at[1] &&
    read.place.altitudeMetres === altitudeMetres;
  return isKept ? text : withAltitude(exactDegrees(at));
}

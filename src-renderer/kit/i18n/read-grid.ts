import { toPoint as fromMgrs, inverse as squareOf } from 'mgrs';
import { decode as decodePlusCode, encode as encodePlusCode } from 'pluscodes';
import { wrapLongitude } from '../../../src-shared/geometry/mercator.ts';
import type { LonLat } from './coordinates.ts';
import { type Datum, wgs84Datum } from './datum.ts';
import { type PlaceQuestion, type PlaceReading, pointReading, problemOf } from './place-reading.ts';
import { bandRange, isMissingZone, toUtm, type UtmMetres } from './utm.ts';

/** A square with this side or more is used as a point of interest only after the user confirms it. */
const askedSquareMetres = 1_000;
const metresPerDegree = 111_320;

/** Returns the centre of a square; a question if the square is large. */
function squareReading(centre: LonLat, southWest: LonLat, squareMetres: number): PlaceReading {
  if (squareMetres < askedSquareMetres)
    return { place: { at: centre, altitudeMetres: null, squareMetres, swapped: null } };
  return {
    question: {
      kind: 'square',
      values: { km: Math.round(squareMetres / 100) / 10 },
      choices: [
        { meaning: 'centre', at: centre },
        { meaning: 'south-west', at: southWest },
      ],
    },
  };
}

/** Removes words and signs around the numbers of UTM that do not change their meaning. */
const bare = (text: string) =>
  text
    // A decimal comma: the other number of a pair would have six digits or more.
    .replace(/(\d{6,8}),(\d{1,4})(?!\d)/g, '$1.$2')
    .replace(/\b(?:UTM|ZONE|ZONA|HUSO|FUSO|EASTING|NORTHING|WGS ?84)\b[:=]?/g, ' ')
    .replace(/[,;:=]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const zonePattern = '(?<zone>\\d{1,2}) ?(?<letter>NORTH|NORTE|SOUTH|SUR|[A-Z])?';
const eastingPattern = '[EX]? ?(?<easting>0?\\d{6}(?:\\.\\d+)?) ?(?:M? ?E|M)?';
const northingPattern = '[NY]? ?(?<northing>\\d{1,8}(?:\\.\\d+)?) ?(?:M? ?N|M)?';
const utmPatterns = [
  new RegExp(`^${zonePattern} ${eastingPattern} ${northingPattern}$`),
  new RegExp(`^${eastingPattern} ${northingPattern} ${zonePattern}$`),
  // Only labels tell that the northing comes first.
  new RegExp(`^(?=Y)${northingPattern} (?=X)${eastingPattern} ${zonePattern}$`),
  new RegExp(`^${zonePattern} (?=Y)${northingPattern} (?=X)${eastingPattern}$`),
];

function inBand(at: LonLat | null, letter: string): boolean {
  const range = bandRange(letter);
  // The range is a little wider than the band, because a place at its edge may be written with the neighbour's letter.
  return at !== null && range !== null && at[1] >= range[0] - 0.1 && at[1] <= range[1] + 0.1;
}

/**
 * Reads `33S`: in one convention it means the south, in another the band from 32° to 40° N. Only the northing can
 * exclude one of them.
 */
function readBandS(metres: UtmMetres, datum: Datum): PlaceReading {
  const band = datum.fromUtm(metres, false);
  const south = datum.fromUtm(metres, true);
  const choices: PlaceQuestion['choices'][number][] = [];
  if (band && inBand(band, 'S')) choices.push({ meaning: 'band', at: band });
  if (south && south[1] >= -80 && south[1] <= 0) choices.push({ meaning: 'south', at: south });
  const [only] = choices;
  if (only && choices.length === 1) return pointReading(only.at);
  return only
    ? { question: { kind: 'hemisphere', values: { zone: `${metres.zone}S` }, choices } }
    : problemOf('validation.utmNorthing');
}

/** Reads metres in a UTM zone; null for other texts. */
export function readUtm(text: string, datum: Datum = wgs84Datum): PlaceReading | null {
  const written = bare(text);
  const groups = utmPatterns
    .map((pattern) => pattern.exec(written)?.groups)
    .find((found) => found !== undefined);
  if (!groups) return null;
  const zone = Number(groups.zone);
  const metres = { zone, easting: Number(groups.easting), northing: Number(groups.northing) };
  if (zone < 1 || zone > 60) return problemOf('validation.utmZone', { zone: groups.zone ?? '' });
  if (metres.easting < 100_000 || metres.easting >= 1_000_000) return problemOf('validation.utmEasting');
  if (metres.northing > 10_000_000) return problemOf('validation.utmNorthing');
  const { letter = '' } = groups;
  if (letter === 'S') return readBandS(metres, datum);
  const north = datum.fromUtm(metres, false);
  const south = datum.fromUtm(metres, true);
  if (letter === '') {
    const choices: PlaceQuestion['choices'][number][] = [];
    if (north && north[1] <= 84) choices.push({ meaning: 'north', at: north });
    if (south && south[1] >= -80 && south[1] <= 0) choices.push({ meaning: 'south', at: south });
    return { question: { kind: 'hemisphere', values: { zone: String(zone) }, choices } };
  }
  // `N` is the north, or the band that starts at the equator: both are north of it.
  if (letter === 'N' || letter.startsWith('NOR'))
    return north ? pointReading(north) : problemOf('validation.utmNorthing');
  if (letter.startsWith('S')) return south ? pointReading(south) : problemOf('validation.utmNorthing');
  const range = bandRange(letter);
  if (!range || isMissingZone(zone, letter))
    return problemOf('validation.gridZone', { zone: `${zone}${letter}` });
  const at = letter < 'N' ? south : north;
  return at && inBand(at, letter)
    ? pointReading(at)
    : problemOf('validation.utmBand', { band: letter, south: range[0], north: range[1] });
}

/** Reads a square of MGRS, from one metre to a hundred kilometres wide; null for other texts. */
export function readMgrs(text: string, datum: Datum = wgs84Datum): PlaceReading | null {
  const match = /^(?:MGRS:? ?)?(\d{1,2}) ?([A-Z]) ?([A-Z]{2}) ?(\d{0,10})(?: (\d{1,5}))?$/.exec(text);
  if (!match) return null;
  const [, zone = '', band = '', square = '', first = '', second = ''] = match;
  if (second === '' ? first.length % 2 !== 0 : first.length !== second.length)
    return problemOf('validation.mgrsDigits');
  if (Number(zone) < 1 || Number(zone) > 60) return problemOf('validation.utmZone', { zone });
  if (!bandRange(band) || isMissingZone(Number(zone), band))
    return problemOf('validation.gridZone', { zone: `${zone}${band}` });
  const digits = `${first}${second}`;
  const code = `${zone}${band}${square}${digits}`;
  try {
    const [longitude, latitude] = fromMgrs(code);
    const [west, south] = squareOf(code);
    // The reference point of a square at the antimeridian may lie slightly beyond it.
    const centre: LonLat = [wrapLongitude(longitude), latitude];
    if (!Number.isFinite(longitude) || !(Math.abs(latitude) <= 90))
      return problemOf('validation.mgrsSquare', { square });
    const corner: LonLat = [wrapLongitude(west), south];
    const squareMetres = 10 ** (5 - digits.length / 2);
    if (datum === wgs84Datum) return squareReading(centre, corner, squareMetres);
    if (datum.hasOtherSquares) return problemOf('validation.mgrsOfDatum');
    // A reference has the same metres on another datum with these letters.
    const [onDatum, cornerOnDatum] = [centre, corner].map((at) =>
      datum.fromUtm(toUtm(at, Number(zone)), band < 'N'),
    );
    return onDatum && cornerOnDatum
      ? squareReading(onDatum, cornerOnDatum, squareMetres)
      : problemOf('validation.mgrsSquare', { square });
  } catch {
    // The library throws an error for squares that do not exist in the zone.
    return problemOf('validation.mgrsSquare', { square });
  }
}

/** The digits before the `+` of a full code, and the place value of each pair of them in degrees. */
const fullCodeDigits = 8;
const degreesOfPairs = [20, 1] as const;

/**
 * Returns the centre of a short Plus Code: of all places with these last digits, the one nearest to `near`. Null for a
 * text that is not a short code.
 */
export function shortPlusCodeNear(code: string, near: LonLat): LonLat | null {
  const [before = '', after = ''] = code.split('+');
  const missing = fullCodeDigits - before.length;
  const step = degreesOfPairs[missing / 2 - 1];
  if (step === undefined) return null;
  const prefix = encodePlusCode({ longitude: near[0], latitude: near[1] }, 10)?.slice(0, missing) ?? '';
  const decoded = decodePlusCode(`${prefix}${before}+${after}`);
  if (!decoded) return null;
  const { longitude, latitude } = decoded;
  // The code may be nearer in the neighbouring cell, but not beyond a pole.
  const turns = Math.round((near[0] - longitude) / step) * step;
  const north = latitude + Math.round((near[1] - latitude) / step) * step;
  return [wrapLongitude(longitude + turns), Math.abs(north) < 90 ? north : latitude];
}

/**
 * Reads a Plus Code. A short one, which is a place only near another one, is a question; the town that may follow it is
 * in the question's values, because only a person can say which town of that name is meant. Returns a problem for an
 * invalid code; null for other texts.
 */
export function readPlusCode(text: string): PlaceReading | null {
  const match = /^([23456789CFGHJMPQRVWX]{2,8}0{0,6})\+([23456789CFGHJMPQRVWX]{2,7})?(?:[ ,]+(.+))?$/.exec(
    text,
  );
  if (!match) return null;
  const [, before = '', after = ''] = match;
  if ((before.length === 4 || before.length === 6) && !before.includes('0') && after.length >= 2)
    return {
      question: { kind: 'near', values: { code: `${before}+${after}`, town: match[3] ?? '' }, choices: [] },
    };
  if (before.length < fullCodeDigits) return problemOf('validation.shortPlusCode');
  const decoded = decodePlusCode(`${before}+${after}`);
  if (!decoded || Math.abs(decoded.latitude) > 90 || Math.abs(decoded.longitude) > 180)
    return problemOf('validation.plusCode');
  const { latitude, longitude, latitudeResolution, longitudeResolution } = decoded;
  return squareReading(
    [longitude, latitude],
    [longitude - longitudeResolution / 2, latitude - latitudeResolution / 2],
    Math.round(latitudeResolution * metresPerDegree),
  );
}

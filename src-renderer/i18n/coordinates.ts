import { toPoint as fromMgrs, forward as toMgrs } from 'mgrs';
import proj4 from 'proj4';
import type { Settings } from '../../src-preload/contract/settings.ts';
import { wrapLongitude } from '../map/mercator.ts';

export type CoordinateFormat = Settings['coordinateFormat'];
export type LonLat = readonly [longitude: number, latitude: number];

export const coordinateFormats: readonly CoordinateFormat[] = ['dd', 'dms', 'ddm', 'utm', 'mgrs'];

function utmZone(longitude: number): number {
  return Math.min(60, Math.floor((longitude + 180) / 6) + 1);
}

function utmDefinition(zone: number, south: boolean): string {
  return `+proj=utm +zone=${zone}${south ? ' +south' : ''} +datum=WGS84 +units=m +no_defs`;
}

const pad = (value: number, width: number, digits: number) =>
  value.toFixed(digits).padStart(width + (digits > 0 ? digits + 1 : 0), '0');

function sexagesimal(
  value: number,
  width: number,
  hemispheres: readonly [string, string],
  seconds: boolean,
): string {
  const letter = hemispheres[value < 0 ? 1 : 0];
  const unit = seconds ? 36_000 : 600_000;
  // Rounded as a whole first, so that 59.96″ never shows as 60.0″.
  const whole = Math.round(Math.abs(value) * unit);
  const degrees = Math.floor(whole / unit);
  if (!seconds) return `${pad(degrees, width, 0)}°${pad((whole % unit) / 10_000, 2, 4)}′${letter}`;
  const minutes = Math.floor((whole % unit) / 600);
  return `${pad(degrees, width, 0)}°${pad(minutes, 2, 0)}′${pad((whole % 600) / 10, 2, 1)}″${letter}`;
}

/** A place in the person's format; UTM and MGRS fall back to degrees beyond their bounds (84°N, 80°S). */
export function formatCoordinate([longitude, latitude]: LonLat, format: CoordinateFormat): string {
  const wrapped = wrapLongitude(longitude);
  const polar = latitude > 84 || latitude < -80;
  if (format === 'dms' || format === 'ddm') {
    const seconds = format === 'dms';
    return `${sexagesimal(latitude, 2, ['N', 'S'], seconds)} ${sexagesimal(wrapped, 3, ['E', 'W'], seconds)}`;
  }
  if (format === 'mgrs' && !polar)
    return toMgrs([wrapped, latitude], 5).replace(/^(\d{1,2}[A-Z])([A-Z]{2})(\d{5})(\d{5})$/, '$1 $2 $3 $4');
  if (format === 'utm' && !polar) {
    const zone = utmZone(wrapped);
    const [x, y] = proj4(utmDefinition(zone, latitude < 0), [wrapped, latitude]);
    return `${zone}${latitude < 0 ? 'S' : 'N'} ${Math.round(x)} ${Math.round(y)}`;
  }
  return `${latitude.toFixed(5)}, ${wrapped.toFixed(5)}`;
}

function within(longitude: number, latitude: number): LonLat | null {
  const sound =
    Number.isFinite(longitude) &&
    Number.isFinite(latitude) &&
    Math.abs(longitude) <= 180 &&
    Math.abs(latitude) <= 90;
  return sound ? [longitude, latitude] : null;
}

interface Angle {
  value: number;
  axis: 'lat' | 'lon' | null;
}

const anglePattern =
  /^([-+]?\d{1,3}(?:[.,]\d+)?)\s*°?\s*(?:(?<=[°\s])(\d{1,2}(?:[.,]\d+)?)\s*'?\s*(?:(?<=['\s])(\d{1,2}(?:[.,]\d+)?)\s*"?)?)?$/;

/** Degrees, or degrees with minutes, or with minutes and seconds; a letter on either side. `O` is the Spanish west. */
function readAngle(text: string): Angle | null {
  const letters = /^([NSEWO])?([^NSEWO]*)([NSEWO])?$/.exec(text.trim());
  const [, before, numbers = '', after] = letters ?? [];
  if (!letters || (before !== undefined && after !== undefined)) return null;
  const match = anglePattern.exec(numbers.trim());
  if (!match) return null;
  const [, degrees = '0', minutes, seconds] = match;
  // Only the last part may have decimals.
  const last = seconds ?? minutes ?? degrees;
  if ([degrees, minutes, seconds].some((part) => part !== undefined && part !== last && /[.,]/.test(part))) {
    return null;
  }
  const number = (part = '0') => Number(part.replace(',', '.'));
  if (number(minutes) >= 60 || number(seconds) >= 60) return null;
  const letter = before ?? after ?? '';
  const size = Math.abs(number(degrees)) + number(minutes) / 60 + number(seconds) / 3_600;
  const negative = degrees.startsWith('-') || letter === 'S' || letter === 'W' || letter === 'O';
  const axis = letter === '' ? null : letter === 'N' || letter === 'S' ? 'lat' : 'lon';
  return { value: negative ? -size : size, axis };
}

function readUtm(text: string): LonLat | null {
  const match = /^(\d{1,2}) ?([C-HJ-NP-X]) (\d{6,7}(?:\.\d+)?) (\d{1,8}(?:\.\d+)?)$/.exec(text);
  if (!match) return null;
  const [, zone, letter = 'N', easting, northing] = match;
  const [x, y] = [Number(easting), Number(northing)];
  if (Number(zone) < 1 || Number(zone) > 60 || x < 100_000 || x >= 1_000_000 || y > 10_000_000) return null;
  // `S` is the south, as Nadir itself writes it; the other letters may be latitude bands.
  const south = letter === 'S' || letter < 'N';
  const [longitude, latitude] = proj4(utmDefinition(Number(zone), south)).inverse([x, y]);
  return within(wrapLongitude(longitude), latitude);
}

function readMgrs(text: string): LonLat | null {
  const match = /^(\d{1,2} ?[C-HJ-NP-X]) ?([A-HJ-NP-Z]{2}) ?(\d{0,10})(?: (\d{1,5}))?$/.exec(text);
  if (!match) return null;
  const [, zone = '', square = '', first = '', second = ''] = match;
  if (second === '' ? first.length % 2 !== 0 : first.length !== second.length) return null;
  try {
    const [longitude, latitude] = fromMgrs(`${zone}${square}${first}${second}`.replaceAll(' ', ''));
    // A square at the antimeridian may have its reference point a hair beyond.
    return within(wrapLongitude(longitude), latitude);
  } catch {
    // The library throws for zones, bands and squares that do not exist.
    return null;
  }
}

/** Two angles, told apart by their letters, else by what stands between them. */
function splitPair(text: string): [string, string] | null {
  const lettered =
    /^(.*?[NS])[\s,;]*(.*?[EWO])$/.exec(text) ??
    /^(.*?[EWO])[\s,;]*(.*?[NS])$/.exec(text) ??
    /^([NSEWO].*?)[\s,;]+([NSEWO].*)$/.exec(text);
  if (lettered) return [lettered[1] ?? '', lettered[2] ?? ''];
  for (const separator of [/\s*;\s*/, /,\s+/, /\s*,\s*/, /\s+/]) {
    const [first, second, ...others] = text.split(separator);
    if (first !== undefined && second !== undefined && others.length === 0) return [first, second];
  }
  return null;
}

const longestText = 100;

/** One way to write what people and other programs write in several. */
function normalised(text: string): string {
  return text
    .trim()
    .toUpperCase()
    .replaceAll(/[−–]/g, '-')
    .replaceAll(/[º˚]/g, '°')
    .replaceAll(/″|“|”|''/g, '"')
    .replaceAll(/[′’‘´]/g, "'")
    .replaceAll(/\s+/g, ' ');
}

/**
 * Reads a place as people write it: decimal degrees, degrees with minutes and seconds, UTM (`32N 467070 5542763`), MGRS.
 * Without letters the first number is the latitude, as the screen shows it. Null when it cannot be read.
 */
export function parseCoordinate(text: string): LonLat | null {
  if (text.length > longestText) return null;
  const written = normalised(text);
  const metric = readUtm(written) ?? readMgrs(written);
  if (metric) return metric;
  const pair = splitPair(written);
  const first = readAngle(pair?.[0] ?? '');
  const second = readAngle(pair?.[1] ?? '');
  if (!first || !second || (first.axis !== null && first.axis === second.axis)) return null;
  return first.axis === 'lon' || second.axis === 'lat'
    ? within(first.value, second.value)
    : within(second.value, first.value);
}

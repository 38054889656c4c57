import { forward as toMgrs, toPoint as fromMgrs } from 'mgrs';
import proj4 from 'proj4';
import type { Settings } from '../../src-preload/contract/settings.ts';

export type CoordinateFormat = Settings['coordinateFormat'];
export type LonLat = readonly [longitude: number, latitude: number];

export const coordinateFormats: readonly CoordinateFormat[] = ['dd', 'dms', 'ddm', 'utm', 'mgrs'];

export function utmZone(longitude: number): number {
  return Math.min(60, Math.floor((longitude + 180) / 6) + 1);
}

function utmDefinition(zone: number, south: boolean): string {
  return `+proj=utm +zone=${zone}${south ? ' +south' : ''} +datum=WGS84 +units=m +no_defs`;
}

const pad = (value: number, width: number, digits: number) => value.toFixed(digits).padStart(width + (digits > 0 ? digits + 1 : 0), '0');

function sexagesimal(value: number, width: number, hemispheres: readonly [string, string], seconds: boolean): string {
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
  const wrapped = ((((longitude + 180) % 360) + 360) % 360) - 180;
  const polar = latitude > 84 || latitude < -80;
  if (format === 'dms' || format === 'ddm') {
    const seconds = format === 'dms';
    return `${sexagesimal(latitude, 2, ['N', 'S'], seconds)} ${sexagesimal(wrapped, 3, ['E', 'W'], seconds)}`;
  }
  if (format === 'mgrs' && !polar) return toMgrs([wrapped, latitude], 5).replace(/^(\d{1,2}[A-Z])([A-Z]{2})(\d{5})(\d{5})$/, '$1 $2 $3 $4');
  if (format === 'utm' && !polar) {
    const zone = utmZone(wrapped);
    const [x, y] = proj4(utmDefinition(zone, latitude < 0), [wrapped, latitude]);
    return `${zone}${latitude < 0 ? 'S' : 'N'} ${Math.round(x)} ${Math.round(y)}`;
  }
  return `${latitude.toFixed(5)}, ${wrapped.toFixed(5)}`;
}

function within([longitude, latitude]: LonLat): LonLat | null {
  const sound = Number.isFinite(longitude) && Number.isFinite(latitude) && Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
  return sound ? [longitude, latitude] : null;
}

/** Degrees with up to three numbers and a hemisphere letter on either side; null when it is none. */
function readAngle(text: string): { value: number; axis: 'lat' | 'lon' | null } | null {
  const match = /^([NSEWO])?\s*(-?\d+(?:[.,]\d+)?)(?:\s*°)?(?:\s*(\d+(?:[.,]\d+)?)\s*['′]?)?(?:\s*(\d+(?:[.,]\d+)?)\s*(?:"|″|''))?\s*([NSEWO])?$/i.exec(text.trim());
  if (!match) return null;
  const [, before, degrees = '0', minutes = '0', seconds = '0', after] = match;
  const number = (part: string) => Number(part.replace(',', '.'));
  if (number(minutes) >= 60 || number(seconds) >= 60) return null;
  const letter = (before ?? after ?? '').toUpperCase();
  const size = Math.abs(number(degrees)) + number(minutes) / 60 + number(seconds) / 3_600;
  const negative = degrees.startsWith('-') || letter === 'S' || letter === 'W' || letter === 'O';
  const axis = letter === '' ? null : letter === 'N' || letter === 'S' ? 'lat' : 'lon';
  return { value: negative ? -size : size, axis };
}

/**
 * Reads a place as people write it: decimal degrees, degrees with minutes and seconds, UTM (`32N 467070 5542763`), MGRS.
 * Without letters the first number is the latitude, as the screen shows it. Null when it cannot be read.
 */
export function parseCoordinate(text: string): LonLat | null {
  const trimmed = text.trim().replaceAll(/\s+/g, ' ');
  const utm = /^(\d{1,2}) ?([NS]) (\d{5,7}(?:\.\d+)?) (\d{1,8}(?:\.\d+)?)$/i.exec(trimmed);
  if (utm) {
    const zone = Number(utm[1]);
    if (zone < 1 || zone > 60) return null;
    const [longitude, latitude] = proj4(utmDefinition(zone, utm[2]?.toUpperCase() === 'S')).inverse([Number(utm[3]), Number(utm[4])]);
    return within([longitude, latitude]);
  }
  if (/^\d{1,2} ?[C-HJ-NP-X] ?[A-HJ-NP-Z]{2} ?(\d{2} ?){0,5}(\d+ ?\d+)?$/i.test(trimmed)) {
    try {
      const [longitude, latitude] = fromMgrs(trimmed.replaceAll(' ', '').toUpperCase());
      return within([longitude, latitude]);
    } catch {
      return null;
    }
  }
  const letters = /^(.*?[NS])[\s,;]*(.*?[EWO])$/i.exec(trimmed) ?? /^(.*?[EWO])[\s,;]*(.*?[NS])$/i.exec(trimmed) ?? /^([NSEWO].*?)[\s,;]+([NSEWO].*)$/i.exec(trimmed);
  const plain = /^(-?\d+(?:\.\d+)?)\s*[,; ]\s*(-?\d+(?:\.\d+)?)$/.exec(trimmed);
  const pair = letters ?? plain;
  const first = readAngle(pair?.[1] ?? '');
  const second = readAngle(pair?.[2] ?? '');
  if (!first || !second || (first.axis !== null && first.axis === second.axis)) return null;
  return first.axis === 'lon' || second.axis === 'lat' ? within([first.value, second.value]) : within([second.value, first.value]);
}

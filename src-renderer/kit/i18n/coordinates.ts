import { forward as toMgrs } from 'mgrs';
import type { Settings } from '../../../src-preload/contract/settings.ts';
import type { LonLat } from '../../../src-shared/geometry/lon-lat.ts';
import { wrapLongitude } from '../../../src-shared/geometry/mercator.ts';
import { toUtm, utmBand } from './utm.ts';

/**
 * The format of coordinates: decimal degrees (`dd`), degrees with minutes and seconds (`dms`) or decimal minutes
 * (`ddm`), UTM or MGRS.
 */
export type CoordinateFormat = Settings['coordinateFormat'];
export type { LonLat };

export const coordinateFormats: readonly CoordinateFormat[] = ['dd', 'dms', 'ddm', 'utm', 'mgrs'];

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
  // The whole value is rounded first, so that 59.96″ is never shown as 60.0″.
  const whole = Math.round(Math.abs(value) * unit);
  const degrees = Math.floor(whole / unit);
  if (!seconds) return `${pad(degrees, width, 0)}°${pad((whole % unit) / 10_000, 2, 4)}′${letter}`;
  const minutes = Math.floor((whole % unit) / 600);
  return `${pad(degrees, width, 0)}°${pad(minutes, 2, 0)}′${pad((whole % 600) / 10, 2, 1)}″${letter}`;
}

/** Formats a place in the user's format; UTM and MGRS fall back to degrees beyond their limits (84°N, 80°S). */
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
    const { zone, easting, northing } = toUtm([wrapped, latitude]);
    // `S` may mean the south or a northern band, so the band letter is used south of the equator.
    const letter = latitude < 0 ? utmBand(latitude) : 'N';
    return `${zone}${letter} ${Math.round(easting)} ${Math.round(northing)}`;
  }
  return `${latitude.toFixed(5)}, ${wrapped.toFixed(5)}`;
}

/** Formats a place in degrees with letters and all digits, so that reading it returns the same place. */
export function exactDegrees([longitude, latitude]: LonLat): string {
  const plain = (value: number) =>
    new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 15 }).format(value);
  return `${plain(Math.abs(latitude))}° ${latitude < 0 ? 'S' : 'N'}, ${plain(Math.abs(longitude))}° ${longitude < 0 ? 'W' : 'E'}`;
}

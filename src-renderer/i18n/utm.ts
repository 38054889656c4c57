import proj4 from 'proj4';
import type { LonLat } from '../geometry/lon-lat.ts';
import { wrapLongitude } from '../geometry/mercator.ts';

/** Latitude bands of UTM and MGRS from 80° S on, eight degrees each; the last one reaches to 84° N. */
const bands = 'CDEFGHJKLMNPQRSTUVWX';

/** The band letter of a latitude between 80° S and 84° N. */
export function utmBand(latitude: number): string {
  const index = Math.max(0, Math.min(bands.length - 1, Math.floor((latitude + 80) / 8)));
  // A hair south of the equator is south of it, whatever the sum is rounded to.
  return bands[latitude < 0 ? Math.min(index, 9) : index] ?? 'X';
}

/** South and north end of a band in degrees; null for a letter that names none. */
export function bandRange(letter: string): readonly [south: number, north: number] | null {
  const index = bands.indexOf(letter);
  if (index < 0) return null;
  const south = index * 8 - 80;
  return [south, letter === 'X' ? 84 : south + 8];
}

/** The zone of a place, with the exceptions of south-western Norway and Svalbard. */
export function utmZone(longitude: number, latitude: number): number {
  const band = utmBand(latitude);
  if (band === 'V' && longitude >= 3 && longitude < 12) return 32;
  if (band === 'X' && longitude >= 0 && longitude < 42) {
    if (longitude < 9) return 31;
    if (longitude < 21) return 33;
    return longitude < 33 ? 35 : 37;
  }
  return Math.min(60, Math.floor((longitude + 180) / 6) + 1);
}

/** Grid zones that do not exist: Svalbard's neighbours are wider instead. */
export function isMissingZone(zone: number, band: string): boolean {
  return band === 'X' && (zone === 32 || zone === 34 || zone === 36);
}

function definition(zone: number, south: boolean): string {
  return `+proj=utm +zone=${zone}${south ? ' +south' : ''} +datum=WGS84 +units=m +no_defs`;
}

/** The UTM zone, easting and northing in metres of a place. */
export function toUtm([longitude, latitude]: LonLat): { zone: number; easting: number; northing: number } {
  const zone = utmZone(longitude, latitude);
  const [easting, northing] = proj4(definition(zone, latitude < 0), [longitude, latitude]);
  return { zone, easting, northing };
}

/** The place of metres in a zone; null where they name none on the globe. */
export function fromUtm(
  { zone, easting, northing }: { zone: number; easting: number; northing: number },
  south: boolean,
): LonLat | null {
  const [longitude, latitude] = proj4(definition(zone, south)).inverse([easting, northing]);
  const isPlace = Number.isFinite(longitude) && Number.isFinite(latitude) && Math.abs(latitude) <= 90;
  return isPlace ? [wrapLongitude(longitude), latitude] : null;
}

import proj4 from 'proj4';
import type { LonLat } from '../../../src-shared/geometry/lon-lat.ts';
import { wrapLongitude } from '../../../src-shared/geometry/mercator.ts';

/** The latitude bands of UTM and MGRS from 80° S, eight degrees each; the last one ends at 84° N. */
const bands = 'CDEFGHJKLMNPQRSTUVWX';

/** Returns the band letter of a latitude between 80° S and 84° N. */
export function utmBand(latitude: number): string {
  const index = Math.max(0, Math.min(bands.length - 1, Math.floor((latitude + 80) / 8)));
  // A latitude slightly south of the equator must be in a southern band, even if the sum is rounded up.
  return bands[latitude < 0 ? Math.min(index, 9) : index] ?? 'X';
}

/** Returns the south and north end of a band in degrees; null for a letter that is not a band. */
export function bandRange(letter: string): readonly [south: number, north: number] | null {
  const index = bands.indexOf(letter);
  if (index < 0) return null;
  const south = index * 8 - 80;
  return [south, letter === 'X' ? 84 : south + 8];
}

/** Returns the zone of a place, with the exceptions of south-western Norway and Svalbard. */
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

/** Returns true for a grid zone that does not exist, because its neighbours at Svalbard are wider instead. */
export function isMissingZone(zone: number, band: string): boolean {
  return band === 'X' && (zone === 32 || zone === 34 || zone === 36);
}

function definition(zone: number, south: boolean): string {
  return `+proj=utm +zone=${zone}${south ? ' +south' : ''} +datum=WGS84 +units=m +no_defs`;
}

/** A place in metres of a UTM zone. */
export interface UtmMetres {
  zone: number;
  easting: number;
  northing: number;
}

/** Returns the easting and northing of a place in metres, in its own UTM zone or in the given one. */
export function toUtm([longitude, latitude]: LonLat, zone: number = utmZone(longitude, latitude)): UtmMetres {
  const [easting, northing] = proj4(definition(zone, latitude < 0), [longitude, latitude]);
  return { zone, easting, northing };
}

/** Returns the place of metres in a zone; null if they are not a place on the globe. */
export function fromUtm({ zone, easting, northing }: UtmMetres, south: boolean): LonLat | null {
  const [longitude, latitude] = proj4(definition(zone, south)).inverse([easting, northing]);
  const isPlace = Number.isFinite(longitude) && Number.isFinite(latitude) && Math.abs(latitude) <= 90;
  return isPlace ? [wrapLongitude(longitude), latitude] : null;
}

import proj4 from 'proj4';
import { codesOfName, systemOfCode } from '../../src-shared/crs/systems.ts';
import { wrapLongitude } from '../../src-shared/geometry/mercator.ts';
import { type Datum, wgs84Datum } from '../kit/i18n/datum.ts';

/** The EPSG code of degrees on WGS 84. */
export const wgs84Code = 4326;
/**
 * The geographic systems of the datums that field tables and printed maps still have, by their EPSG codes: PSAD56,
 * SAD69, SIRGAS 2000, Corrego Alegre, NAD27, NAD83, ED50, ETRS89, Pulkovo 1942, Tokyo, Indian 1975, Kertau, Arc 1950,
 * Arc 1960, Cape, Adindan and AGD66. Those that the table of systems cannot compute are not offered.
 */
const codes = [
  4248, 4618, 4674, 4225, 4267, 4269, 4230, 4258, 4284, 4301, 4240, 4245, 4209, 4210, 4222, 4201, 4202,
];
/** The ellipsoids whose squares of MGRS have the letters of WGS 84: GRS 80, International 1924, Australian and of 1967. */
const usualSquares = /\+(?:ellps=(?:GRS80|WGS84)|a=(?:6378137|6378388|6378160))(?![\d.])/;

/** Returns the datums that a person can choose for a table, WGS 84 first, and the one in use if it is another. */
export function offeredDatums(used: number | null = null): { code: number; name: string }[] {
  return [...new Set([wgs84Code, ...codes, ...(used === null ? [] : [used])])].flatMap((code) => {
    const system = systemOfCode(code);
    return system?.definition.includes('+proj=longlat') ? [{ code, name: system.name }] : [];
  });
}

/** Returns the datum of a geographic system; null for a code that is not one. */
export function datumOfCode(code: number): Datum | null {
  if (code === wgs84Code) return wgs84Datum;
  const system = systemOfCode(code);
  if (!system?.definition.includes('+proj=longlat')) return null;
  const { definition, name } = system;
  /** The shift of a zone is often known better than that of the whole datum. */
  const utmDefinition = (zone: number, south: boolean) => {
    const [own] = codesOfName(`${name} / UTM zone ${zone}${south ? 'S' : 'N'}`);
    const utm = `+proj=utm +zone=${zone}${south ? ' +south' : ''} +units=m`;
    return (
      (own === undefined ? null : systemOfCode(own)?.definition) ?? definition.replace('+proj=longlat', utm)
    );
  };
  const degrees = proj4(definition, 'WGS84');
  return {
    hasOtherSquares: !usualSquares.test(definition),
    fromDegrees(at) {
      const [longitude = Number.NaN, latitude = Number.NaN] = degrees.forward([...at]);
      return [wrapLongitude(longitude), latitude];
    },
    fromUtm({ zone, easting, northing }, south) {
      const metres = proj4(utmDefinition(zone, south), 'WGS84');
      const [longitude = Number.NaN, latitude = Number.NaN] = metres.forward([easting, northing]);
      const isPlace = Number.isFinite(longitude) && Math.abs(latitude) <= 90;
      return isPlace ? [wrapLongitude(longitude), latitude] : null;
    },
  };
}

import { applyAffine, invertAffine } from '../../../src-shared/geometry/pixel-models.ts';
import { readForeignNumber } from '../../../src-shared/raster/foreign-number.ts';
import { type ControlPoint, fitAffine } from './control-points.ts';
import type { KnownProjection } from './epsg-definitions.ts';

/** The registration of a raster as MapInfo writes it: points, and perhaps the coordinate system. */
export interface TabPlace {
  points: readonly ControlPoint[];
  /** GDAL's six numbers, if all points lie on one affine function; null if they do not. */
  geoTransform: readonly number[] | null;
  /** Null if the file names no system, or one that is not in the short list here. */
  projection: KnownProjection | null;
}

/** Points that are this near to an affine function, in pixels, are exact: the limit of GDAL. */
const nearPx = 0.25;
const mostPoints = 1_000;

/** The datums of MapInfo that need no shift from WGS 84, or none that pixels show. */
const ellipsoids: Readonly<Record<number, string>> = {
  33: '+ellps=GRS80 +towgs84=0,0,0',
  74: '+ellps=GRS80 +towgs84=0,0,0',
  104: '+datum=WGS84',
  115: '+ellps=GRS80 +towgs84=0,0,0',
  116: '+ellps=GRS80 +towgs84=0,0,0',
  117: '+ellps=GRS80 +towgs84=0,0,0',
};
const degrees = 1;
const lambert = 3;
const transverse = 8;
const wgs84Datum = 104;

/** Returns the EPSG code of a zone of UTM on WGS 84; null for another transverse Mercator. */
function codeOfUtm(datum: number, [lon0, lat0, scale, x0, y0]: readonly number[]): number | null {
  if (datum !== wgs84Datum || lat0 !== 0 || scale !== 0.9996 || x0 !== 500_000 || lon0 === undefined)
    return null;
  const zone = (lon0 + 183) / 6;
  if (!Number.isInteger(zone) || zone < 1 || zone > 60) return null;
  return y0 === 0 ? 32_600 + zone : y0 === 10_000_000 ? 32_700 + zone : null;
}

/** Returns the system of a clause such as `CoordSys Earth Projection 8, 104, "m", 15, 0, 0.9996, 500000, 0`; null for others. */
function readSystem(text: string): KnownProjection | null {
  const clause = /^[ \t]*CoordSys\s+Earth\s+Projection\s+(.+)$/im.exec(text)?.[1];
  if (clause === undefined) return null;
  const [kind = Number.NaN, datum = Number.NaN, ...rest] = clause
    .split(',')
    .map((part) => readForeignNumber(part.trim()) ?? Number.NaN);
  const ellipsoid = ellipsoids[datum];
  if (ellipsoid === undefined) return null;
  const known = (definition: string, epsg: number | null): KnownProjection => ({
    text: `${definition} ${ellipsoid} +no_defs`,
    isRough: false,
    epsg,
  });
  if (kind === degrees) return known('+proj=longlat', datum === wgs84Datum ? 4_326 : null);
  // The unit stands between the datum and the numbers.
  const numbers = rest.slice(1);
  if (!/,\s*"m"\s*(?:,|$)/i.test(clause) || !numbers.every(Number.isFinite)) return null;
  const [lon0, lat0, third, fourth, fifth, sixth] = numbers;
  if (kind === transverse && fifth !== undefined)
    return known(
      `+proj=tmerc +lat_0=${lat0} +lon_0=${lon0} +k=${third} +x_0=${fourth} +y_0=${fifth} +units=m`,
      codeOfUtm(datum, numbers),
    );
  if (kind === lambert && sixth !== undefined)
    return known(
      `+proj=lcc +lat_0=${lat0} +lon_0=${lon0} +lat_1=${third} +lat_2=${fourth} +x_0=${fifth} +y_0=${sixth} +units=m`,
      null,
    );
  return null;
}

/** Returns the affine function of points that lie on one; null for others. */
function exactAffine(points: readonly ControlPoint[]): number[] | null {
  const affine = fitAffine(points);
  const inverse = affine === null ? null : invertAffine(affine);
  if (affine === null || inverse === null) return null;
  const isNear = points.every(({ column, row, x, y }) => {
    const [atColumn, atRow] = applyAffine(inverse, x, y);
    return Math.abs(atColumn - column) <= nearPx && Math.abs(atRow - row) <= nearPx;
  });
  return isNear ? affine : null;
}

/**
 * Reads a file `.tab` of MapInfo that registers a raster: lines such as `(440720,100000) (0,0) Label "Pt 1",`. Returns null for a table of
 * another kind and for one with fewer than three points.
 */
export function readTabFile(text: string): TabPlace | null {
  if (!/^[ \t]*Type\s+"RASTER"/im.test(text)) return null;
  const points: ControlPoint[] = [];
  for (const match of text.matchAll(/^[ \t]*\(([^(),]+),([^(),]+)\)\s*\(([^(),]+),([^(),]+)\)/gm)) {
    const [x, y, column, row] = match.slice(1).map((part) => readForeignNumber(part.trim()));
    if (x == null || y == null || column == null || row == null || points.length >= mostPoints) return null;
    points.push({ column, row, x, y });
  }
  return points.length < 3
    ? null
    : { points, geoTransform: exactAffine(points), projection: readSystem(text) };
}

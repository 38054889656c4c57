import geodesic from 'geographiclib-geodesic';
import { decimalOf } from '../../../src-preload/contract/decimal.ts';
import type { Footprint } from '../../../src-preload/contract/geometry.ts';

/** A hundred square metres: more precise than any footprint. */
const digits = 4;

function ringSquareMetres(ring: readonly (readonly number[])[]): number {
  const polygon = geodesic.Geodesic.WGS84.Polygon(false);
  const [first] = ring;
  const last = ring.at(-1);
  const closed = first?.[0] === last?.[0] && first?.[1] === last?.[1];
  for (const [longitude = 0, latitude = 0] of closed ? ring.slice(0, -1) : ring)
    polygon.AddPoint(latitude, longitude);
  return Math.abs(polygon.Compute(false, true).area ?? 0);
}

/** Returns the area on the ellipsoid without holes, in km² with four digits; null if there is none. */
export function areaKm2(footprint: Footprint): string | null {
  const polygons = footprint.type === 'Polygon' ? [footprint.coordinates] : footprint.coordinates;
  let squareMetres = 0;
  for (const [outer, ...holes] of polygons) {
    if (!outer) continue;
    squareMetres += ringSquareMetres(outer);
    for (const hole of holes) squareMetres -= ringSquareMetres(hole);
  }
  const km2 = squareMetres / 1e6;
  return km2 > 0 && Number.isFinite(km2) ? decimalOf(km2.toFixed(digits)) : null;
}

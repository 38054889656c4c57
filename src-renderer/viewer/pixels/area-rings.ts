import { geodesicLine } from '../../../src-shared/geometry/geodesic.ts';
import type { LonLat } from '../../../src-shared/geometry/lon-lat.ts';

/** Between points at this distance a geodesic and a straight line in degrees differ by centimetres. */
const stepMetres = 1_000;

/** Returns the outline of a measured area, flat `longitude, latitude`, whose sides are geodesics. */
export function measuredRing(vertices: readonly LonLat[]): Float64Array {
  return Float64Array.from(geodesicLine([...vertices, ...vertices.slice(0, 1)], stepMetres).flat());
}

/** Returns the outline of the view, whose edges are meridians and parallels. */
export function boxRing([west, south, east, north]: readonly [number, number, number, number]): Float64Array {
  return Float64Array.of(west, south, east, south, east, north, west, north);
}

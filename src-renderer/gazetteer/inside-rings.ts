import type { DegreeBox } from '../../src-shared/geometry/box-of-places.ts';
import type { LonLat } from '../../src-shared/geometry/lon-lat.ts';

/**
 * Returns the box of rings that are written as longitude, latitude, longitude, and so on. It need not handle the antimeridian: Natural Earth
 * cuts outlines there.
 */
export function boxOfRings(rings: readonly ArrayLike<number>[]): DegreeBox {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings)
    for (let at = 0; at < ring.length; at += 2) {
      const [x, y] = [ring[at] ?? 0, ring[at + 1] ?? 0];
      west = Math.min(west, x);
      east = Math.max(east, x);
      south = Math.min(south, y);
      north = Math.max(north, y);
    }
  return [west, south, east, north];
}

interface Rings {
  box: DegreeBox;
  /** Each ring as longitude, latitude, longitude, and so on. */
  rings: readonly ArrayLike<number>[];
}

/** Returns true if a point is inside rings, by the even-odd rule. */
export function isInsideRings({ box, rings }: Rings, [x, y]: LonLat): boolean {
  if (x < box[0] || x > box[2] || y < box[1] || y > box[3]) return false;
  let inside = false;
  for (const ring of rings)
    for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
      const [ax, ay] = [ring[before] ?? 0, ring[before + 1] ?? 0];
      const [bx, by] = [ring[at] ?? 0, ring[at + 1] ?? 0];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
  return inside;
}

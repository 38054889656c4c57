import { z } from 'zod';
import type { WireTask } from '../../service/api/wire.ts';

const number = z.number().finite();
const position = z.tuple([number, number]).rest(z.unknown());
const ring = z.array(position).min(1);
const nested = z.array(z.unknown()).min(1);

/** Returns the first ring of a Polygon or a MultiPolygon, or the points of a line; null if there is none. */
function firstRing(coordinates: unknown, depth = 0): z.infer<typeof ring> | null {
  const flat = ring.safeParse(coordinates);
  if (flat.success) return flat.data;
  const outer = nested.safeParse(coordinates);
  return outer.success && depth < 3 ? firstRing(outer.data[0], depth + 1) : null;
}

/** Returns where a task is drawn: its point, or the centre of the first ring of its area; null if the target cannot be read. */
export function targetCentre(target: WireTask['target']): { longitude: number; latitude: number } | null {
  if (target === null) return null;
  const point = position.safeParse(target.coordinates);
  if (point.success) return onEarth(point.data[0], point.data[1]);
  const outer = firstRing(target.coordinates);
  const start = outer?.[0];
  if (!outer || !start) return null;
  let [west, east, south, north] = [start[0], start[0], start[1], start[1]];
  for (const [x, y] of outer) {
    // Moved next to the first point, so that an area over the antimeridian does not span the world.
    const near = x - 360 * Math.round((x - start[0]) / 360);
    west = Math.min(west, near);
    east = Math.max(east, near);
    south = Math.min(south, y);
    north = Math.max(north, y);
  }
  const middle = (west + east) / 2;
  return onEarth(middle, (south + north) / 2);
}

/** Returns the third coordinate of a point (service §2.6); null for an area, and for 0, which the service sends for none. */
export function altitudeOf(target: WireTask['target']): number | null {
  const point = position.safeParse(target?.coordinates);
  const altitude = point.success ? point.data[2] : undefined;
  return typeof altitude === 'number' && Number.isFinite(altitude) && altitude !== 0 ? altitude : null;
}

/**
 * Returns a place if a map can show it; null for anything else, which stays in the raw JSON. Longitudes of up to two turns count, as in
 * footprints.
 */
function onEarth(longitude: number, latitude: number): { longitude: number; latitude: number } | null {
  if (!(Math.abs(longitude) <= 720 && Math.abs(latitude) <= 90)) return null;
  const turns = Math.abs(longitude) <= 180 ? 0 : Math.floor((longitude + 180) / 360);
  return { longitude: longitude - 360 * turns, latitude };
}

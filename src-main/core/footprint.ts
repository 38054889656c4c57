import { z } from 'zod';
import { type Footprint, footprintSchema } from '../../src-preload/contract/geometry.ts';

type Box = [west: number, south: number, east: number, north: number];

/** The limit for all rings together: a map of a hundred thousand scenes has no room for more. */
const maxPoints = 20_000;

/**
 * True for a valid place. Some services write longitudes with up to two turns in either direction; positions beyond that, or
 * beyond the poles, are invalid.
 */
function isOnEarth([longitude = 0, latitude = 0]: readonly number[]): boolean {
  return Math.abs(longitude) <= 720 && Math.abs(latitude) <= 90;
}

const shapeSchema = z.looseObject({ type: z.string(), coordinates: z.unknown() });

const isPosition = (value: unknown) =>
  Array.isArray(value) && value.length >= 2 && value.length <= 4 && value.every(Number.isFinite);

/**
 * True if a value has the form of a footprint and few enough points. Not checked by a schema, because that collects an issue
 * for each bad point, and tens of thousands of issues overflow its stack.
 */
function isReadableFootprint(value: unknown): boolean {
  if (value === null || typeof value !== 'object' || !('type' in value) || !('coordinates' in value))
    return false;
  const depth = value.type === 'Polygon' ? 2 : value.type === 'MultiPolygon' ? 3 : 0;
  let points = 0;
  const within = (inner: unknown, left: number): boolean => {
    if (left > 0) return Array.isArray(inner) && inner.every((each) => within(each, left - 1));
    points += 1;
    return points <= maxPoints && isPosition(inner);
  };
  return depth > 0 && within(value.coordinates, depth);
}

/** Returns a ring that ends where it begins, which GeoJSON demands and some programs leave out. */
function closedRing(ring: readonly unknown[]): unknown[] {
  const [first, last] = [ring[0], ring.at(-1)];
  const isOpen =
    Array.isArray(first) && Array.isArray(last) && (first[0] !== last[0] || first[1] !== last[1]);
  return isOpen ? [...ring, [...first]] : [...ring];
}

/** Returns the coordinates with all rings closed; `depth` is 1 for a ring, 2 for a polygon. */
const closeRings = (value: unknown, depth: number): unknown =>
  !Array.isArray(value)
    ? value
    : depth === 1
      ? closedRing(value)
      : value.map((inner) => closeRings(inner, depth - 1));

/** Returns the footprint as the service sent it, with its rings closed, or null if it cannot be drawn. */
export function readFootprint(value: unknown): Footprint | null {
  if (!isReadableFootprint(value)) return null;
  const shape = shapeSchema.parse(value);
  const depth = shape.type === 'Polygon' ? 2 : 3;
  const parsed = footprintSchema.safeParse({
    ...shape,
    coordinates: closeRings(shape.coordinates, depth),
  });
  if (!parsed.success) return null;
  const { data } = parsed;
  const points = data.type === 'Polygon' ? data.coordinates.flat() : data.coordinates.flat(2);
  return points.length <= maxPoints && points.every(isOnEarth) ? data : null;
}

/** The limit for the corners of a thinned ring, which looks the same on the map. */
const thinnedCorners = 4_000;

/**
 * Returns a polygon with very many corners as one that can be drawn; for the map only, never for an area. Null if it is not a
 * polygon.
 */
export function readThinned(value: unknown): Footprint | null {
  if (value === null || typeof value !== 'object' || !('type' in value) || !('coordinates' in value))
    return null;
  if (value.type !== 'Polygon' || !Array.isArray(value.coordinates)) return null;
  const [outer]: unknown[] = value.coordinates;
  if (!Array.isArray(outer)) return null;
  const step = Math.max(1, Math.ceil(outer.length / thinnedCorners));
  const ring = outer.filter((_, n) => n % step === 0 || n === outer.length - 1);
  return readFootprint({ type: 'Polygon', coordinates: [ring] });
}

/** A longer step along a ring could be read as the shorter one around the other side of the globe. */
const longestStep = 90;

/**
 * Returns a footprint with more points on its long sides, for one whose longitudes are known to mean the way between them as it is
 * written: a side from -20 to 180 is then 200 degrees long, and not 160 across the antimeridian.
 */
export function withShortSteps(footprint: Footprint): Footprint {
  const shorten = (ring: readonly number[][]) =>
    ring.flatMap((point, at) => {
      const [x = 0, y = 0] = point;
      const [nextX = x, nextY = y] = ring[at + 1] ?? point;
      const steps = Math.max(1, Math.ceil(Math.abs(nextX - x) / longestStep));
      const between = Array.from({ length: steps - 1 }, (_, i) => (i + 1) / steps);
      return [point, ...between.map((share) => [x + (nextX - x) * share, y + (nextY - y) * share])];
    });
  return footprint.type === 'Polygon'
    ? { type: 'Polygon', coordinates: footprint.coordinates.map(shorten) }
    : { type: 'MultiPolygon', coordinates: footprint.coordinates.map((rings) => rings.map(shorten)) };
}

/**
 * Returns true if a footprint runs once around a pole without touching it: one of its steps crosses the antimeridian, however wide its
 * bounding box is.
 */
export function runsAroundPole(footprint: Footprint): boolean {
  const outer = footprint.type === 'Polygon' ? footprint.coordinates[0] : null;
  if (!outer || outer.some(([, latitude = 0]) => Math.abs(latitude) === 90)) return false;
  const turned = outer.reduce((sum, [x = 0], at) => {
    const step = (outer[at + 1]?.[0] ?? x) - x;
    return sum + step - 360 * Math.round(step / 360);
  }, 0);
  return Math.abs(turned) > 180;
}

/**
 * Returns the outer rings as flat `lon, lat, …`, continuous over the antimeridian: each point is moved by whole turns next to the
 * one before, so that a scene at 179.9° … −179.9° becomes 179.9 … 180.1 and never spans the world.
 */
export function unwrappedRings(footprint: Footprint): number[][] {
  const outer =
    footprint.type === 'Polygon'
      ? [footprint.coordinates[0]]
      : footprint.coordinates.map((polygon) => polygon[0]);
  let anchor: number | null = null;
  return outer.flatMap((ring) => {
    if (!ring) return [];
    const flat: number[] = [];
    let last: number | null = anchor;
    for (const [longitude = 0, latitude = 0] of ring) {
      let x: number = longitude;
      if (last !== null) x -= 360 * Math.round((x - last) / 360);
      last = x;
      anchor ??= x;
      flat.push(x, latitude);
    }
    return [flat];
  });
}

/** Returns the bounding box of the unwrapped rings; west is in −180 … 180, east may exceed 180. Null without points. */
export function boxOf(rings: readonly (readonly number[])[]): Box | null {
  let [west, south, east, north] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const ring of rings) {
    for (let i = 0; i + 1 < ring.length; i += 2) {
      const x = ring[i] ?? 0;
      const y = ring[i + 1] ?? 0;
      west = Math.min(west, x);
      east = Math.max(east, x);
      south = Math.min(south, y);
      north = Math.max(north, y);
    }
  }
  if (!Number.isFinite(west)) return null;
  const turns = 360 * Math.floor((west + 180) / 360);
  return [west - turns, south, east - turns, north];
}

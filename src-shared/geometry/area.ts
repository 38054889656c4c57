import geodesic from 'geographiclib-geodesic';
import type { LonLat } from './lon-lat.ts';
import { insideArea, meets } from './rings.ts';

/** An open ring. Its longitudes continue across the antimeridian: from 179 to 181, not to -179. */
export type Ring = readonly LonLat[];
/** A polygon as a list of rings in degrees: the outer ring first, then the holes. */
export type Area = readonly Ring[];

/** The reason why something is not a valid area: a message key with its values. */
export interface Problem {
  message: string;
  values?: Record<string, string | number>;
}

/**
 * The maximum number of vertices of one area, and of all areas of an order together, which must fit into the saved
 * draft.
 */
export const maxVertices = 2_000;
export const maxTotalVertices = 4_000;

/** The rounding factor: degrees are kept to about a centimetre. */
const digits = 1e7;
const rounded = (degrees: number) => Math.round(degrees * digits) / digits;

/** Returns the number of vertices in all rings of an area. */
export const verticesOf = (area: Area) => area.reduce((sum, ring) => sum + ring.length, 0);

/** Returns the longitude shifted by whole turns of the globe to be as near to `reference` as possible. */
export function nearTo(longitude: number, reference: number): number {
  return longitude + 360 * Math.round((reference - longitude) / 360);
}

const samePlace = (a: LonLat | undefined, b: LonLat | undefined) =>
  a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1];

/** Returns a ring without the repeated end, without repeated vertices, and without jumps at the antimeridian. */
export function unrolled(ring: readonly LonLat[]): LonLat[] {
  const corners: LonLat[] = [];
  for (const [longitude, latitude] of ring) {
    const before = corners.at(-1);
    const corner: LonLat = [rounded(before ? nearTo(longitude, before[0]) : longitude), rounded(latitude)];
    if (!samePlace(corner, before)) corners.push(corner);
  }
  const [first] = corners;
  while (
    corners.length > 1 &&
    first &&
    samePlace([nearTo(corners.at(-1)?.[0] ?? 0, first[0]), corners.at(-1)?.[1] ?? 0], first)
  )
    corners.pop();
  return corners;
}

const doubledSize = (ring: Ring) =>
  ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length] ?? [x, y];
    return sum + (x * nextY - nextX * y);
  }, 0);

function range(values: readonly number[]): [number, number] {
  return [
    values.reduce((min, value) => Math.min(min, value), Number.POSITIVE_INFINITY),
    values.reduce((max, value) => Math.max(max, value), Number.NEGATIVE_INFINITY),
  ];
}

/** Returns the box of an area: west, south, east, north in degrees; east may exceed 180. */
export function boxOf(area: Area): readonly [west: number, south: number, east: number, north: number] {
  const outer = area[0] ?? [];
  const [west, east] = range(outer.map(([longitude]) => longitude));
  const [south, north] = range(outer.map(([, latitude]) => latitude));
  return [west, south, east, north];
}

/** Returns the area with its outer ring counter-clockwise and its holes clockwise (RFC 7946 §3.1.6). */
export function oriented(area: Area): Area {
  return area.map((ring, i) => (doubledSize(ring) > 0 === (i === 0) ? ring : ring.toReversed()));
}

/**
 * Converts typed, drawn or imported rings to an area; returns the problem if they are invalid, or have more than `max`
 * vertices.
 */
export function toArea(
  rings: readonly (readonly LonLat[])[],
  max = maxVertices,
): { area: Area } | { problem: Problem } {
  const flat = rings.flat();
  const wild = flat.find(
    ([longitude, latitude]) => !(Math.abs(longitude) <= 360 && Math.abs(latitude) <= 90),
  );
  if (wild)
    return { problem: { message: 'validation.areaRange', values: { place: `${wild[1]}, ${wild[0]}` } } };
  const [outer = [], ...holes] = rings.map(unrolled);
  const middle = ((outer[0]?.[0] ?? 0) + (outer.at(-1)?.[0] ?? 0)) / 2;
  const near = holes.map((hole) => {
    const shift = nearTo(hole[0]?.[0] ?? 0, middle) - (hole[0]?.[0] ?? 0);
    return hole.map(([longitude, latitude]): LonLat => [rounded(longitude + shift), latitude]);
  });
  const area = [outer, ...near];
  const problem = problemOf(area, max);
  return problem ? { problem } : { area: oriented(area) };
}

function problemOf(area: Area, max: number): Problem | null {
  const count = verticesOf(area);
  if (count > max) return { message: 'validation.tooManyVertices', values: { count, most: max } };
  if (area.some((ring) => ring.length < 3)) return { message: 'validation.tooFewCorners' };
  // A ring that runs once around the globe does not return to its start.
  if (area.some((ring) => Math.abs((ring[0]?.[0] ?? 0) - (ring.at(-1)?.[0] ?? 0)) > 180))
    return { message: 'validation.areaRoundPole' };
  const [west, , east] = boxOf(area);
  if (east - west >= 180) return { message: 'validation.areaTooWide' };
  const crossing = meets(area);
  if (crossing)
    return {
      message: 'validation.selfIntersection',
      values: { place: `${crossing[1].toFixed(5)}, ${(nearTo(crossing[0], 0)).toFixed(5)}` },
    };
  const [outer = [], ...holes] = area;
  if (holes.some((hole) => !hole[0] || !insideArea([outer], hole[0])))
    return { message: 'validation.holeOutside' };
  return doubledSize(outer) === 0 ? { message: 'validation.areaEmpty' } : null;
}

const cachedKm2 = new WeakMap<Area, number>();

/** Returns the area on the ellipsoid in square kilometres; the edges are geodesics. */
export function areaKm2(area: Area): number {
  const cached = cachedKm2.get(area);
  if (cached !== undefined) return cached;
  const [outer = 0, ...holes] = area.map((ring) => {
    const polygon = geodesic.Geodesic.WGS84.Polygon(false);
    for (const [longitude, latitude] of ring) polygon.AddPoint(latitude, longitude);
    return Math.abs(polygon.Compute(false, true).area ?? 0) / 1e6;
  });
  const size = outer - holes.reduce((sum, hole) => sum + hole, 0);
  cachedKm2.set(area, size);
  return size;
}

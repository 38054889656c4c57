import type { Footprint } from '../../../../../src-preload/contract/geometry.ts';
import { cutAtMeridian } from '../../../../../src-shared/geometry/cut-at-meridian.ts';

type LonLat = readonly [longitude: number, latitude: number];

/**
 * Returns a closed ring without its end, continuous over the antimeridian and near `anchor`; null for one that does not end where it begins,
 * because it runs around a pole.
 */
function openRing(ring: readonly (readonly number[])[], anchor: number | null): LonLat[] | null {
  const points: LonLat[] = [];
  let last = anchor;
  for (const [longitude = 0, latitude = 0] of ring) {
    const x: number = last === null ? longitude : longitude - 360 * Math.round((longitude - last) / 360);
    last = x;
    points.push([x, latitude]);
  }
  const [first, end] = [points[0], points.pop()];
  return first !== undefined && first[0] === end?.[0] ? points : null;
}

/** Returns the parts of a polygon with longitudes within ±180; null if it cannot be cut. */
function cutPolygon(polygon: readonly (readonly number[][])[]): [number, number][][][] | null {
  const rings: LonLat[][] = [];
  for (const ring of polygon) {
    const open = openRing(ring, rings[0]?.[0]?.[0] ?? null);
    if (open === null) return null;
    rings.push(open);
  }
  const longitudes = (rings[0] ?? []).map(([longitude]) => longitude);
  const west = Math.min(...longitudes);
  const turns = 360 * Math.floor((west + 180) / 360);
  const east = Math.max(...longitudes) - turns;
  const width = east - (west - turns);
  // What is wider than the globe covers itself, and the box of the whole world has no width once its sides are taken the short way.
  if (!(width > 0 && width <= 360)) return null;
  const shifted = rings.map((ring) => ring.map(([x, y]): LonLat => [x - turns, y]));
  return (east > 180 ? cutAtMeridian(shifted, 180) : [shifted]).map((area) =>
    area.map((ring) => [...ring, ...ring.slice(0, 1)].map(([x, y]): [number, number] => [x, y])),
  );
}

/**
 * Returns a footprint as GeoJSON demands it: with longitudes from -180 to 180, and cut in two where it crosses the antimeridian (RFC 7946
 * §3.1.9). One within these bounds stays as it is, and so does one that runs around a pole, which has no two sides.
 */
export function cutAtAntimeridian(footprint: Footprint): Footprint {
  const polygons = footprint.type === 'Polygon' ? [footprint.coordinates] : footprint.coordinates;
  const crosses = polygons.some((rings) =>
    rings.some((ring) =>
      ring.some(([x = 0], at) => Math.abs(x) > 180 || Math.abs(x - (ring[at - 1]?.[0] ?? x)) > 180),
    ),
  );
  if (!crosses) return footprint;
  const cut = polygons.map(cutPolygon);
  const parts = cut.flatMap((each) => each ?? []);
  if (parts.length === 0 || cut.includes(null)) return footprint;
  const [only] = parts;
  return parts.length === 1 && only !== undefined
    ? { type: 'Polygon', coordinates: only }
    : { type: 'MultiPolygon', coordinates: parts };
}

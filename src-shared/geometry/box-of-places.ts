import type { LonLat } from './lon-lat.ts';
import { wrapLongitude } from './mercator.ts';

/** West, south, east, north in degrees. East is larger than 180 if the box crosses the antimeridian. */
export type DegreeBox = readonly [west: number, south: number, east: number, north: number];

/**
 * Returns the smallest box that contains all places; null if there are none. It crosses the antimeridian where that
 * makes it smaller: its edges are those of the widest range of longitudes without a place.
 */
export function boxOfPlaces(longitudes: ArrayLike<number>, latitudes: ArrayLike<number>): DegreeBox | null {
  const count = longitudes.length;
  if (count === 0) return null;
  const sorted = Float64Array.from({ length: count }, (_, i) => wrapLongitude(longitudes[i] ?? 0)).sort();
  const first = sorted[0] ?? 0;
  let west = first;
  let east = sorted[count - 1] ?? 0;
  let widest = first + 360 - east;
  for (let i = 1; i < count; i += 1) {
    const [before, after] = [sorted[i - 1] ?? 0, sorted[i] ?? 0];
    if (after - before <= widest) continue;
    widest = after - before;
    [west, east] = [after, before + 360];
  }
  let south = 90;
  let north = -90;
  for (let i = 0; i < count; i += 1) {
    south = Math.min(south, latitudes[i] ?? 0);
    north = Math.max(north, latitudes[i] ?? 0);
  }
  return [west, south, east, north];
}

/** Returns the same box as `boxOfPlaces` for places as pairs. */
export function boxOfPairs(places: readonly LonLat[]): DegreeBox | null {
  return boxOfPlaces(
    places.map(([longitude]) => longitude),
    places.map(([, latitude]) => latitude),
  );
}

/** The minimum size of a shown box, about two kilometres: a smaller one shows nothing recognisable around the place. */
const minDegrees = 0.02;

/** Returns a box that is large enough to show its surroundings. */
export function widened([west, south, east, north]: DegreeBox): DegreeBox {
  const more = Math.max(0, (minDegrees - Math.max(east - west, north - south)) / 2);
  return [west - more, Math.max(-90, south - more), east + more, Math.min(90, north + more)];
}

/** Returns true if two boxes have ground in common. Their longitudes may be counted in different turns of the globe. */
export function doBoxesMeet(
  [west, south, east, north]: DegreeBox,
  [left, bottom, right, top]: DegreeBox,
): boolean {
  if (south > top || north < bottom) return false;
  const toTheEast = (((west - left) % 360) + 360) % 360;
  return toTheEast <= right - left || toTheEast + (east - west) >= 360;
}

/** Returns the centre of a box, also of one that crosses the antimeridian with an east below or above 180. */
export function centreOfBox([west, south, east, north]: DegreeBox): LonLat {
  const width = east < west ? east + 360 - west : east - west;
  return [wrapLongitude(west + width / 2), (south + north) / 2];
}

/** The functions between the pixels of a raster and degrees; NaN where there is no counterpart. */
export interface PixelsAndDegrees {
  toDegrees(column: number, row: number): readonly [longitude: number, latitude: number];
  toPixel(longitude: number, latitude: number): readonly [column: number, row: number];
  /** True if longitudes continue beyond 180 without a seam. */
  isCylinder: boolean;
}

/** The number of points on each side of the raster: the edges of a rotated or polar raster are curves in degrees. */
const steps = 32;
/** The margin on each side of a box, as a fraction of its size, because its edges are curves between the points. */
const spare = 0.01;

/** Returns west and east of the points: the circle of longitudes without its widest empty part. */
function longitudesOf(longitudes: readonly number[]): [number, number] {
  const sorted = longitudes.map((each) => ((each % 360) + 360) % 360).toSorted((a, b) => a - b);
  let widest = { from: sorted.at(-1) ?? 0, width: (sorted[0] ?? 0) + 360 - (sorted.at(-1) ?? 0) };
  for (const [i, longitude] of sorted.entries()) {
    const next = sorted[i + 1];
    if (next !== undefined && next - longitude > widest.width)
      widest = { from: longitude, width: next - longitude };
  }
  // The points of a raster around the globe are at most so far apart.
  if (widest.width < (2 * 360) / steps) return [-180, 180];
  const start = (widest.from + widest.width) % 360;
  const west = start >= 180 ? start - 360 : start;
  return [west, west + 360 - widest.width];
}

/** Returns west, south, east and north of a raster in degrees; null if no part of it is on the earth. */
export function boxOfPixels(
  { toDegrees, toPixel, isCylinder }: PixelsAndDegrees,
  widthPx: number,
  heightPx: number,
): [number, number, number, number] | null {
  const places: (readonly [number, number])[] = [];
  for (let j = 0; j <= steps; j += 1)
    for (let i = 0; i <= steps; i += 1) {
      const place = toDegrees((i / steps) * widthPx, (j / steps) * heightPx);
      if (Number.isFinite(place[0]) && Math.abs(place[1]) <= 90.5) places.push(place);
    }
  if (places.length < 2) return null;
  const has = (latitude: number) => {
    const [column, row] = toPixel(0, latitude);
    return column >= 0 && row >= 0 && column <= widthPx && row <= heightPx;
  };
  const latitudes = places.map(([, latitude]) => latitude);
  const longitudes = places.map(([longitude]) => longitude);
  const pole = { north: !isCylinder && has(90), south: !isCylinder && has(-90) };
  let [west, east] = isCylinder
    ? [Math.min(...longitudes), Math.max(...longitudes)]
    : longitudesOf(longitudes);
  let [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  if (!isCylinder) {
    const [x, y] = [(east - west) * spare, (north - south) * spare];
    [west, south, east, north] = [west - x, south - y, east + x, north + y];
  }
  if (pole.north || pole.south || (!isCylinder && east - west >= 360)) [west, east] = [-180, 180];
  return [west, pole.south ? -90 : Math.max(-90, south), east, pole.north ? 90 : Math.min(90, north)];
}

/** The number of points on each side of an outline: the edges of a projected raster are curves in degrees. */
const outlineSteps = 8;
/** A point this near to the line between its neighbours, as a fraction of the size of the raster, is left out. */
const straightness = 2e-5;
/** An outline nearer to a pole than this, in degrees, has no edges that a map could draw as straight lines. */
const poleMargin = 1;

/**
 * Returns the outline of a raster in degrees as a closed ring, whose longitudes continue across 180°, counter-clockwise; null if a part of its
 * edge is not on the earth, or if it has a pole in it.
 */
export function outlineOfPixels(
  { toDegrees, toPixel }: PixelsAndDegrees,
  widthPx: number,
  heightPx: number,
): [number, number][] | null {
  const isInside = (latitude: number) => {
    const [column, row] = toPixel(0, latitude);
    return column >= 0 && row >= 0 && column <= widthPx && row <= heightPx;
  };
  const corners = [
    [0, 0],
    [0, heightPx],
    [widthPx, heightPx],
    [widthPx, 0],
  ] as const;
  const ring: [number, number][] = [];
  for (const [n, [column, row]] of corners.entries()) {
    const [nextColumn, nextRow] = corners[(n + 1) % corners.length] ?? [0, 0];
    for (let i = 0; i < outlineSteps; i += 1) {
      const share = i / outlineSteps;
      const place = toDegrees(column + (nextColumn - column) * share, row + (nextRow - row) * share);
      if (!Number.isFinite(place[0]) || !(Math.abs(place[1]) <= 90 - poleMargin)) return null;
      const before = ring.at(-1)?.[0] ?? place[0];
      ring.push([place[0] - 360 * Math.round((place[0] - before) / 360), place[1]]);
    }
  }
  const [first] = ring;
  if (first === undefined || isInside(90) || isInside(-90)) return null;
  const turns = Math.max(...ring.map(([x]) => x)) - Math.min(...ring.map(([x]) => x));
  if (turns > 180) return null;
  const closed: [number, number][] = [...ring, [...first]];
  const tall = Math.max(...ring.map(([, y]) => y)) - Math.min(...ring.map(([, y]) => y));
  const tolerance = straightness * Math.max(turns, tall);
  // A raster whose edges are straight in degrees needs its corners only.
  const straight = closed.filter((point, n) => {
    const [before, after] = [closed[n - 1], closed[n + 1]];
    if (before === undefined || after === undefined) return true;
    const bend = Math.abs(
      (after[0] - before[0]) * (point[1] - before[1]) - (after[1] - before[1]) * (point[0] - before[0]),
    );
    return bend > tolerance * Math.hypot(after[0] - before[0], after[1] - before[1]);
  });
  const area = straight.reduce((sum, [x, y], n) => {
    const [u, v] = straight[n + 1] ?? [x, y];
    return sum + x * v - u * y;
  }, 0);
  return area < 0 ? straight.toReversed() : straight;
}

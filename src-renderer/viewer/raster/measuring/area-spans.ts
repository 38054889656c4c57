import { clipRing } from '../../../../src-shared/geometry/clip.ts';
import type { PixelsInDegrees } from '../place-pixels.ts';

/** Parts of rows: for each row from `top` on the columns `from` up to, but not including, `to`, in pairs. */
export interface AreaSpans {
  top: number;
  /** Flat `from, to, from, to …` in ascending order, by row. */
  rows: readonly (readonly number[])[];
  /** The number of pixels. */
  count: number;
}

/** A raster may lie in the next turns of the globe, seen from the area. */
const turns = [-720, -360, 0, 360, 720];
/** A longer side of the clipped outline has points between its ends, because it is no straight line among the pixels. */
const sideShare = 1 / 64;

/** Returns the outline in pixels, flat `column, row`. */
function pixelRing(ring: ArrayLike<number>, { toPixel, box: [west, south, east, north] }: PixelsInDegrees) {
  const clipped = clipRing(ring, { west, south, east, north });
  const most = Math.max(east - west, north - south) * sideShare;
  const pixels: number[] = [];
  for (let at = 0; at < clipped.length; at += 2) {
    const [fromX = 0, fromY = 0] = [clipped.at(at - 2), clipped.at(at - 1)];
    const [x = 0, y = 0] = [clipped[at], clipped[at + 1]];
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x - fromX), Math.abs(y - fromY)) / most));
    for (let step = 1; step <= steps; step += 1) {
      const share = step / steps;
      const [column, row] = toPixel(fromX + (x - fromX) * share, fromY + (y - fromY) * share);
      if (Number.isFinite(column) && Number.isFinite(row)) pixels.push(column, row);
    }
  }
  return pixels;
}

/** Adds the columns at which the sides of an outline cross the middles of rows. */
function addCrossings(pixels: readonly number[], crossings: Map<number, number[]>, heightPx: number) {
  for (let at = 0; at < pixels.length; at += 2) {
    const [fromX = 0, fromY = 0] = [pixels.at(at - 2), pixels.at(at - 1)];
    const [x = 0, y = 0] = [pixels[at], pixels[at + 1]];
    // A row belongs to a side if its middle is at the upper end or below it, and above the lower end.
    const first = Math.max(0, Math.ceil(Math.min(fromY, y) - 0.5));
    const last = Math.min(heightPx, Math.ceil(Math.max(fromY, y) - 0.5));
    for (let row = first; row < last; row += 1) {
      const column = fromX + ((row + 0.5 - fromY) / (y - fromY)) * (x - fromX);
      const known = crossings.get(row);
      if (known) known.push(column);
      else crossings.set(row, [column]);
    }
  }
}

/**
 * Returns the pixels whose centres lie in an area, by the even-odd rule: the outline of a hole takes away. Outlines are flat
 * `longitude, latitude` in degrees; their longitudes may go on beyond ±180.
 */
export function areaSpans(
  rings: readonly Float64Array[],
  place: PixelsInDegrees,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): AreaSpans {
  const crossings = new Map<number, number[]>();
  for (const ring of rings)
    for (const turn of turns) {
      const turned = turn === 0 ? ring : ring.map((value, at) => (at % 2 === 0 ? value + turn : value));
      addCrossings(pixelRing(turned, place), crossings, heightPx);
    }
  if (crossings.size === 0) return { top: 0, rows: [], count: 0 };
  let [top, bottom] = [heightPx, 0];
  for (const row of crossings.keys()) {
    top = Math.min(top, row);
    bottom = Math.max(bottom, row + 1);
  }
  let count = 0;
  const rows = Array.from({ length: bottom - top }, (_, i) => {
    const columns = (crossings.get(top + i) ?? []).sort((a, b) => a - b);
    const spans: number[] = [];
    for (let at = 0; at + 1 < columns.length; at += 2) {
      const from = Math.max(0, Math.ceil((columns[at] ?? 0) - 0.5));
      const to = Math.min(widthPx, Math.ceil((columns[at + 1] ?? 0) - 0.5));
      if (to <= from) continue;
      spans.push(from, to);
      count += to - from;
    }
    return spans;
  });
  return { top, rows, count };
}

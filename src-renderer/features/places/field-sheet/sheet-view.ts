import type { LonLat } from '../../../../src-shared/geometry/lon-lat.ts';
import { latitudeOf, mercatorX, mercatorY, worldMetres } from '../../../../src-shared/geometry/mercator.ts';
import { placesOf } from '../../../formats/prepare-geometry.ts';
import type { PictureView } from '../../../map/basemap-picture.ts';
import type { SheetPlace } from './sheet-place.ts';

/** The size of the map in CSS pixels; on paper it is as wide as the text. */
export const pictureSize = { widthPx: 700, heightPx: 380 } as const;
/** The size of the overview map in CSS pixels. */
export const overviewSize = { widthPx: 150, heightPx: 104 } as const;

/** The margin along the edges of the map that stays free of places. */
const marginPx = 36;
/** The minimum width of the map in metres, so that even the map of one place has something to recognise. */
const minWidthMetres = 12_000;
/** The overview shows this many times the width of the map, and at least a country. */
const overviewFactor = 14;
const minOverviewMetres = 1_200_000;

/**
 * Returns the western edge of the view: the longitude east of the widest gap, so that places on both sides of the antimeridian stay
 * together.
 */
function westOf(longitudes: readonly number[]): number {
  const sorted = longitudes.toSorted((a, b) => a - b);
  let west = sorted[0] ?? 0;
  let widest = Number.NEGATIVE_INFINITY;
  for (const [i, longitude] of sorted.entries()) {
    const next = sorted[i + 1] ?? (sorted[0] ?? 0) + 360;
    if (next - longitude <= widest) continue;
    widest = next - longitude;
    west = sorted[i + 1] ?? sorted[0] ?? 0;
  }
  return west;
}

/** Returns the view that contains all places. */
export function viewOf(places: readonly SheetPlace[]): PictureView {
  const vertices = places.flatMap(({ geometry }) => placesOf(geometry));
  const west = westOf(vertices.map(([longitude]) => longitude));
  let [left, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [right, top] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [longitude, latitude] of vertices) {
    const x = mercatorX(longitude < west ? longitude + 360 : longitude);
    const y = mercatorY(latitude);
    left = Math.min(left, x);
    right = Math.max(right, x);
    bottom = Math.min(bottom, y);
    top = Math.max(top, y);
  }
  const { widthPx, heightPx } = pictureSize;
  const y = (bottom + top) / 2;
  // A metre of the projection is shorter on the ground towards the poles.
  const minWidth = minWidthMetres / Math.cos((latitudeOf(y) * Math.PI) / 180);
  const resolution = Math.max(
    minWidth / widthPx,
    (right - left) / (widthPx - 2 * marginPx),
    (top - bottom) / (heightPx - 2 * marginPx),
  );
  return { x: (left + right) / 2, y, resolution, ...pictureSize };
}

/** Returns the view of the overview map; null if the map itself shows a continent. */
export function overviewOf({ x, y, resolution, widthPx }: PictureView): PictureView | null {
  const preferredMetres = Math.max(minOverviewMetres, resolution * widthPx * overviewFactor);
  const width = Math.min(worldMetres, preferredMetres);
  if (width < resolution * widthPx * 2) return null;
  return { x, y, resolution: width / overviewSize.widthPx, ...overviewSize };
}

/** Returns the pixel of a place on a map, in the copy of the world nearest to the centre. */
export function pixelOf(view: PictureView, [longitude, latitude]: LonLat): { x: number; y: number } {
  const x = mercatorX(longitude);
  const near = x + worldMetres * Math.round((view.x - x) / worldMetres);
  return {
    x: (near - view.x) / view.resolution + view.widthPx / 2,
    y: (view.y - mercatorY(latitude)) / view.resolution + view.heightPx / 2,
  };
}

const steps = [5, 2, 1] as const;
const longestBarPx = 130;

/** Returns a scale bar for the centre of a map: a round number of metres on the ground, and its length in pixels. */
export function scaleBarOf({ y, resolution }: PictureView): { metres: number; px: number } {
  const groundMetres = resolution * Math.cos((latitudeOf(y) * Math.PI) / 180);
  const longest = longestBarPx * groundMetres;
  const power = 10 ** Math.floor(Math.log10(longest));
  const metres = (steps.find((step) => step * power <= longest) ?? 1) * power;
  return { metres, px: metres / groundMetres };
}

import { placesAlong, type Segment, segmentsOf } from '../../../src-shared/geometry/geodesic.ts';
import type { LonLat } from '../../../src-shared/geometry/lon-lat.ts';
import type { PointValues } from '../raster/raster-messages.ts';
import type { PixelReader } from './readable-rasters.ts';

/** The maximum number of samples. A longer line is sampled more coarsely. */
export const maxSamples = 2_000;
/** The number of places from which the length of a line in pixels is estimated. */
const firstPlaces = 129;

/** The values of a raster along a line. */
export interface Profile {
  /** The distance of each sample from the start on the ellipsoid, in metres, and its place. */
  metres: readonly number[];
  places: readonly LonLat[];
  values: PointValues;
  /** True if the line has more pixels than samples. */
  isCoarser: boolean;
}

/** Returns places at equal distances along a line, including its ends. */
export function samplesAlong(segments: readonly Segment[], count: number) {
  const length = segments.reduce((sum, { lengthMetres }) => sum + lengthMetres, 0);
  const metres = Array.from({ length: count }, (_, i) => (length * i) / Math.max(1, count - 1));
  return { metres, places: placesAlong(segments, metres) };
}

const flat = (places: readonly LonLat[]) => Float64Array.from(places.flat());

/**
 * Returns how many samples a line needs for one per pixel, estimated from the pixels at some places. Outside of the raster its
 * pixels are assumed to be as large as inside.
 */
export function neededSamples({ pixels }: PointValues): number {
  let [lengthPx, steps] = [0, 0];
  const count = pixels.length / 2;
  for (let at = 1; at < count; at += 1) {
    const step = Math.hypot(
      (pixels[2 * at] ?? Number.NaN) - (pixels[2 * at - 2] ?? Number.NaN),
      (pixels[2 * at + 1] ?? Number.NaN) - (pixels[2 * at - 1] ?? Number.NaN),
    );
    if (!Number.isFinite(step)) continue;
    lengthPx += step;
    steps += 1;
  }
  return steps === 0 ? 2 : Math.max(2, Math.ceil((lengthPx * (count - 1)) / steps) + 1);
}

/** Reads the values along a line at the raster's own resolution; resolves with null if the raster was removed. */
export async function readProfile(
  reader: PixelReader,
  vertices: readonly LonLat[],
  signal: AbortSignal,
): Promise<Profile | null> {
  const segments = segmentsOf(vertices);
  const first = await reader.points(flat(samplesAlong(segments, firstPlaces).places), signal);
  if (first === null) return null;
  const needed = neededSamples(first);
  const { metres, places } = samplesAlong(segments, Math.min(maxSamples, needed));
  const values = await reader.points(flat(places), signal);
  return values && { metres, places, values, isCoarser: needed > maxSamples };
}

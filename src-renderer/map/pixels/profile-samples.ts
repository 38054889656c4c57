import { placesAlong, type Segment, segmentsOf } from '../../geometry/geodesic.ts';
import type { LonLat } from '../../geometry/lon-lat.ts';
import type { PointValues } from '../../raster/raster-messages.ts';
import type { PixelReader } from './readable-rasters.ts';

/** A profile has no more samples than this; a longer line is sampled more coarsely. */
export const maxSamples = 2_000;
/** So many places tell how long the line is in pixels. */
const firstPlaces = 129;

/** The values of a raster along a line. */
export interface Profile {
  /** Of each sample: the distance from the start on the ellipsoid, in metres, and the place. */
  metres: readonly number[];
  places: readonly LonLat[];
  values: PointValues;
  /** True if there would be more pixels than samples. */
  isCoarser: boolean;
}

/** Returns places at even distances along a line, its ends among them. */
export function samplesAlong(segments: readonly Segment[], count: number) {
  const length = segments.reduce((sum, { lengthMetres }) => sum + lengthMetres, 0);
  const metres = Array.from({ length: count }, (_, i) => (length * i) / Math.max(1, count - 1));
  return { metres, places: placesAlong(segments, metres) };
}

const flat = (places: readonly LonLat[]) => Float64Array.from(places.flat());

/**
 * Returns how many samples a line needs to have one for each pixel: from the pixels under some places of it. Where a
 * part of the line is outside of the raster, its pixels are taken to be as large as the others.
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

/** Reads the values along a line at the raster's own resolution; null if the raster was taken away. */
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

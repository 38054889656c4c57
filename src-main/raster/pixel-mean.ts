import { fullOf, type Samples, type SampleType } from './samples.ts';

/** How the samples of the pixels are stored. The alpha, if there is one, is the last sample of a pixel. */
export interface PixelFormat {
  type: SampleType;
  samplesPerPixel: number;
  hasAlpha: boolean;
  nodata: number | null;
}

/** Returns the mean of one band over the valid ones of four pixels; `at` has the index of the first sample of each pixel. */
export type PixelMean = (
  source: Samples,
  at: readonly [number, number, number, number],
  band: number,
) => number;

/**
 * Creates the function that averages four pixels, without those that are nodata, not finite or transparent. At the edge of an
 * image two of the four are the same pixel. If none is valid, it returns nodata, NaN for floats without nodata, or 0.
 */
export function createPixelMean({ type, samplesPerPixel, hasAlpha, nodata }: PixelFormat): PixelMean {
  const bands = samplesPerPixel - (hasAlpha ? 1 : 0);
  const isFloat = type.sampleFormat === 3;
  const largest = isFloat ? 0 : fullOf(type);
  const empty = nodata ?? (isFloat ? Number.NaN : 0);

  /**
   * Rounds whole numbers, because a typed array would cut them off and darken each level a little more. A mean of valid pixels
   * must not equal nodata.
   */
  function average(sum: number, count: number): number {
    if (isFloat) return sum / count;
    const mean = Math.round(sum / count);
    return mean !== nodata ? mean : mean < largest ? mean + 1 : mean - 1;
  }

  /** Returns true if a sample of the pixel that begins at `from` is valid. */
  function isValid(source: Samples, from: number, value: number): boolean {
    if (value === nodata || (isFloat && !Number.isFinite(value))) return false;
    return !hasAlpha || source[from + bands] !== 0;
  }

  return (source, at, band) => {
    let sum = 0;
    let valid = 0;
    for (let pixel = 0; pixel < 4; pixel += 1) {
      const from = at[pixel] ?? 0;
      const value = source[from + band] ?? 0;
      if (!isValid(source, from, value)) continue;
      sum += value;
      valid += 1;
    }
    return valid === 0 ? empty : average(sum, valid);
  };
}

import { fullOf, type Samples, type SampleType } from './samples.ts';

/** Rows of an image, all samples of a pixel together. */
interface PixelRows {
  samples: Samples;
  widthPx: number;
}

/**
 * Creates the function that halves rows of an image into the next level of its overviews. Each pixel is the mean of four pixels,
 * without those that are nodata, NaN or transparent; the alpha, which is the last sample, is the largest of the four. `rowCount`
 * is even, except for the last rows of an image; it returns how many rows were written from `row` on.
 */
export function createHalving({
  type,
  samplesPerPixel,
  hasAlpha,
  nodata,
}: {
  type: SampleType;
  samplesPerPixel: number;
  hasAlpha: boolean;
  nodata: number | null;
}) {
  const bands = samplesPerPixel - (hasAlpha ? 1 : 0);
  const isFloat = type.sampleFormat === 3;
  const largest = isFloat ? 0 : fullOf(type);
  const empty = nodata ?? (isFloat ? Number.NaN : 0);
  const isShort = !hasAlpha && !isFloat && type.bits <= 16;
  const isPlain = nodata === null && !hasAlpha && !isFloat;

  /**
   * Rounds whole numbers, because a typed array would cut them off and darken each level a little more. A mean of valid pixels
   * must not equal nodata.
   */
  function average(sum: number, count: number): number {
    if (isFloat) return sum / count;
    const mean = Math.round(sum / count);
    return mean !== nodata ? mean : mean < largest ? mean + 1 : mean - 1;
  }

  /** True if the sample of a pixel counts; `from` is the index of its first sample. */
  function counts(source: Samples, from: number, value: number): boolean {
    if (value === nodata || (isFloat && !Number.isFinite(value))) return false;
    return !hasAlpha || source[from + bands] !== 0;
  }

  /** Returns the mean of the valid ones of four pixels; at the edge, two of the four are the same pixel. */
  function mean(source: Samples, at: readonly [number, number, number, number], band: number): number {
    let sum = 0;
    let valid = 0;
    for (let pixel = 0; pixel < 4; pixel += 1) {
      const from = at[pixel] ?? 0;
      const value = source[from + band] ?? 0;
      if (!counts(source, from, value)) continue;
      sum += value;
      valid += 1;
    }
    return valid === 0 ? empty : average(sum, valid);
  }

  /** Halves one row of whole numbers of up to 16 bits without alpha, which most rasters are, without a call for each sample. */
  function halveShort(
    source: Samples,
    above: number,
    below: number,
    widthPx: number,
    into: Samples,
    start: number,
  ) {
    let to = start;
    for (let at = 0; at < widthPx; at += 2) {
      const left = at * samplesPerPixel;
      const right = at + 1 < widthPx ? left + samplesPerPixel : left;
      for (let band = 0; band < samplesPerPixel; band += 1) {
        const a = source[above + left + band] ?? 0;
        const b = source[above + right + band] ?? 0;
        const c = source[below + left + band] ?? 0;
        const d = source[below + right + band] ?? 0;
        const value = (a + b + c + d + 2) >> 2;
        const isWhole = nodata === null || (a !== nodata && b !== nodata && c !== nodata && d !== nodata);
        into[to] =
          isWhole && value !== nodata
            ? value
            : mean(source, [above + left, above + right, below + left, below + right], band);
        to += 1;
      }
    }
  }

  return (upper: PixelRows, rowCount: number, lower: PixelRows & { row: number }): number => {
    const { samples: source } = upper;
    const { samples: into } = lower;
    const rows = (rowCount + 1) >> 1;
    for (let row = 0; row < rows; row += 1) {
      const above = 2 * row * upper.widthPx;
      // At the edge, the last row or column also replaces the missing one: the mean is the same.
      const below = 2 * row + 1 < rowCount ? above + upper.widthPx : above;
      let to = (lower.row + row) * lower.widthPx * samplesPerPixel;
      if (isShort) {
        const [a, b] = [above * samplesPerPixel, below * samplesPerPixel];
        halveShort(source, a, b, upper.widthPx, into, to);
        continue;
      }
      for (let column = 0; column < lower.widthPx; column += 1) {
        const right = 2 * column + 1 < upper.widthPx ? 2 * column + 1 : 2 * column;
        const a = (above + 2 * column) * samplesPerPixel;
        const b = (above + right) * samplesPerPixel;
        const c = (below + 2 * column) * samplesPerPixel;
        const d = (below + right) * samplesPerPixel;
        for (let band = 0; band < bands; band += 1) {
          into[to + band] = isPlain
            ? Math.round(
                ((source[a + band] ?? 0) +
                  (source[b + band] ?? 0) +
                  (source[c + band] ?? 0) +
                  (source[d + band] ?? 0)) /
                  4,
              )
            : mean(source, [a, b, c, d], band);
        }
        if (hasAlpha)
          into[to + bands] = Math.max(
            source[a + bands] ?? 0,
            source[b + bands] ?? 0,
            source[c + bands] ?? 0,
            source[d + bands] ?? 0,
          );
        to += samplesPerPixel;
      }
    }
    return rows;
  };
}

import { fullOf, type Samples, type SampleType } from './samples.ts';

/** How the samples of the pixels are stored. The alpha, if there is one, is the last sample of a pixel. */
interface PixelFormat {
  type: SampleType;
  samplesPerPixel: number;
  hasAlpha: boolean;
  nodata: number | null;
}

/** Returns the mean of one band over the valid ones of four pixels; `at` has the index of the first sample of each pixel. */
type PixelMean = (source: Samples, at: readonly [number, number, number, number], band: number) => number;

/**
 * Creates the function that averages four pixels, without those that are nodata, not finite or transparent. At the edge of an
 * image two of the four are the same pixel. If none is valid, it returns nodata, NaN for floats without nodata, or 0.
 */
function createPixelMean({ type, samplesPerPixel, hasAlpha, nodata }: PixelFormat): PixelMean {
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

/** Rows of an image, all samples of a pixel together. */
interface PixelRows {
  samples: Samples;
  widthPx: number;
}

/** Two rows that become one. `above`, `below` and `start` are indexes of the first sample of a row. */
interface RowPair {
  source: Samples;
  above: number;
  below: number;
  widthPx: number;
  into: Samples;
  start: number;
}

/** Creates the function that halves one row of whole numbers of up to 16 bits without alpha, without a call for each sample. */
function createShortRowHalving(format: PixelFormat) {
  const { samplesPerPixel, nodata } = format;
  const mean = createPixelMean(format);
  return ({ source, above, below, widthPx, into, start }: RowPair) => {
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
  };
}

/** Creates the function that halves one row of any type. */
function createRowHalving(format: PixelFormat) {
  const { type, samplesPerPixel, hasAlpha, nodata } = format;
  const bands = samplesPerPixel - (hasAlpha ? 1 : 0);
  const isPlain = nodata === null && !hasAlpha && type.sampleFormat !== 3;
  const mean = createPixelMean(format);
  return ({ source, above, below, widthPx, into, start }: RowPair) => {
    let to = start;
    for (let at = 0; at < widthPx; at += 2) {
      const left = at * samplesPerPixel;
      const right = at + 1 < widthPx ? left + samplesPerPixel : left;
      const [a, b, c, d] = [above + left, above + right, below + left, below + right];
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
  };
}

/**
 * Creates the function that halves rows of an image into the next level of its overviews. Each pixel is the mean of four pixels,
 * without those that are nodata, NaN or transparent; its alpha is the largest of the four. `rowCount` is even, except for the last
 * rows of an image. The function returns how many rows it wrote from `row` on.
 */
export function createHalving(format: PixelFormat) {
  const { type, samplesPerPixel, hasAlpha } = format;
  const isShort = !hasAlpha && type.sampleFormat !== 3 && type.bits <= 16;
  const halveRow = isShort ? createShortRowHalving(format) : createRowHalving(format);
  return (upper: PixelRows, rowCount: number, lower: PixelRows & { row: number }): number => {
    const { samples: source, widthPx } = upper;
    const rows = (rowCount + 1) >> 1;
    for (let row = 0; row < rows; row += 1) {
      const above = 2 * row * widthPx;
      // At the edge, the last row or column also replaces the missing one: the mean is the same.
      const below = 2 * row + 1 < rowCount ? above + widthPx : above;
      halveRow({
        source,
        above: above * samplesPerPixel,
        below: below * samplesPerPixel,
        widthPx,
        into: lower.samples,
        start: (lower.row + row) * lower.widthPx * samplesPerPixel,
      });
    }
    return rows;
  };
}

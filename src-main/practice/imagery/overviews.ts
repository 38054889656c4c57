/** Pixel-interleaved samples. */
export type Samples = Uint8Array | Uint16Array;

/** Some rows of one resolution: a whole overview, or the newest rows of the image itself. */
interface Rows {
  widthPx: number;
  samples: Samples;
  firstRow: number;
  rowCount: number;
}

/** Returns the sizes of the overviews of an image: each is half of the one before, down to one tile. */
export function overviewSizes(
  widthPx: number,
  heightPx: number,
  tileSize: number,
): { widthPx: number; heightPx: number }[] {
  const sizes: { widthPx: number; heightPx: number }[] = [];
  for (
    let size = Math.max(widthPx, heightPx), factor = 2;
    size > tileSize;
    size = Math.ceil(size / 2), factor *= 2
  )
    sizes.push({ widthPx: Math.ceil(widthPx / factor), heightPx: Math.ceil(heightPx / factor) });
  return sizes;
}

/** Averages 2 × 2 pixels of the upper level into an overview, for the given upper rows. */
export function reduceInto(
  overview: { widthPx: number; samples: Samples },
  upper: Rows,
  samplesPerPixel: number,
) {
  const { samples, firstRow, rowCount } = upper;
  for (let r = firstRow >> 1; r < (firstRow + rowCount + 1) >> 1; r += 1) {
    const top = 2 * r - firstRow;
    const bottom = Math.min(top + 1, rowCount - 1);
    for (let c = 0; c < overview.widthPx; c += 1) {
      const left = 2 * c;
      const right = Math.min(left + 1, upper.widthPx - 1);
      for (let band = 0; band < samplesPerPixel; band += 1) {
        const sum =
          (samples[(top * upper.widthPx + left) * samplesPerPixel + band] ?? 0) +
          (samples[(top * upper.widthPx + right) * samplesPerPixel + band] ?? 0) +
          (samples[(bottom * upper.widthPx + left) * samplesPerPixel + band] ?? 0) +
          (samples[(bottom * upper.widthPx + right) * samplesPerPixel + band] ?? 0);
        overview.samples[(r * overview.widthPx + c) * samplesPerPixel + band] = (sum + 2) >> 2;
      }
    }
  }
}

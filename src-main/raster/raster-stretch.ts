import type { DrawnRows } from './drawn-rows.ts';
import { packedRowBytes, type RasterImage } from './raster-image.ts';
import type { Samples } from './samples.ts';

const histogramPixels = 200_000;
const histogramSamples = 1_000_000;
/** At most so much is unpacked for an early stretch, besides one row of blocks. */
const earlyBytes = 32 * 1_024 * 1_024;
const maxEarlyRows = 128;

type Stretch = [number, number][];

/** Collects values of the bands; those at 2 % and 98 % are drawn dark and bright. */
function createCollector({ widthPx, bands, hasAlpha, nodata }: DrawnRows, step: number) {
  const values: number[][] = Array.from({ length: bands }, () => []);
  const samples = bands + (hasAlpha ? 1 : 0);
  let next = 0;
  let seen = 0;
  return {
    /** Adds every nth pixel of the rows, by `step`. */
    add(data: Samples, rows: number) {
      for (; next < seen + rows * widthPx; next += step) {
        const from = (next - seen) * samples;
        if (hasAlpha && data[from + bands] === 0) continue;
        for (const [band, kept] of values.entries()) {
          const value = data[from + band] ?? 0;
          if (value !== nodata && Number.isFinite(value)) kept.push(value);
        }
      }
      seen += rows * widthPx;
    },
    ends: (): Stretch =>
      values.map((kept) => {
        const sorted = Float64Array.from(kept).sort();
        const at = (share: number) =>
          sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
        const [low, high] = [at(0.02), at(0.98)];
        // An even surface must not cause a division by zero; reflectance as a fraction is well below one.
        return [low, high > low ? high : low + 1];
      }),
  };
}

/** Returns the whole range of samples of up to eight bits, which a screen shows directly; null for others. */
function wholeRange({ type, bands }: DrawnRows): Stretch | null {
  const isSmall = type.sampleFormat === 1 && type.bits <= 8;
  return isSmall ? Array.from({ length: bands }, () => [0, 2 ** type.bits - 1]) : null;
}

const inOrder = (stretch: Stretch, isInverted: boolean): Stretch =>
  isInverted ? stretch.map(([low, high]) => [high, low]) : stretch;

const stepOver = (pixels: number, bands: number): number =>
  Math.max(1, Math.floor(pixels / Math.min(histogramPixels, Math.ceil(histogramSamples / bands))));

/** Returns for each band the values that are drawn dark and bright; swapped if the smallest value is white. */
export async function stretchOf(rows: DrawnRows, isInverted: boolean): Promise<Stretch> {
  const whole = wholeRange(rows);
  if (whole) return inOrder(whole, isInverted);
  const { widthPx, heightPx, bands, hasAlpha } = rows;
  const collector = createCollector(rows, stepOver(widthPx * heightPx, bands));
  const samples = bands + (hasAlpha ? 1 : 0);
  const bandRows = Math.max(1, Math.min(heightPx, Math.floor(histogramPixels / widthPx / samples)));
  for (let top = 0; top < heightPx; top += bandRows) {
    const count = Math.min(bandRows, heightPx - top);
    collector.add(await rows.read(top, count), count);
  }
  return inOrder(collector.ends(), isInverted);
}

/** Returns about the same from a few rows of a large image, which takes a moment only. */
export async function earlyStretch(
  rows: DrawnRows,
  image: RasterImage,
  isInverted: boolean,
): Promise<Stretch> {
  const whole = wholeRange(rows);
  if (whole) return inOrder(whole, isInverted);
  const { widthPx, heightPx, bands } = rows;
  const across = Math.ceil(widthPx / image.blockWidth);
  const rowBytes = packedRowBytes(image) * image.blockHeight * across * (image.planar ? image.samples : 1);
  const count = Math.max(2, Math.min(maxEarlyRows, heightPx, Math.floor(earlyBytes / rowBytes)));
  const collector = createCollector(rows, stepOver(widthPx * count, bands));
  for (let i = 0; i < count; i += 1)
    collector.add(await rows.read(Math.floor(((i + 0.5) * heightPx) / count), 1), 1);
  return inOrder(collector.ends(), isInverted);
}

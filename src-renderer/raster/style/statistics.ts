import type { Plane } from '../expression/evaluate.ts';

/** The number of bars of a histogram. */
export const histogramBars = 256;
/** Quantiles are known in steps of a thousandth. */
export const quantileSteps = 1_000;

/** What the values of one channel are, without those that are “no data”. */
export interface ChannelStatistics {
  /** The number of values, at least one. */
  count: number;
  min: number;
  max: number;
  mean: number;
  /** Of the whole population, as GDAL computes it. */
  deviation: number;
  /** The number of values in each of even bars. Outliers beyond 0.1 and 99.9 % are left out, so that the others can be seen. */
  histogram: Uint32Array;
  /** The values at the ends of the histogram. */
  range: readonly [number, number];
  /** The values at 0, 0.1 … 100 %. */
  quantiles: Float64Array;
}

/** Returns the statistics of the finite values of a plane; null if there is none. */
export function statisticsOf(plane: Plane): ChannelStatistics | null {
  const values = plane.filter((value) => Number.isFinite(value));
  const count = values.length;
  if (count === 0) return null;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  // Welford's method, because the sum of squares loses what large values differ by.
  let mean = 0;
  let squares = 0;
  let seen = 0;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
    seen += 1;
    const delta = value - mean;
    mean += delta / seen;
    squares += delta * (value - mean);
  }
  const sorted = values.sort();
  const quantiles = Float64Array.from(
    { length: quantileSteps + 1 },
    (_, i) => sorted[Math.round((i / quantileSteps) * (count - 1))] ?? 0,
  );
  const [from, to] = [quantiles[1] ?? min, quantiles[quantileSteps - 1] ?? max];
  const histogram = new Uint32Array(histogramBars);
  const scale = to > from ? histogramBars / (to - from) : 0;
  for (const value of sorted) {
    if (value < from || value > to) continue;
    const bar = Math.min(histogramBars - 1, Math.floor((value - from) * scale));
    histogram[bar] = (histogram[bar] ?? 0) + 1;
  }
  return {
    count,
    min,
    max,
    mean,
    deviation: Math.sqrt(squares / count),
    histogram,
    range: [from, to],
    quantiles,
  };
}

import type { Plane } from '../expression/evaluate.ts';

/** The most bars of a histogram. */
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
  /** The values at the ends of the histogram: half a value beyond the first and the last one where all are whole. */
  range: readonly [number, number];
  /** The values at 0, 0.1 … 100 %. */
  quantiles: Float64Array;
}

/** The bars of a histogram, in which values are counted. */
export interface HistogramBars {
  counts: Uint32Array;
  range: readonly [number, number];
  /** Counts a value, unless it is out of the range. */
  add: (value: number) => void;
}

/**
 * Creates the bars between two values. Whole values have as many in each bar: otherwise some bars would have one value more than others,
 * which looks like a comb and is none of the data.
 */
export function createBars(first: number, last: number, isWhole: boolean): HistogramBars {
  const [from, to] = isWhole ? [Math.ceil(first), Math.floor(last)] : [first, last];
  const values = to - from + 1;
  const width = isWhole ? Math.max(1, Math.ceil(values / histogramBars)) : (to - from) / histogramBars;
  const counts = new Uint32Array(isWhole ? Math.max(1, Math.ceil(values / width)) : histogramBars);
  return {
    counts,
    range: isWhole ? [from - 0.5, from - 0.5 + width * counts.length] : [from, to],
    add(value) {
      if (value < from || value > to) return;
      const bar = width > 0 ? Math.min(counts.length - 1, Math.floor((value - from) / width)) : 0;
      counts[bar] = (counts[bar] ?? 0) + 1;
    },
  };
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
  let isWhole = true;
  for (const value of values) {
    if (isWhole && !Number.isInteger(value)) isWhole = false;
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
  const bars = createBars(quantiles[1] ?? min, quantiles[quantileSteps - 1] ?? max, isWhole);
  for (const value of sorted) bars.add(value);
  return {
    count,
    min,
    max,
    mean,
    deviation: Math.sqrt(squares / count),
    histogram: bars.counts,
    range: bars.range,
    quantiles,
  };
}

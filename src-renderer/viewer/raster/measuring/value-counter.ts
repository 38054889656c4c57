import type { Plane } from '../expression/evaluate.ts';
import { createBars } from '../style/statistics.ts';

/** The percentiles of an area that are known; 50 is the median. */
export const countedPercents = [2, 5, 25, 50, 75, 95, 98] as const;
/** The ends of the histogram: outliers are left out, so that the others can be seen. */
const histogramPercents = [0.1, 99.9] as const;

/** What values of any number are, without those that are “no data”. */
export interface CountedValues {
  /** The number of values, at least one. */
  count: number;
  min: number;
  max: number;
  mean: number;
  /** Of the whole population, as GDAL computes it. */
  deviation: number;
  /** The values at `countedPercents`, rounded to 32-bit floats: the one whose rank is nearest. */
  percentiles: readonly number[];
  /** The number of values in each of even bars within the range. */
  histogram: Uint32Array;
  /** As in `ChannelStatistics`. */
  range: readonly [number, number];
  /** True if all values are whole numbers. */
  isWhole: boolean;
}

const halves = 65_536;
const floats = new Float32Array(1);
const bits = new Uint32Array(floats.buffer);

/** Returns the whole number of a value: numbers are in the same order as the values that they are of. */
function keyOf(value: number): number {
  floats[0] = value;
  const [stored = 0] = bits;
  return (stored & 0x80_00_00_00 ? ~stored : stored | 0x80_00_00_00) >>> 0;
}

function valueOfKey(key: number): number {
  bits[0] = key & 0x80_00_00_00 ? key & 0x7f_ff_ff_ff : ~key;
  return floats[0] ?? Number.NaN;
}

/** Where a rank lies: the upper half of the keys there, and the number of values before it that have the same one. */
interface Place {
  upper: number;
  within: number;
}

/** Returns the places of ranks; the counts are those of the upper halves. */
function placesOf(ranks: readonly number[], counts: Uint32Array): Place[] {
  return ranks.map((rank) => {
    let before = 0;
    for (let upper = 0; upper < halves; upper += 1) {
      const here = counts[upper] ?? 0;
      if (before + here > rank) return { upper, within: rank - before };
      before += here;
    }
    return { upper: halves - 1, within: 0 };
  });
}

/** Sums values in their order: Welford's method, because the sum of squares loses what large values differ by. */
function createMoments() {
  let [count, min, max] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [mean, squares] = [0, 0];
  return {
    add(value: number) {
      if (value < min) min = value;
      if (value > max) max = value;
      count += 1;
      const delta = value - mean;
      mean += delta / count;
      squares += delta * (value - mean);
    },
    result: () => ({ count, min, max, mean, deviation: Math.sqrt(squares / count) }),
  };
}

/**
 * Counts values that are given twice, in parts, so that only the counts are in memory. The percentiles are exact to a
 * 32-bit float: the first pass counts the upper halves of the values' keys, the second one the lower halves at the
 * wanted ranks.
 */
export function createValueCounter() {
  const moments = createMoments();
  const uppers = new Uint32Array(halves);
  let isWhole = true;
  let bars = createBars(0, 0, true);
  const lowers = new Map<number, Uint32Array>();
  let places: Place[] = [];

  return {
    /** Adds a part in the first pass. */
    add(values: Plane) {
      for (const value of values) {
        if (!Number.isFinite(value)) continue;
        moments.add(value);
        if (isWhole && !Number.isInteger(value)) isWhole = false;
        const upper = keyOf(value) >>> 16;
        uppers[upper] = (uppers[upper] ?? 0) + 1;
      }
    },
    /** Ends the first pass. Returns false if there was no value, so that no second pass is needed. */
    isSecondNeeded(): boolean {
      const { count, min, max } = moments.result();
      if (count === 0) return false;
      const ranks = [...countedPercents, ...histogramPercents].map((percent) =>
        Math.round((percent / 100) * (count - 1)),
      );
      places = placesOf(ranks, uppers);
      for (const { upper } of places) lowers.set(upper, new Uint32Array(halves));
      const [low, high] = places.slice(-2);
      bars = createBars(
        Math.max(min, valueOfKey(((low?.upper ?? 0) << 16) >>> 0)),
        Math.min(max, valueOfKey((((high?.upper ?? 0) << 16) | 0xff_ff) >>> 0)),
        isWhole,
      );
      return true;
    },
    /** Adds the same part in the second pass. */
    addAgain(values: Plane) {
      for (const value of values) {
        if (!Number.isFinite(value)) continue;
        const key = keyOf(value);
        const lower = lowers.get(key >>> 16);
        if (lower) lower[key & 0xff_ff] = (lower[key & 0xff_ff] ?? 0) + 1;
        bars.add(value);
      }
    },
    /** Returns the result after the second pass; null if there was no value. */
    result(): CountedValues | null {
      const { count, ...sums } = moments.result();
      if (count === 0) return null;
      const percentiles = places.slice(0, countedPercents.length).map(({ upper, within }) => {
        let left = within;
        for (const [lower, here] of (lowers.get(upper) ?? new Uint32Array(0)).entries()) {
          if (left < here) return valueOfKey(((upper << 16) | lower) >>> 0);
          left -= here;
        }
        return sums.max;
      });
      return { count, ...sums, percentiles, histogram: bars.counts, range: bars.range, isWhole };
    },
  };
}

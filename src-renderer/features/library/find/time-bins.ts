import type { SceneFacets } from '../../../../src-preload/contract/scene-filter.ts';

type Histogram = SceneFacets['histogram'];

/** Returns the start of a bin in milliseconds; one index beyond the last returns the end of the histogram. */
export function startOfBin({ unit, start }: Pick<Histogram, 'unit' | 'start'>, index: number): number {
  const first = new Date(start);
  const [year, month, day] = [first.getUTCFullYear(), first.getUTCMonth(), first.getUTCDate()];
  if (unit === 'day') return Date.UTC(year, month, day + index);
  return unit === 'month' ? Date.UTC(year, month + index) : Date.UTC(year + index, 0);
}

/** Returns the index of the bin that contains an instant, or of the nearest one. */
export function binOf(histogram: Histogram, ms: number): number {
  const { counts } = histogram;
  let [low, high] = [0, counts.length];
  while (low + 1 < high) {
    const middle = (low + high) >>> 1;
    if (startOfBin(histogram, middle) <= ms) low = middle;
    else high = middle;
  }
  return low;
}

/** Returns the bins of a span as a range of indexes; its end is exclusive. */
export function binsOfSpan(
  histogram: Histogram,
  { from, to }: { from: string | null; to: string | null },
): [number, number] {
  const first = from === null ? 0 : binOf(histogram, Date.parse(from));
  const last = to === null ? histogram.counts.length : binOf(histogram, Date.parse(to) - 1) + 1;
  return [first, Math.max(first + 1, last)];
}

/** Returns the span of a range of bins; null for an end at the edge of the histogram, which is no limit. */
export function spanOfBins(
  histogram: Histogram,
  [first, last]: readonly [number, number],
): { from: string | null; to: string | null } {
  const at = (index: number) => new Date(startOfBin(histogram, index)).toISOString();
  return {
    from: first <= 0 ? null : at(first),
    to: last >= histogram.counts.length ? null : at(last),
  };
}

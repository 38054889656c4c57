import type { RasterStretch } from '../../../../src-preload/contract/raster-styles.ts';
import { type Ends, together } from '../../../../src-shared/raster/band-scales.ts';
import { type ChannelStatistics, quantileSteps } from './statistics.ts';

/** The values of a channel that are drawn dark and bright. */
export type Bounds = Ends;

/** An even surface must not cause a division by zero. */
const apart = ([low, high]: Bounds): Bounds => (high === low ? [low, low + 1] : [low, high]);

function boundsOfOne(stretch: RasterStretch, statistics: ChannelStatistics): Bounds {
  const { min, max, mean, deviation, quantiles } = statistics;
  if (stretch.kind === 'min-max') return [min, max];
  if (stretch.kind === 'deviation') {
    const reach = stretch.deviations * deviation;
    return [Math.max(min, mean - reach), Math.min(max, mean + reach)];
  }
  const at = (percent: number) => quantiles[Math.round((percent / 100) * quantileSteps)] ?? 0;
  return [at(stretch.percent[0]), at(stretch.percent[1])];
}

interface StretchedChannels {
  stretch: RasterStretch;
  /** The automatic range of each channel; null where only statistics give one. */
  automatic: readonly (Bounds | null)[];
  /** The statistics of each channel; null where it has no values. */
  statistics: readonly (ChannelStatistics | null)[] | null;
}

/** Whether the bounds of a stretch can only be had from statistics. */
export function needsStatistics({ stretch, automatic }: Omit<StretchedChannels, 'statistics'>): boolean {
  if (stretch.kind === 'by-hand') return stretch.bounds.length < automatic.length && automatic.includes(null);
  return stretch.kind !== 'automatic' || automatic.includes(null);
}

/** Returns the bounds of each channel; null until the statistics that they need are known. */
export function boundsOf({ stretch, automatic, statistics }: StretchedChannels): Bounds[] | null {
  if (needsStatistics({ stretch, automatic }) && statistics === null) return null;
  const bounds = automatic.map((range, channel): Bounds => {
    if (stretch.kind === 'by-hand') {
      const byHand = stretch.bounds[channel];
      if (byHand) return byHand;
    }
    const isComputed = stretch.kind !== 'automatic' && stretch.kind !== 'by-hand';
    if (range !== null && !isComputed) return range;
    const known = statistics?.[channel];
    return known ? boundsOfOne(stretch, known) : (range ?? [0, 1]);
  });
  return (stretch.isTogether && stretch.kind !== 'by-hand' ? together(bounds) : bounds).map(apart);
}

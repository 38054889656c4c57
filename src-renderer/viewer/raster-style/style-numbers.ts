import { formatNumber } from '../../kit/i18n/format.ts';
import type { Bounds } from '../raster/style/stretch.ts';

/** Returns how many decimals a range of this width needs for four significant digits. */
export function digitsFor(width: number): number {
  if (!(width > 0)) return 3;
  return Math.max(0, Math.min(6, 3 - Math.floor(Math.log10(width))));
}

/** Formats a value of a raster with the decimals that its range needs. */
export const formatValue = (locale: string, value: number, width: number) =>
  formatNumber(locale, value, digitsFor(width));

/** Returns the values at the beginning, the middle and the end of a ramp; with gamma its middle is not that of the range. */
export function rampLabels(
  language: string,
  gamma: number,
  [low, high]: Bounds,
): [low: string, middle: string, high: string] {
  const text = (value: number) => formatValue(language, value, Math.abs(high - low));
  return [text(low), text(low + (high - low) * 0.5 ** gamma), text(high)];
}

import { formatNumber } from '../../i18n/format.ts';

/** Returns how many decimals a range of this width needs for four significant digits. */
export function digitsFor(width: number): number {
  if (!(width > 0)) return 3;
  return Math.max(0, Math.min(6, 3 - Math.floor(Math.log10(width))));
}

/** Formats a value of a raster with the decimals that its range needs. */
export const formatValue = (locale: string, value: number, width: number) =>
  formatNumber(locale, value, digitsFor(width));

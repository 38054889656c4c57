import { formatNumber } from '../../i18n/format.ts';

/** Returns as many digits after the decimal point as a range of this width needs for four significant ones. */
export function digitsFor(width: number): number {
  if (!(width > 0)) return 3;
  return Math.max(0, Math.min(6, 3 - Math.floor(Math.log10(width))));
}

/** Writes a value of a raster with the digits that its range needs. */
export const formatValue = (locale: string, value: number, width: number) =>
  formatNumber(locale, value, digitsFor(width));

/** Formats an area in km² with three or more significant digits; an area below 1 km² has up to four decimals. */
export function formatKm2(language: string, km2: number): string {
  const fractionDigits = km2 >= 100 ? 0 : km2 >= 10 ? 1 : km2 >= 1 ? 2 : 4;
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: fractionDigits }).format(km2)} km²`;
}

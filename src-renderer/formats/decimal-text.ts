/** Returns degrees or metres with up to seven decimals, without an exponent, which many formats forbid. */
export const decimalText = (value: number): string =>
  value
    .toFixed(7)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0');

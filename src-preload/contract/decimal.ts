/** A decimal: a whole number of units of ten to the power of −scale. */
interface Parts {
  units: bigint;
  scale: number;
}

const form = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;
/**
 * The largest number of digits; no quantity needs more. The text of a foreign service may have any number of digits,
 * and the smallest floating-point numbers have hundreds.
 */
const mostDigits = 60;

function partsOf(text: string): Parts | null {
  const match = form.exec(text.trim());
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(`${whole}${fraction}`);
  const units = (sign === '-' ? -1n : 1n) * (scale < 0 ? digits * 10n ** BigInt(-scale) : digits);
  return { units, scale: Math.max(0, scale) };
}

function textOf({ units, scale }: Parts): string {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

const atScale = ({ units, scale }: Parts, wanted: number) =>
  wanted === scale ? units : units * 10n ** BigInt(wanted - scale);

/** The last text that was read: one quantity is added to a dozen sums and should be read only once. */
let lastRead: { text: string; parts: Parts | null } = { text: '', parts: null };
function readOnce(text: string): Parts | null {
  if (lastRead.text !== text) lastRead = { text, parts: partsOf(text) };
  return lastRead.parts;
}

/**
 * Returns the plain decimal digits of a number or a numeric text, without exponent and trailing zeros; null if it is
 * not a number or has too many digits.
 */
export function decimalOf(value: string | number): string | null {
  // The shortest digits that represent this number, as in the JSON.
  const text = String(value);
  const parts = text.length > mostDigits ? null : partsOf(text);
  const digits = parts && textOf(parts);
  return digits === null || digits.length > mostDigits ? null : digits;
}

/** Creates a sum of decimals without rounding: neither their sequence nor large differences in size cause errors. */
export function createDecimalSum() {
  let sum: Parts = { units: 0n, scale: 0 };
  return {
    add(text: string, times: 1 | -1 = 1) {
      const term = readOnce(text);
      if (!term) throw new Error(`not a decimal: ${text}`);
      const scale = Math.max(sum.scale, term.scale);
      sum = { units: atScale(sum, scale) + BigInt(times) * atScale(term, scale), scale };
    },
    text: () => textOf(sum),
  };
}

/** Returns the difference of two decimal texts, without rounding. */
export function subtractDecimals(from: string, less: string): string {
  const sum = createDecimalSum();
  sum.add(from);
  sum.add(less, -1);
  return sum.text();
}

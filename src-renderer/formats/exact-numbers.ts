import type { AttributeValue } from './imported.ts';

/** A whole number with so many digits that a double may not hold it, which may end in `.0` or have an exponent, or a number beyond all doubles. */
const longNumber = /(?<![\d.])\d{16,}|\d\.\d{15,}e\+?\d|\de\+?\d{3}/i;

/** Returns true for a number beyond the whole numbers of a double that has more digits than those keep. */
function isCut(text: string, value: number): boolean {
  const [, whole = '', decimals = ''] = /^[-+]?(\d*)(?:\.(\d*))?(?:e[-+]?\d+)?$/i.exec(text) ?? [];
  const digits = `${whole}${decimals.replace(/0+$/, '')}`.replace(/^0+/, '');
  return Math.abs(value) > Number.MAX_SAFE_INTEGER && digits.length > 15;
}

/**
 * Returns the number in a text; the text itself for a whole number that a double cannot hold, such as an identifier,
 * because a rounded one names something else.
 */
export function exactNumber(text: string): AttributeValue {
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  if (isCut(text, value)) return text;
  return /^[-+]?\d+$/.test(text) && !Number.isSafeInteger(value) ? text : value;
}

/** Parses JSON; whole numbers that a double cannot hold become texts with all their digits. Throws like `JSON.parse`. */
export function parseExactly(text: string): unknown {
  if (!longNumber.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && context?.source !== undefined ? exactNumber(context.source) : value,
  );
}

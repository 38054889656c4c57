import type { AttributeValue } from './imported.ts';

/** A whole number with so many digits that a double may not hold it. */
const longNumber = /(?<![\d.])-?\d{16,}(?![\d.eE])/;

/**
 * Returns the number in a text; the text itself for a whole number that a double cannot hold, such as an identifier,
 * because a rounded one names something else.
 */
export function exactNumber(text: string): AttributeValue {
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  return /^[-+]?\d+$/.test(text) && !Number.isSafeInteger(value) ? text : value;
}

/** Parses JSON; whole numbers that a double cannot hold become texts with all their digits. Throws like `JSON.parse`. */
export function parseExactly(text: string): unknown {
  if (!longNumber.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && context?.source !== undefined ? exactNumber(context.source) : value,
  );
}

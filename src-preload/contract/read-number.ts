/** The result of reading a number: null for an empty text; a problem is a message key with its values. */
export type ReadNumber =
  | { value: number }
  | { problem: { message: string; values?: Record<string, string | number> } }
  | null;

const notNumber: ReadNumber = { problem: { message: 'validation.number' } };
/** Characters that separate groups of three in some language and are never decimal marks. */
const groupMarks = /[\s\u00A0\u202F'’_]/;

/**
 * Returns the problem of an ambiguous number: `1,000` is a thousand to some readers and one to others, and a wrong
 * value must not be ordered.
 */
function ambiguous(text: string, sign: string, whole: string, fraction: string): ReadNumber {
  const [groupedText, decimalText] = [
    `${sign}${whole}${fraction}`,
    `${sign}${whole}.${fraction.replace(/0+$/, '') || '0'}`,
  ];
  return {
    problem: {
      message: 'validation.ambiguousNumber',
      values: { text, groupedText, decimalText },
    },
  };
}

/**
 * Reads a number in any common notation: `1000`, `1 000`, `1,000,000.5`, `1.000.000,5`, `0,5`, `2.50`. Rejects an
 * ambiguous text with a message that names both meanings. Rejects exponents, hexadecimal digits and more than one
 * leading sign.
 */
export function readNumber(typed: string): ReadNumber {
  const text = typed.trim().replace('−', '-');
  if (text === '') return null;
  const match = /^([-+]?)(\d[\d.,\s\u00A0\u202F'’_]*)$/.exec(text);
  const sign = match?.[1] === '-' ? '-' : '';
  const digits = match?.[2] ?? '';
  if (!match || /\D$/.test(digits) || digits.length > 30) return notNumber;
  const marks = [...digits].filter((each) => each === '.' || each === ',');
  const last = marks.at(-1);
  const others = new Set(marks.slice(0, -1));
  // The decimal mark occurs once and last; all marks before it separate groups.
  const isDecimal = last !== undefined && !others.has(last);
  if (others.size > 1 || (isDecimal === false && new Set(marks).size > 1)) return notNumber;
  const at = isDecimal ? digits.lastIndexOf(last) : digits.length;
  const [before, fraction] = [digits.slice(0, at), digits.slice(at + 1)];
  if (/\D/.test(fraction)) return notNumber;
  const separators = new Set(before.replace(/\d/g, '').split('').filter(Boolean));
  if (separators.size > 1) return notNumber;
  const groups = before.split(/[.,]|[\s\u00A0\u202F'’_]/);
  const isGrouped =
    groups.length === 1 ||
    (/^\d{1,3}$/.test(groups[0] ?? '') && groups.slice(1).every((group) => /^\d{3}$/.test(group)));
  if (!isGrouped) return notNumber;
  const whole = groups.join('');
  if (
    isDecimal &&
    groups.length === 1 &&
    fraction.length === 3 &&
    /^[1-9]\d{0,2}$/.test(whole) &&
    !groupMarks.test(digits)
  )
    return ambiguous(text, sign, whole, fraction);
  const value = Number(`${sign}${whole}${isDecimal ? `.${fraction}` : ''}`);
  return Number.isFinite(value) ? { value } : notNumber;
}

/** Reads a whole number like `readNumber`. */
export function readWholeNumber(typed: string): ReadNumber {
  const read = readNumber(typed);
  return read && 'value' in read && !Number.isSafeInteger(read.value)
    ? { problem: { message: 'validation.wholeNumber' } }
    : read;
}

/** Formats a number for a field, so that `readNumber` returns the same number without ambiguity. */
export function numberText(value: number): string {
  const text = new Intl.NumberFormat('en', { useGrouping: false, maximumSignificantDigits: 17 }).format(
    value,
  );
  return /^-?[1-9]\d{0,2}\.\d{3}$/.test(text) ? `${text}0` : text;
}

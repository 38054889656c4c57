/** A number that was typed; null for an empty text; or why it is none, as a key of the catalogue with its values. */
export type ReadNumber =
  | { value: number }
  | { problem: { message: string; values?: Record<string, string | number> } }
  | null;

const notNumber: ReadNumber = { problem: { message: 'validation.number' } };
/** Signs that part groups of three in some language and are never decimal marks. */
const groupMarks = /[\s\u00A0\u202F'’_]/;

/** `1,000` is a thousand to one reader and one to another: nothing is ordered by such a text. */
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
 * Reads a number as people write it anywhere: `1000`, `1 000`, `1,000,000.5`, `1.000.000,5`, `0,5`, `2.50`. A text that
 * means two numbers is refused in words that name both. No exponent, no hexadecimal, no sign but one in front.
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
  // The decimal mark stands once and last; all before it part groups.
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

/** As `readNumber`, of numbers that count something. */
export function readWholeNumber(typed: string): ReadNumber {
  const read = readNumber(typed);
  return read && 'value' in read && !Number.isSafeInteger(read.value)
    ? { problem: { message: 'validation.wholeNumber' } }
    : read;
}

/** A number as it goes into a field: `readNumber` reads it back without a question. */
export function numberText(value: number): string {
  const text = new Intl.NumberFormat('en', { useGrouping: false, maximumSignificantDigits: 17 }).format(
    value,
  );
  return /^-?[1-9]\d{0,2}\.\d{3}$/.test(text) ? `${text}0` : text;
}

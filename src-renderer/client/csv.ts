import { unparse } from 'papaparse';

/** A number may be given by its digits, which are written as they are; any other text is made inert. */
export type CsvCell = string | number | { number: string } | null;

const plainNumber = /^-?\d+(?:\.\d+)?$/;

/** What begins a formula in some spreadsheet, in its usual and its full-width form. */
const triggers = '=+\\-@＝＋－＠﹦﹢﹣﹫−';
/** Where some spreadsheet begins a new cell, whatever parts the cells here: its own list separator, or a line break. */
const beginnings = '[\\n\\r\\u000B\\f\\u0085\\u2028\\u2029,;|\\t]';
/** Blanks, quotes and invisible marks before a formula do not stop it everywhere. */
const ignored = '[ \\u00A0\\u1680\\u2000-\\u200F\\u202F\\u205F\\u2060\\u3000\\uFEFF"]*';
const dangerous = new RegExp(`(^|${beginnings})(${ignored})(?=[${triggers}])`, 'g');

/**
 * A text of which no spreadsheet makes a formula: an apostrophe goes before each sign that could begin one, at its start,
 * after a line break and after any list separator, and before a tab or carriage return that begins it.
 */
export function inertText(text: string): string {
  const inert = text.replace(dangerous, "$1$2'");
  return /^[\t\r]/.test(inert) ? `'${inert}` : inert;
}

/** A text with the mark that spreadsheets need to read it as UTF-8. */
export const markedText = (text: string) => `\uFEFF${text}`;

/**
 * Comma-separated text (RFC 4180) with a line of headings. What a spreadsheet would run as a formula is text in it: names of
 * tasks come from other people. Numbers stay numbers.
 */
export function csvOf(headings: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  const cell = (value: CsvCell) => {
    if (typeof value === 'number' || value === null) return value ?? '';
    if (typeof value === 'string') return inertText(value);
    return plainNumber.test(value.number) ? value.number : inertText(value.number);
  };
  const text = unparse(
    { fields: headings.map(inertText), data: rows.map((row) => row.map(cell)) },
    { newline: '\r\n' },
  );
  return `${text}\r\n`;
}

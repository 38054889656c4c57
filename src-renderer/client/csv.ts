import { unparse } from 'papaparse';

/** A cell. A number may be given as text of its digits, which are written unchanged; any other text is made inert. */
export type CsvCell = string | number | { number: string } | null;

const plainNumber = /^-?\d+(?:\.\d+)?$/;

/** The characters that start a formula in some spreadsheet, in their usual and their full-width forms. */
const triggers = '=+\\-@＝＋－＠﹦﹢﹣﹫−';
/**
 * The characters after which some spreadsheet starts a new cell, whatever separator this file uses: its own list
 * separator, or a line break.
 */
const beginnings = '[\\n\\r\\u000B\\f\\u0085\\u2028\\u2029,;|\\t]';
/** Blanks, quotes and invisible characters, which some spreadsheets ignore before a formula. */
const ignored = '[ \\u00A0\\u1680\\u2000-\\u200F\\u202F\\u205F\\u2060\\u3000\\uFEFF"]*';
const dangerous = new RegExp(`(^|${beginnings})(${ignored})(?=[${triggers}])`, 'g');

/**
 * Returns a text that no spreadsheet reads as a formula: an apostrophe is inserted before each character that could
 * start one, at the start of the text, after a line break and after any list separator, and before a leading tab or
 * carriage return.
 */
export function inertText(text: string): string {
  const inert = text.replace(dangerous, "$1$2'");
  return /^[\t\r]/.test(inert) ? `'${inert}` : inert;
}

/** A text with the mark that spreadsheets need to read it as UTF-8. */
export const markedText = (text: string) => `\uFEFF${text}`;

/**
 * Returns comma-separated text (RFC 4180) with a line of headings. Text that a spreadsheet would run as a formula
 * stays text, because task names are written by other people. Numbers stay numbers.
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

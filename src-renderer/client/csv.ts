import { unparse } from 'papaparse';

/**
 * A cell. `number` is the text of a number and `wellKnownText` that of a place; they are written unchanged if they have
 * that form. Any other text is made inert.
 */
export type CsvCell = string | number | { number: string } | { wellKnownText: string } | null;

const plainNumber = /^-?\d+(?:\.\d+)?$/;
/** Letters, then only numbers in brackets: no spreadsheet runs this as a formula, and it would be harmless as one. */
const plainGeometry = /^[A-Z ]+[\d ,.()-]+$/;

/** The characters that start a formula in some spreadsheet, in their usual and full-width forms. */
const triggers = '=+\\-@＝＋－＠﹦﹢﹣﹫−';
/**
 * The characters after which some spreadsheet starts a new cell, whatever separator the file uses: its own list
 * separator, or a line break.
 */
const beginnings = '[\\n\\r\\u000B\\f\\u0085\\u2028\\u2029,;|\\t]';
/** Blanks, quotes and invisible characters, which some spreadsheets ignore before a formula. */
const ignored = '[ \\u00A0\\u1680\\u2000-\\u200F\\u202F\\u205F\\u2060\\u3000\\uFEFF"]*';
const dangerous = new RegExp(`(^|${beginnings})(${ignored})(?=[${triggers}])`, 'g');

/**
 * Returns a text that no spreadsheet runs as a formula: inserts an apostrophe before each character that could start
 * one, at the start of the text, after a line break and after any list separator, and before a leading tab or carriage
 * return.
 */
export function inertText(text: string): string {
  const inert = text.replace(dangerous, "$1$2'");
  return /^[\t\r]/.test(inert) ? `'${inert}` : inert;
}

/** Returns a text with the byte order mark by which spreadsheets recognise UTF-8. */
export const markedText = (text: string) => `\uFEFF${text}`;

const unchangedIf = (pattern: RegExp, text: string) => (pattern.test(text) ? text : inertText(text));

function cellOf(value: CsvCell): string | number {
  if (typeof value === 'number' || value === null) return value ?? '';
  if (typeof value === 'string') return inertText(value);
  return 'number' in value
    ? unchangedIf(plainNumber, value.number)
    : unchangedIf(plainGeometry, value.wellKnownText);
}

const textOf = (rows: readonly (readonly (string | number)[])[]) =>
  rows.length === 0 ? '' : `${unparse([...rows.map((row) => [...row])], { newline: '\r\n' })}\r\n`;

/** Returns the heading line of a table (RFC 4180). */
export const csvHeadings = (headings: readonly string[]): string => textOf([headings.map(inertText)]);

/**
 * Returns the lines of a table without headings (RFC 4180). Text that a spreadsheet would run as a formula is made
 * inert, because other people write the names of tasks. Numbers stay numbers.
 */
export const csvLines = (rows: readonly (readonly CsvCell[])[]): string =>
  textOf(rows.map((row) => row.map(cellOf)));

/** Returns a table with a heading line as comma-separated text; see `csvLines`. */
export const csvOf = (headings: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  csvHeadings(headings) + csvLines(rows);

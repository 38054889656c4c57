import { unparse } from 'papaparse';
import { inertText } from './inert-text.ts';

/**
 * A cell. `number` is the text of a number and `wellKnownText` that of a place; they are written unchanged if they have
 * that form. Any other text is made inert.
 */
export type CsvCell = string | number | { number: string } | { wellKnownText: string } | null;

const plainNumber = /^-?\d+(?:\.\d+)?$/;
/** Letters, then only numbers in brackets: no spreadsheet runs this as a formula, and it would be harmless as one. */
const plainGeometry = /^[A-Z]+(?: [A-Z]+)* ?[\d(][\d ,.()-]*$/;

/** Returns a text with the byte order mark by which spreadsheets recognise UTF-8. */
export const markedText = (text: string) => `\uFEFF${text}`;

/** Called for each text that was changed to make it inert. */
type NoteInert = () => void;

function cellOf(value: CsvCell, noteInert: NoteInert): string | number {
  if (typeof value === 'number' || value === null) return value ?? '';
  const isText = typeof value === 'string';
  const text = isText ? value : 'number' in value ? value.number : value.wellKnownText;
  if (!isText && ('number' in value ? plainNumber : plainGeometry).test(text)) return text;
  const inert = inertText(text);
  if (inert !== text) noteInert();
  return inert;
}

const textOf = (rows: readonly (readonly (string | number)[])[]) =>
  rows.length === 0 ? '' : `${unparse([...rows.map((row) => [...row])], { newline: '\r\n' })}\r\n`;

const noteNothing = () => undefined;

/** Returns the heading line of a table (RFC 4180). */
export const csvHeadings = (headings: readonly string[], noteInert: NoteInert = noteNothing): string =>
  textOf([headings.map((heading) => cellOf(heading, noteInert))]);

/**
 * Returns the lines of a table without headings (RFC 4180). Text that a spreadsheet would run as a formula is made
 * inert, because other people write the names of tasks. Numbers stay numbers.
 */
export const csvLines = (rows: readonly (readonly CsvCell[])[], noteInert: NoteInert = noteNothing): string =>
  textOf(rows.map((row) => row.map((cell) => cellOf(cell, noteInert))));

/** Returns a table with a heading line as comma-separated text; see `csvLines`. */
export const csvOf = (headings: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  csvHeadings(headings) + csvLines(rows);

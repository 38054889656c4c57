import { unparse } from 'papaparse';

export type CsvCell = string | number | null;

/**
 * Comma-separated text (RFC 4180) with a line of headings. What a spreadsheet would run as a formula is text in it: names of
 * tasks come from other people.
 */
export function csvOf(headings: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  const text = unparse(
    { fields: [...headings], data: rows.map((row) => row.map((cell) => cell ?? '')) },
    { escapeFormulae: true, newline: '\r\n' },
  );
  return `${text}\r\n`;
}

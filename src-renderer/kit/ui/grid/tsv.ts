import Papa from 'papaparse';
import { z } from 'zod';

const cellsSchema = z.array(z.array(z.string()));

const plain = (text: string) => text.split(/\r\n|\r|\n/).map((row) => row.split('\t'));

/**
 * Returns the cells of a text that was copied from a spreadsheet. Only tabs separate cells, because a comma may be part
 * of a place; a quoted cell may contain line breaks.
 */
export function readTsv(text: string): string[][] {
  const body = text.replace(/^\uFEFF/, '').replace(/(\r\n|\r|\n)$/, '');
  if (body === '') return [];
  if (!body.includes('"')) return plain(body);
  const { data, errors } = Papa.parse(body, { delimiter: '\t', quoteChar: '"' });
  // An unclosed quote is an inch mark or a second of arc.
  return errors.some(({ type }) => type === 'Quotes') ? plain(body) : cellsSchema.parse(data);
}

/** Returns cells as spreadsheets copy them: each row ends with a line break. */
export function writeTsv(cells: readonly (readonly string[])[]): string {
  const quoted = (cell: string) => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return cells.map((row) => `${row.map(quoted).join('\t')}\r\n`).join('');
}

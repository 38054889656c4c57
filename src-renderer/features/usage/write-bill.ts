import writeXlsxFile, { type SheetData } from 'write-excel-file/browser';
import { csvOf, markedText } from '../../kit/client/csv.ts';
import type { BillFormat } from './bill-format.ts';
import {
  type BillContent,
  checksSheet,
  csvSheet,
  rowsSheet,
  type Sheet,
  totalsSheet,
} from './bill-sheets.ts';

/** The names of the sheets, and the lines of the sheet about the bill. */
export interface BillWords {
  sheets: { rows: string; totals: string; checks: string; about: string };
  about: [string, string][];
}

/** Returns a usage report as CSV: one table with headings. */
export function billCsv(content: BillContent): string {
  const { headings, rows } = csvSheet(content);
  return csvOf(headings, rows);
}

/**
 * The maximum number of UTF-16 units in a cell of a workbook; spreadsheets report a file with a longer cell as damaged.
 */
const maxCellChars = 32_767;

/** Returns a text that fits into a cell. A truncated text ends with a note of its original length. */
export function cellText(text: string): string {
  if (text.length <= maxCellChars) return text;
  const note = ` … [cut: ${text.length} characters]`;
  const start = text.slice(0, maxCellChars - note.length);
  // Does not cut a surrogate pair in half.
  return `${start.replace(/[\uD800-\uDBFF]$/, '')}${note}`;
}

function sheetData({ headings, rows }: Sheet): SheetData {
  return [
    headings.map((value) => ({ value, type: String, fontWeight: 'bold' as const })),
    ...rows.map((row) =>
      row.map((cell) => {
        if (cell === null || cell === '') return null;
        return typeof cell === 'string'
          ? { value: cellText(cell), type: String }
          : { value: Number(cell.number), type: Number };
      }),
    ),
  ];
}

const widthsOf = ({ headings }: Sheet) =>
  headings.map((heading) => ({ width: Math.max(12, heading.length + 4) }));

/**
 * Writes a usage report as an XLSX workbook. Every text is a text cell, whatever its first character: no cell is a
 * formula.
 */
export function billXlsx(content: BillContent, words: BillWords): Promise<Blob> {
  const sheet = (name: string, data: Sheet) => ({
    sheet: name,
    data: sheetData(data),
    columns: widthsOf(data),
    stickyRowsCount: 1,
  });
  const about: SheetData = words.about.map(([name, value]) => [
    { value: cellText(name), type: String, fontWeight: 'bold' },
    { value: cellText(value), type: String },
  ]);
  return writeXlsxFile([
    sheet(words.sheets.rows, rowsSheet(content)),
    sheet(words.sheets.totals, totalsSheet(content)),
    sheet(words.sheets.checks, checksSheet(content)),
    { sheet: words.sheets.about, data: about, columns: [{ width: 28 }, { width: 70 }] },
  ]).toBlob();
}

/** Returns the content of a file by format: bytes, or a text that is written as UTF-8. */
export const billWriters: Readonly<
  Record<BillFormat, (content: BillContent, words: BillWords) => string | Promise<Blob>>
> = {
  csv: (content) => markedText(billCsv(content)),
  xlsx: billXlsx,
};

import writeXlsxFile, { type SheetData } from 'write-excel-file/browser';
import { csvOf } from '../../client/csv.ts';
import {
  type BillContent,
  checksSheet,
  csvSheet,
  rowsSheet,
  type Sheet,
  type SheetCell,
  totalsSheet,
} from './bill-sheets.ts';

/** Words of the sheets, and what there is to say about the bill. */
export interface BillWords {
  sheets: { rows: string; totals: string; checks: string; about: string };
  about: [string, string][];
}

/** Digits as they are: what starts with a minus would pass for a formula, as a number it does not. */
function csvCell(cell: SheetCell): string | number | null {
  if (cell === null || typeof cell === 'string') return cell;
  return cell.number.startsWith('-') ? Number(cell.number) : cell.number;
}

export function billCsv(content: BillContent): string {
  const { headings, rows } = csvSheet(content);
  return csvOf(
    headings,
    rows.map((row) => row.map(csvCell)),
  );
}

function sheetData({ headings, rows }: Sheet): SheetData {
  return [
    headings.map((value) => ({ value, type: String, fontWeight: 'bold' as const })),
    ...rows.map((row) =>
      row.map((cell) => {
        if (cell === null || cell === '') return null;
        return typeof cell === 'string'
          ? { value: cell, type: String }
          : { value: Number(cell.number), type: Number };
      }),
    ),
  ];
}

const widthsOf = ({ headings }: Sheet) =>
  headings.map((heading) => ({ width: Math.max(12, heading.length + 4) }));

/** Text is text in it, whatever it begins with: no cell is a formula. */
export function billXlsx(content: BillContent, words: BillWords): Promise<Blob> {
  const sheet = (name: string, data: Sheet) => ({
    sheet: name,
    data: sheetData(data),
    columns: widthsOf(data),
    stickyRowsCount: 1,
  });
  const about: SheetData = words.about.map(([name, value]) => [
    { value: name, type: String, fontWeight: 'bold' },
    { value, type: String },
  ]);
  return writeXlsxFile([
    sheet(words.sheets.rows, rowsSheet(content)),
    sheet(words.sheets.totals, totalsSheet(content)),
    sheet(words.sheets.checks, checksSheet(content)),
    { sheet: words.sheets.about, data: about, columns: [{ width: 28 }, { width: 70 }] },
  ]).toBlob();
}

import type { ExportLosses } from './export-losses.ts';
import type { AttributeValue, ColumnType } from './exported-feature.ts';
import { startOf } from './field-names.ts';

/** A field of a dBASE table; its name has at most ten bytes. */
export interface DbfField {
  name: string;
  type: ColumnType;
  /** True if the table omits the field when no record has a value for it. */
  isOptional?: true;
}

/** The maximum length of a text in dBASE, in bytes. */
const maxTextBytes = 254;
/** The decimals of a field of real numbers. Without decimals, readers would treat the field as whole numbers. */
const realDecimals = 15;
const space = 0x20;

const encoder = new TextEncoder();
const bytesOf = (text: string) => encoder.encode(text);

/** Returns the text of a value; null for none. */
function textOf(type: ColumnType, value: AttributeValue, losses: ExportLosses): string | null {
  if (value === null) return null;
  if (type === 'boolean') return value === true ? 'T' : 'F';
  const text = String(value);
  const start = startOf(text, maxTextBytes);
  if (start !== text) losses.note('cutTexts');
  return start;
}

const letterOf = (type: ColumnType) =>
  type === 'integer' || type === 'real' ? 'N' : type === 'boolean' ? 'L' : 'C';

function headerOf(fields: readonly (DbfField & { width: number })[], count: number): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(32 + 32 * fields.length + 1);
  const view = new DataView(header.buffer);
  // dBASE III. The date of the last change is the fixed one that GDAL writes, so that equal tables are equal files.
  header.set([3, 95, 7, 26]);
  view.setUint32(4, count, true);
  view.setUint16(8, header.length, true);
  view.setUint16(
    10,
    fields.reduce((sum, { width }) => sum + width, 1),
    true,
  );
  for (const [i, { name, type, width }] of fields.entries()) {
    const at = 32 + 32 * i;
    header.set(bytesOf(name), at);
    header[at + 11] = letterOf(type).charCodeAt(0);
    header[at + 16] = width;
    header[at + 17] = type === 'real' ? realDecimals : 0;
  }
  header[header.length - 1] = 0x0d;
  return header;
}

/**
 * Creates a writer of a dBASE table in UTF-8. The width of a field is that of its longest value, so records are stored
 * as JSON until all of them are known.
 */
export function createDbfWriter(fields: readonly DbfField[], losses: ExportLosses) {
  const batches: Blob[] = [];
  const minWidth = (field: number) => (fields[field]?.type === 'real' ? realDecimals + 2 : 1);
  /** In bytes; 0 for a field that is omitted. */
  const widths = fields.map(({ isOptional }, i) => (isOptional ? 0 : minWidth(i)));
  let count = 0;

  const recordBytes = () => widths.reduce((sum, width) => sum + width, 1);

  function recordsOf(rows: readonly (readonly (string | null)[])[]): Uint8Array<ArrayBuffer> {
    const length = recordBytes();
    const records = new Uint8Array(length * rows.length).fill(space);
    for (const [row, cells] of rows.entries()) {
      let at = row * length + 1;
      for (const [i, cell] of cells.entries()) {
        const width = widths[i] ?? 0;
        if (width === 0) continue;
        const type = fields[i]?.type ?? 'text';
        const bytes = bytesOf(cell ?? (type === 'boolean' ? '?' : ''));
        // Numbers are right-aligned in their field.
        records.set(bytes, letterOf(type) === 'N' ? at + width - bytes.length : at);
        at += width;
      }
    }
    return records;
  }

  return {
    /** Adds records. Each has one value per field. */
    add(rows: readonly (readonly AttributeValue[])[]) {
      const cells = rows.map((row) => fields.map(({ type }, i) => textOf(type, row[i] ?? null, losses)));
      for (const row of cells)
        for (const [i, cell] of row.entries())
          if (cell !== null) widths[i] = Math.max(widths[i] ?? 0, minWidth(i), bytesOf(cell).length);
      count += rows.length;
      batches.push(new Blob([JSON.stringify(cells)]));
    },
    /** Returns the file. */
    async end(): Promise<Blob> {
      const written = fields.map((field, i) => ({ ...field, width: widths[i] ?? 0 }));
      const parts: BlobPart[] = [
        headerOf(
          written.filter(({ width }) => width > 0),
          count,
        ),
      ];
      for (const batch of batches) {
        // `add` above wrote this JSON.
        const cells: (string | null)[][] = JSON.parse(await batch.text());
        parts.push(new Blob([recordsOf(cells)]));
      }
      return new Blob([...parts, new Uint8Array([0x1a])]);
    },
  };
}

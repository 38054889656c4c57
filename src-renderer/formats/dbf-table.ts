import { attributeOf } from './attributes.ts';
import { exactNumber } from './exact-numbers.ts';
import type { AttributeValue } from './imported.ts';
import { createDecoder } from './text-decoder.ts';

interface Field {
  nameBytes: Uint8Array;
  type: string;
  offset: number;
  length: number;
}

/** A row of attributes. Deleted rows are still in the file. */
export interface DbfRow {
  values: [string, AttributeValue][];
  isDeleted: boolean;
}

/** The table of attributes of a shapefile. */
export interface DbfTable {
  count: number;
  /** The language driver in the header, which may identify the encoding; 0 if it does not. */
  driver: number;
  /** Returns a sample of the texts with bytes beyond ASCII, one per line, each with one that those before it do not have. */
  foreignBytes(): Uint8Array;
  /** Returns a function that reads the row at an index, from 0; it returns null beyond the end. */
  rowAt(encoding: string): (index: number) => DbfRow | null;
}

const headBytes = 32;
const fieldBytes = 32;
const maxFields = 255;
const sampleBytes = 400;
const deleted = 0x2a;

/** Reads the descriptors of the fields from the header of a dBase table: 32 bytes each, then 0x0d. */
function fieldsOf(bytes: Uint8Array, headerBytes: number): Field[] {
  const fields: Field[] = [];
  // The first byte of a record is its deletion flag.
  let offset = 1;
  for (
    let at = headBytes;
    at + fieldBytes <= headerBytes && bytes[at] !== 0x0d && fields.length < maxFields;
    at += fieldBytes
  ) {
    const name = bytes.subarray(at, at + 11);
    const end = name.indexOf(0);
    const type = String.fromCharCode(bytes[at + 11] ?? 0).toUpperCase();
    const length = (bytes[at + 16] ?? 0) + (type === 'C' ? (bytes[at + 17] ?? 0) * 256 : 0);
    fields.push({ nameBytes: end < 0 ? name : name.subarray(0, end), type, offset, length });
    offset += length;
  }
  return fields;
}

/** Returns a date as ISO 8601, without the day or the month that is left empty; the unchanged text if it is not a date. */
function dateOf(text: string): string | null {
  // Empty dates are written as zeros, with blanks between them or without.
  if (/^[0\s/.-]*$/.test(text)) return null;
  const [, year, month = '', day = ''] = /^(\d{4})(\d\d| {2})?(\d\d| {2})?$/.exec(text) ?? [];
  if (year === undefined) return text;
  const [hasMonth, hasDay] = [month, day].map((part) => Number(part) > 0);
  if (!hasMonth) return hasDay ? text : year;
  if (!hasDay) return Number(month) <= 12 ? `${year}-${month}` : text;
  const iso = `${year}-${month}-${day}`;
  const at = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : text;
}

const dayMs = 86_400_000;
/** The day of the astronomers' count on which 1970 begins at midnight. */
const julianDayOf1970 = 2_440_588;

/** Returns a time of Visual FoxPro: the day of the astronomers' count, then the milliseconds of the day. Null if it is empty. */
function momentOf(view: DataView): string | null {
  const [day, ms] = [view.getInt32(0, true), view.getInt32(4, true)];
  if (day === 0) return null;
  const at = new Date((day - julianDayOf1970) * dayMs + Math.round(ms / 1_000) * 1_000);
  return Number.isNaN(at.getTime()) ? null : at.toISOString().slice(0, 19);
}

function cellValue(cell: Uint8Array, type: string, decode: (bytes: Uint8Array) => string): AttributeValue {
  const view = new DataView(cell.buffer, cell.byteOffset, cell.byteLength);
  if ((type === 'B' || type === 'O') && cell.length === 8) return attributeOf(view.getFloat64(0, true));
  if ((type === 'I' || type === '+') && cell.length === 4) return view.getInt32(0, true);
  if ((type === 'T' || type === '@') && cell.length === 8) return momentOf(view);
  if (type === 'Y' && cell.length === 8) return Number(view.getBigInt64(0, true)) / 10_000;
  const text = decode(cell).replaceAll('\u0000', '').trim();
  if (type === 'N' || type === 'F') {
    // Programs write the decimal mark of their country; asterisks replace a number that did not fit into its field.
    const number = text.replace(',', '.');
    return number === '' || !Number.isFinite(Number(number)) ? null : exactNumber(number);
  }
  if (type === 'L') return /^[yt]$/i.test(text) ? true : /^[nf]$/i.test(text) ? false : null;
  if (type === 'D') return dateOf(text);
  // Memo fields hold block numbers of another file.
  if (type === 'M' || type === 'G' || type === 'P') return null;
  return text === '' ? null : text;
}

/** Reads the table of attributes of a shapefile (dBASE). */
export function readDbf(bytes: Uint8Array): DbfTable | { problem: 'broken' } {
  if (bytes.length < headBytes + 1) return { problem: 'broken' };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [claimed, headerBytes, rowBytes] = [
    view.getUint32(4, true),
    view.getUint16(8, true),
    view.getUint16(10, true),
  ];
  const fields = fieldsOf(bytes, Math.min(headerBytes, bytes.length));
  const width = fields.reduce((max, { offset, length }) => Math.max(max, offset + length), 1);
  if (headerBytes < headBytes || rowBytes === 0 || fields.length === 0 || width > rowBytes)
    return { problem: 'broken' };
  // The header may claim more rows than the file has.
  const count = Math.min(claimed, Math.max(0, Math.floor((bytes.length - headerBytes) / rowBytes)));
  const texts = fields.filter(({ type }) => type === 'C');

  return {
    count,
    driver: bytes[29] ?? 0,
    foreignBytes() {
      const sample: number[] = [];
      const seen = new Set<number>();
      const addIfForeign = (cell: Uint8Array) => {
        if (!cell.some((byte) => byte > 0x7f && !seen.has(byte))) return;
        for (const byte of cell) seen.add(byte);
        sample.push(...cell, 0x0a);
      };
      for (const { nameBytes } of fields) addIfForeign(nameBytes);
      for (let i = 0; i < count && sample.length < sampleBytes; i += 1)
        for (const { offset, length } of texts) {
          const start = headerBytes + i * rowBytes + offset;
          addIfForeign(withoutCutEnd(trimmed(bytes.subarray(start, start + length)), length));
        }
      return Uint8Array.from(sample);
    },
    rowAt(encoding) {
      const decoder = createDecoder(encoding);
      const decode = (cell: Uint8Array) => decoder.decode(cell);
      const names = fields.map(({ nameBytes }) => decode(nameBytes).trim());
      return (index) => {
        if (index < 0 || index >= count) return null;
        const start = headerBytes + index * rowBytes;
        return {
          isDeleted: bytes[start] === deleted,
          values: fields.map(({ type, offset, length }, i): [string, AttributeValue] => [
            names[i] ?? '',
            cellValue(bytes.subarray(start + offset, start + offset + length), type, decode),
          ]),
        };
      };
    },
  };
}

/** Returns a cell without its trailing blanks. */
function trimmed(cell: Uint8Array): Uint8Array {
  let end = cell.length;
  while (end > 0 && (cell[end - 1] === 0x20 || cell[end - 1] === 0)) end -= 1;
  return cell.subarray(0, end);
}

/** Returns the text of a full cell without the beginning of a UTF-8 character of which the cell had no room for the rest. */
function withoutCutEnd(text: Uint8Array, width: number): Uint8Array {
  if (text.length < width) return text;
  for (let back = 1; back <= 3 && back < text.length; back += 1) {
    const byte = text[text.length - back] ?? 0;
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 0;
    if (size > back) return text.subarray(0, text.length - back);
    if ((byte & 0xc0) !== 0x80) break;
  }
  return text;
}

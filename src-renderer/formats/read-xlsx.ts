import { angleText, isAngleFormat } from './angle-format.ts';
import type { ByteFile } from './byte-file.ts';
import { exactNumber } from './exact-numbers.ts';
import { FormatProblem } from './format-problem.ts';
import type { ImportCollector } from './import-collector.ts';
import type { Cell, ReadChoices } from './imported.ts';
import { limits } from './limits.ts';
import { createTableReading, type PlainRow } from './read-table.ts';
import { textChunks } from './text-chunks.ts';
import { childOf, readXmlElements, type XmlElement } from './xml-elements.ts';

/** The files of a workbook by their paths in the archive. */
export type WorkbookFiles = ReadonlyMap<string, ByteFile>;

const dayMs = 86_400_000;
/** The day 0; workbooks of old Macs count from four years later. */
const epochs = { usual: Date.UTC(1899, 11, 30), mac: Date.UTC(1904, 0, 1) } as const;
const maxSharedStrings = 2_000_000;
const maxSheets = 1_000;

async function eachElement(
  file: ByteFile,
  wanted: ReadonlySet<string>,
  take: (element: XmlElement) => void,
): Promise<void> {
  await readXmlElements(textChunks(file, 'utf-8'), {
    onOpen: (name) => wanted.has(name),
    onClose: () => undefined,
    onElement: take,
  });
}

/** Returns all text in an element except phonetic readings. */
function textIn(element: XmlElement): string {
  return element.children
    .map((child) => (child.name === 't' ? child.text : child.name === 'r' ? textIn(child) : ''))
    .join('');
}

/** Returns a text with characters that XML does not have, which Excel writes as `_x000D_`. */
const unescaped = (text: string) =>
  text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

async function sharedStrings(files: WorkbookFiles): Promise<string[]> {
  const file = files.get('xl/sharedstrings.xml');
  const strings: string[] = [];
  let chars = 0;
  if (file)
    await eachElement(file, new Set(['si']), (element) => {
      const text = unescaped(textIn(element));
      chars += text.length;
      if (strings.length >= maxSharedStrings || chars > limits.textChars)
        throw new FormatProblem('validation.importTooMuchText');
      strings.push(text);
    });
  return strings;
}

/** The numbers of the built-in formats of dates and times. */
const dateFormats = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57]);

/** What a cell style shows: a time, or a number with the signs of an angle by the code of its format; null for a plain number. */
type CellStyle = 'date' | 'clock' | { angleFormat: string } | null;

/** The numbers of the built-in formats of times of day and durations. */
const clockFormats = new Set([18, 19, 20, 21, 45, 46, 47]);

/** Excel writes no longer ones. */
const longestFormat = 255;

/** Returns what each cell style shows. */
async function cellStyles(files: WorkbookFiles): Promise<CellStyle[]> {
  const file = files.get('xl/styles.xml');
  const own = new Map<number, CellStyle>();
  const styles: CellStyle[] = [];
  if (file)
    await eachElement(file, new Set(['numFmt', 'cellXfs']), (element) => {
      const { numFmtId = '0', formatCode = '' } = element.attributes;
      const format = formatCode.slice(0, longestFormat);
      // Quoted texts and colours in brackets are not part of what the digits show.
      const code = format.replaceAll(/"[^"]*"|\[(?!h+\]|m+\]|s+\])[^\]]*\]|\\./gi, '');
      if (element.name === 'numFmt')
        own.set(Number(numFmtId), isAngleFormat(format) ? { angleFormat: format } : styleOf(code));
      else
        for (const { attributes } of element.children) {
          const id = Number(attributes.numFmtId ?? 0);
          styles.push(own.get(id) ?? (clockFormats.has(id) ? 'clock' : dateFormats.has(id) ? 'date' : null));
        }
    });
  return styles;
}

/** Returns what the code of an own format shows: a month has a day or a year beside it, minutes have hours or seconds. */
function styleOf(code: string): CellStyle {
  if (/[dy]/i.test(code)) return 'date';
  return /[hs]|\[m+\]/i.test(code) && !/general/i.test(code) ? 'clock' : null;
}

interface Workbook {
  sheets: { name: string; file: ByteFile }[];
  epoch: number;
}

async function readWorkbook(files: WorkbookFiles): Promise<Workbook> {
  const targets = new Map<string, string>();
  const relations = files.get('xl/_rels/workbook.xml.rels');
  if (relations)
    await eachElement(relations, new Set(['Relationship']), ({ attributes }) => {
      const target = (attributes.Target ?? '').replace(/^\/?(?:xl\/)?/, '');
      targets.set(attributes.Id ?? '', `xl/${target}`.toLowerCase());
    });
  const book = files.get('xl/workbook.xml');
  const workbook: Workbook = { sheets: [], epoch: epochs.usual };
  if (book)
    await eachElement(book, new Set(['sheet', 'workbookPr']), ({ name, attributes }) => {
      if (name === 'workbookPr' && /^(?:1|true)$/.test(attributes.date1904 ?? ''))
        workbook.epoch = epochs.mac;
      const id = Object.entries(attributes).find(([key]) => key === 'id' || key.endsWith(':id'))?.[1] ?? '';
      const file = files.get(targets.get(id) ?? '');
      if (name === 'sheet' && file && workbook.sheets.length < maxSheets)
        workbook.sheets.push({ name: (attributes.name ?? '').slice(0, 100), file });
    });
  return workbook;
}

/** Returns the column of an address such as `AB12`, from 0; null for other texts. */
function columnOf(address: string | undefined): number | null {
  const letters = /^([A-Z]{1,3})\d/.exec(address ?? '')?.[1];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

interface CellContext {
  strings: readonly string[];
  styles: readonly CellStyle[];
  epoch: number;
}

/** Returns a duration or a time of day as `h:mm:ss`: a number below a day is no date, and neither are hours in brackets. */
function clockText(days: number): string {
  // The last half second of a day is not the hour 24.
  const mostSeconds = Math.abs(days) < 1 ? 86_399 : Number.POSITIVE_INFINITY;
  const seconds = Math.min(Math.round(Math.abs(days) * 86_400), mostSeconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return days < 0 ? `-${clock}` : clock;
}

/** The usual count has a 29 February 1900, the day 60, which no calendar has (ECMA-376 §18.17.4.1). */
const inventedDay = 60;
/** The year 10000 begins here. */
const dateLimit = Date.UTC(10_000, 0, 1);

/** Returns the date of a number of days; null for one that shows no date: below the first day, on the invented one, or beyond the year 9999. */
function dateText(days: number, epoch: number): string | null {
  const isUsual = epoch === epochs.usual;
  if (days < (isUsual ? 1 : 0) || (isUsual && Math.floor(days) === inventedDay)) return null;
  const shift = isUsual && days < inventedDay ? dayMs : 0;
  const at = new Date(Math.round(epoch + shift + days * dayMs));
  if (!(at.getTime() < dateLimit)) return null;
  const iso = at.toISOString();
  return Number.isInteger(days) ? iso.slice(0, 10) : iso.slice(0, 19);
}

function cellValue(cell: XmlElement, { strings, styles, epoch }: CellContext): Cell {
  const { t: type = 'n', s: style = '0' } = cell.attributes;
  if (type === 'inlineStr') return unescaped(textIn(childOf(cell, 'is') ?? cell));
  const value = childOf(cell, 'v')?.text ?? '';
  if (value === '') return null;
  if (type === 's') return strings[Number(value)] ?? null;
  if (type === 'b') return value === '1';
  // An error such as #N/A is not a value.
  if (type === 'e') return null;
  if (type === 'str') return unescaped(value);
  const number = Number(value);
  if (type === 'd' || !Number.isFinite(number)) return value;
  const shows = styles[Number(style)] ?? null;
  if (typeof shows === 'object' && shows !== null) return angleText(number, value, shows.angleFormat);
  // Below one day there is no date, whatever the format shows, but for the first day of old Macs.
  const isFirstDay = number === 0 && epoch === epochs.mac;
  const isClock = shows === 'clock' || (shows === 'date' && number >= 0 && number < 1 && !isFirstDay);
  if (isClock) return clockText(number);
  return (shows === 'date' ? dateText(number, epoch) : null) ?? exactNumber(value);
}

/** Returns a row of a sheet. `before` is the number of the previous row, for files that leave out the numbers. */
function rowOf(row: XmlElement, before: number, context: CellContext): PlainRow {
  const number = Number(row.attributes.r ?? before + 1);
  const cells: Cell[] = [];
  for (const cell of row.children) {
    const column = columnOf(cell.attributes.r) ?? cells.length;
    if (cell.name !== 'c' || column >= limits.columns) continue;
    while (cells.length < column) cells.push(null);
    cells[column] = cellValue(cell, context);
  }
  return {
    cells,
    line: Number.isSafeInteger(number) ? number : before + 1,
    raw: cells.map((value) => String(value ?? '')).join(' | '),
  };
}

/** What is wrong with a sheet that holds no places, such as one with notes. */
const withoutPlaces = ['validation.importColumns', 'validation.noFeatures'];

/**
 * Reads a sheet of an Excel workbook: the first one with places, or the one that the user selected. The whole workbook is never in memory,
 * because sheets may have a million rows.
 */
export async function readXlsx(
  files: WorkbookFiles,
  { collector, choices }: { collector: ImportCollector; choices: ReadChoices },
): Promise<void> {
  const { sheets, epoch } = await readWorkbook(files);
  const names = sheets.map(({ name }) => name);
  const [first] = sheets;
  if (!first) throw new FormatProblem('validation.brokenXlsx');
  const context: CellContext = {
    strings: await sharedStrings(files),
    styles: await cellStyles(files),
    epoch,
  };
  const readSheet = async (sheet: Workbook['sheets'][number]) => {
    const rows = createTableReading({
      collector,
      choices,
      delimiter: null,
      layer: sheets.length > 1 ? sheet.name : null,
      sheet: sheet.name,
      sheets: names,
    });
    let last = 0;
    await eachElement(sheet.file, new Set(['row']), (element) => {
      const row = rowOf(element, last, context);
      last = row.line;
      rows.push(row);
    });
    rows.end();
  };
  const isWithoutPlaces = (error: unknown) =>
    error instanceof FormatProblem && withoutPlaces.includes(error.problem.message);
  const selected = sheets.find(({ name }) => name === choices.table.sheet);
  if (selected) return readSheet(selected);
  for (const sheet of sheets) {
    try {
      await readSheet(sheet);
      const others = names.filter((name) => name !== sheet.name);
      if (others.length > 0) collector.note('validation.otherSheets', { sheets: others.join(', ') });
      return;
    } catch (error) {
      if (!isWithoutPlaces(error)) throw error;
    }
  }
  // None has places: the person selects the columns of the first one.
  await readSheet(first);
}

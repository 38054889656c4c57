import { readInertText } from '../kit/client/inert-text.ts';
import { wgs84Datum } from '../kit/i18n/datum.ts';
import { isNumberBeforeDegrees } from '../kit/i18n/read-angles.ts';
import { plainHeading } from './attributes.ts';
import { type CompletedColumns, completeColumns } from './complete-columns.ts';
import type { Crs } from './crs.ts';
import { crsOfDatum, crsOfFile, typedDatum } from './crs-of-file.ts';
import { datumInTexts, findDatumColumn } from './datum-column.ts';
import { datumOfCode, wgs84Code } from './datums.ts';
import { FormatProblem } from './format-problem.ts';
import type { ImportCollector } from './import-collector.ts';
import type { Cell, Columns, ReadChoices, TableLayout } from './imported.ts';
import { limits } from './limits.ts';
import { hasPlace, readLine } from './line-place.ts';
import type { LetterSide } from './questions.ts';
import { guessDelimiter, readRecords } from './records.ts';
import { columnsByContent, columnsByWords, isHeader, noColumns } from './table-columns.ts';
import { createLineReader, createRowReader, listSystemColumns, type TableRow } from './table-rows.ts';
import { isWkt } from './wkt-parts.ts';

/** A row of a table before the meaning of its columns is known. */
export type PlainRow = Pick<TableRow, 'cells' | 'line' | 'raw'>;

const sampleRows = 200;
const previewRows = 50;
const sampleChars = 65_536;

/** Returns the heading of a column; `Column 3` without one. The dialog supplies the word. */
const headingOf = (cell: Cell | undefined, index: number) => {
  const heading = cell === null || cell === undefined ? '' : String(cell).trim();
  return heading === '' ? `#${index + 1}` : heading.slice(0, 200);
};

interface Layout extends TableLayout {
  headings: string[];
  isOrderKnown: boolean;
  completed: CompletedColumns;
  /** The number of rows above the headings: a title, remarks, a declared separator. */
  above: number;
  /** The number of rows of headings: two where the second one divides the columns of the first. */
  headerRows: number;
}

/** Returns true if a row is a place without columns. */
const isLine = ({ cells, raw }: PlainRow, delimiter: string): boolean =>
  isWkt(raw) ||
  hasPlace(
    readLine(
      raw,
      cells.map((cell) => String(cell ?? '')),
      delimiter,
    ),
  );

const linesWithoutPlace = (rows: readonly PlainRow[], delimiter: string) =>
  rows.slice(0, previewRows).filter((row) => !isLine(row, delimiter));

/** Returns the share of the rows that are places without columns. */
function shareOfLines(rows: readonly PlainRow[], delimiter: string): number {
  const read = rows.slice(0, previewRows).filter((row) => isLine(row, delimiter));
  return read.length / Math.max(1, Math.min(rows.length, previewRows));
}

const isNumberBeforeMetres = ([number = '', ...others]: readonly string[]): boolean =>
  /^\d{1,6}$/.test(number) &&
  others.length >= 2 &&
  others.slice(0, 2).every((cell) => /^\d{5,8}(?:[.,]\d+)?$/.test(cell));

/** Returns true if each row begins with a number of its own, with a pair of degrees or metres behind it. */
function areNumberedRows(rows: readonly PlainRow[]): boolean {
  const texts = rows.map(({ cells }) =>
    cells.map((cell) =>
      String(cell ?? '')
        .trim()
        .replaceAll(/[−–]/g, '-'),
    ),
  );
  const filled = texts.filter((cells) => cells.some((cell) => cell !== ''));
  return (
    filled.length > 1 &&
    filled.every((cells) => isNumberBeforeDegrees(cells) || isNumberBeforeMetres(cells)) &&
    new Set(filled.map(([number]) => number)).size === filled.length
  );
}

/**
 * Returns true if rows without headings are lines with one place each: most of them have one, or some have one while
 * no column does, as in a letter with coordinates in it.
 */
function areLines(rows: readonly PlainRow[], delimiter: string, { latitude, place }: Columns): boolean {
  if (areNumberedRows(rows)) return false;
  const share = shareOfLines(rows, delimiter);
  return share >= 0.5 || (share > 0 && latitude === null && place === null);
}

/** Remarks, which say that they are some, are not counted. */
const maxRowsAbove = 15;
const remark = /^\s*"?(?:#|%|\/\/|!|--|sep=.\s*"?$)/i;

const plainNumber = /^\s*[-+−]?\d+(?:[.,]\d+)?\s*$/;

/**
 * Returns how many rows stand above the headings. Only a row that names a place can be that of the headings. The rows above it are
 * remarks, or have at most one cell; above a row that names both coordinates, they may also be short rows that hold no pair of numbers,
 * such as those of a form: `Date;2024-03-01`.
 */
function rowsAboveHeader(rows: readonly PlainRow[]): number {
  const filled = ({ cells }: PlainRow) => cells.filter((cell) => String(cell ?? '').trim() !== '').length;
  const numbers = ({ cells }: PlainRow) =>
    cells.filter((cell) => plainNumber.test(String(cell ?? ''))).length;
  const isRemark = ({ raw, cells }: PlainRow) => remark.test(raw) || remark.test(String(cells[0] ?? ''));
  const named = ({ cells }: PlainRow) => columnsByWords(cells.map((cell) => String(cell ?? '')));
  let counted = 0;
  const at = rows.findIndex((row, i) => {
    if (counted >= maxRowsAbove) return false;
    if (!isRemark(row)) counted += 1;
    const { latitude, place } = named(row);
    return (latitude !== null || place !== null) && !isRemark(row) && isHeader(row.cells, rows[i + 1]?.cells);
  });
  const header = rows[at];
  if (!header || at === 0) return 0;
  const { latitude, longitude } = named(header);
  const below = rows[at + 1];
  // A line of a letter may have the words for both coordinates too, and then so has the next one.
  const isOverNumbers =
    latitude !== null &&
    longitude !== null &&
    below !== undefined &&
    named(below).latitude === null &&
    [latitude, longitude].every((column) => /\d/.test(String(below.cells[column] ?? '')));
  const isOfForm = (row: PlainRow) => isOverNumbers && filled(row) < filled(header) && numbers(row) < 2;
  const isAbove = (row: PlainRow) =>
    isRemark(row) || filled(row) < Math.min(2, filled(header)) || isOfForm(row);
  return rows.slice(0, at).every(isAbove) ? at : 0;
}

const trimmedCells = (row: PlainRow | undefined): string[] =>
  (row?.cells ?? []).map((cell) => String(cell ?? '').trim());

/**
 * Returns true if the first row has headings over several columns of the second one each: `Coordenadas PSAD56` over `Este` and `Norte`. A title
 * has only the first cell, and the rows of a form have a value beside each word.
 */
function isRowOfGroups(rows: readonly PlainRow[]): boolean {
  const [above, below] = [trimmedCells(rows[0]), trimmedCells(rows[1])];
  const starts = above.flatMap((cell, i) => (cell === '' ? [] : [i]));
  const spans = starts.map(
    (start, i) => below.slice(start, starts[i + 1]).filter((cell) => cell !== '').length,
  );
  const isTitle = starts.length === 1 && starts[0] === 0;
  return starts.length > 0 && !isTitle && spans.every((span) => span >= 2) && dividedHeadings(rows) !== null;
}

/** A unit below a heading: `(deg)`, `[m]`, `ft`. */
const unitCell =
  /^(?:[([][^()[\]\d]{1,30}[)\]]|°|º|%|deg|degs|degrees|decimal degrees|dd|dms|m|metres|meters|metros|ft|feet|pies|km)$/i;

/** Returns the headings with the units that a row below them has; null if that row has anything else, or nothing below it has a number. */
function headingsWithUnits([first, second, third]: readonly PlainRow[]): string[] | null {
  const [above, below] = [trimmedCells(first), trimmedCells(second)];
  const filled = below.filter((cell) => cell !== '');
  const isOfUnits =
    filled.length >= 2 &&
    filled.every((cell) => unitCell.test(cell)) &&
    trimmedCells(third).some((cell) => /\d/.test(cell));
  return isOfUnits ? above.map((heading, i) => [heading, below[i]].filter(Boolean).join(' ')) : null;
}

/**
 * Returns the headings of a table whose second row divides the columns of the first: `Latitude` over `deg`, `min` and `sec`, as cells that
 * were joined leave it. Null if the second row is no such row: it has numbers, or nothing below an empty cell.
 */
function dividedHeadings([first, second, third]: readonly PlainRow[]): string[] | null {
  const [above, below] = [trimmedCells(first), trimmedCells(second)];
  const isDivided =
    below.every((cell) => !/\d/.test(cell)) &&
    below.filter((cell, i) => cell !== '' && (above[i] ?? '') === '').length >= 2 &&
    trimmedCells(third).some((cell) => /\d/.test(cell));
  if (!isDivided) return null;
  let last = '';
  return Array.from({ length: Math.max(above.length, below.length) }, (_, i) => {
    last = above[i] || last;
    const own = above[i] || (below[i] ? last : '');
    return [own, below[i]].filter(Boolean).join(' ');
  });
}

/** Decides how a table is read, from its first rows and the user's choices. */
function layoutOf(
  rows: readonly PlainRow[],
  choices: ReadChoices['table'],
  delimiter: string | null,
  sideAnswer: string | undefined,
): Layout {
  const aboveNames = choices.hasHeader === false ? 0 : rowsAboveHeader(rows);
  const above = aboveNames > 0 && isRowOfGroups(rows.slice(aboveNames - 1)) ? aboveNames - 1 : aboveNames;
  const [first, second] = rows.slice(above);
  const hasHeader =
    choices.hasHeader ??
    (above < aboveNames || (first !== undefined && isHeader(first.cells, second?.cells)));
  const top = rows.slice(above);
  const divided = hasHeader ? (dividedHeadings(top) ?? headingsWithUnits(top)) : null;
  const headerRows = hasHeader ? (divided === null ? 1 : 2) : 0;
  const body = rows.slice(above + headerRows);
  const count = Math.min(
    limits.columns,
    rows.reduce((max, { cells }) => Math.max(max, cells.length), 0),
  );
  const written = divided ?? (hasHeader ? (first?.cells ?? []) : []);
  const headings = Array.from({ length: count }, (_, i) => headingOf(written[i], i));
  const named = hasHeader ? columnsByWords(headings) : noColumns;
  const cells = body.map((row) => row.cells);
  const guessed = columnsByContent(named, cells, headings);
  const completed = completeColumns({ ...guessed, ...choices.columns }, headings, cells, sideAnswer);
  const lines =
    choices.layout === undefined
      ? !hasHeader && delimiter !== null && areLines(body, delimiter, guessed)
      : choices.layout === 'lines';
  // What the user selected, and left empty, stays so.
  const columns: Columns = { ...completed.columns, ...choices.columns };
  const datumColumn = lines ? null : findDatumColumn(headings, cells, new Set(Object.values(columns)));
  /** The datum that the headings of the coordinates name, else the rows above them, else lines without a place. */
  const statedDatum = () => {
    const ofPlaces = [columns.latitude, columns.longitude, columns.place].map(
      (column) => headings[column ?? -1] ?? '',
    );
    const others = lines && delimiter !== null ? linesWithoutPlace(body, delimiter) : rows.slice(0, above);
    return datumInTexts(hasHeader ? ofPlaces : []) ?? datumInTexts(others.map(({ raw }) => raw));
  };
  return {
    layout: lines && delimiter !== null ? 'lines' : 'columns',
    hasHeader,
    delimiter,
    columns,
    sheet: null,
    datum: choices.datum ?? (datumColumn === null ? (statedDatum() ?? wgs84Code) : null),
    datumColumn,
    headings,
    completed,
    above,
    headerRows,
    isOrderKnown: choices.columns !== undefined || named.latitude !== null,
  };
}

/** Returns the side of the letter `O` in the language of the headings; null if no heading shows it. */
function sideOfHeadings(headings: readonly string[]): LetterSide | null {
  const words = headings.flatMap((heading) => plainHeading(heading).split('_'));
  const isEast = words.some((word) =>
    /^(?:breite|breitengrad|l(?:ae|a)nge(?:ngrad)?|breedtegraad|lengtegraad|breedte|lengte)$/.test(word),
  );
  const isWest = words.some((word) => /^(?:latitud|longitud|latitudine|longitudine)$/.test(word));
  return isEast === isWest ? null : isEast ? 'o-east' : 'o-west';
}

/** Tells which columns complete the coordinates, and which may do so but are not used. */
function noteColumns(
  collector: ImportCollector,
  layout: Layout,
  rows: readonly { cells: readonly Cell[] }[],
) {
  const { columns, headings, completed } = layout;
  const namesOf = (indices: readonly number[]) =>
    indices
      .map((index) => headings[index] ?? '')
      .join(', ')
      .slice(0, 200);
  const used = new Set([...Object.values(columns), ...listSystemColumns({ ...layout, rows })]);
  const completing = completed.completing.filter((index) => used.has(index));
  const doubtful = [...completed.completing, ...completed.doubtful].filter((index) => !used.has(index));
  const sided = (['latitude', 'longitude'] as const).flatMap((axis) =>
    completed.sides[axis] === null ? [] : (columns[axis] ?? []),
  );
  if (completing.length > 0) collector.note('validation.completingColumns', { columns: namesOf(completing) });
  if (doubtful.length > 0) collector.note('validation.doubtfulColumns', { columns: namesOf(doubtful) });
  if (sided.length > 0) collector.note('validation.sideInHeading', { columns: namesOf(sided) });
}

/** Asks whether a column of letters is that of the hemisphere, where nothing but its letters says so. */
function askForSide(
  collector: ImportCollector,
  { completed: { mayBeSides }, columns, headings }: Layout,
  rows: readonly { cells: readonly string[] }[],
) {
  const cells = rows.find((row) => mayBeSides.some((index) => (row.cells[index] ?? '').trim() !== ''))?.cells;
  if (cells === undefined) return;
  const letters = mayBeSides.map((index) => (cells[index] ?? '').trim()).join(' ');
  const cellOf = (column: number | null) => (cells[column ?? -1] ?? '').trim();
  const pair = `${cellOf(columns.latitude)}, ${cellOf(columns.longitude)}`;
  collector.questions.ask(
    'side',
    { column: mayBeSides.map((index) => headings[index] ?? '').join(', '), letters },
    { 'is-side': { text: `${pair} ${letters}` }, 'no-side': { text: pair } },
  );
}

interface TableOptions {
  collector: ImportCollector;
  choices: ReadChoices;
  delimiter: string | null;
  layer: string | null;
  sheet?: string | null;
  sheets?: readonly string[];
}

/**
 * Creates the functions that read the rows of a table: the first ones decide how, then each becomes a feature or is
 * rejected. Throws a `FormatProblem` if no column can be found for the places; then the user selects the columns.
 */
export function createTableReading({
  collector,
  choices,
  delimiter,
  layer,
  sheet = null,
  sheets = [],
}: TableOptions) {
  const typedCrs: Crs = crsOfFile(collector, null);
  const waiting: PlainRow[] = [];
  let reader: { row(row: TableRow): void; end(): void } | null = null;
  let number = 0;

  function add(made: { row(row: TableRow): void }, row: PlainRow) {
    if (row.cells.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''))) return;
    number += 1;
    made.row({ ...row, number });
  }

  function begin() {
    const layout = layoutOf(waiting, choices.table, delimiter, collector.answers.side);
    const { headings, columns, isOrderKnown } = layout;
    const datumCode = collector.answers.crs === undefined ? layout.datum : null;
    const crs = datumCode === null || datumCode === wgs84Code ? typedCrs : crsOfDatum(collector, datumCode);
    const datum = typedDatum(collector) ?? datumOfCode(datumCode ?? wgs84Code) ?? wgs84Datum;
    const datumColumn = collector.answers.crs === undefined ? layout.datumColumn : null;
    const body = waiting.slice(layout.above + layout.headerRows);
    const shown = (cell: Cell) => String(cell ?? '').slice(0, 200);
    const rows = body
      .slice(0, previewRows)
      .map(({ line, cells }) => ({ line, cells: cells.slice(0, limits.columns).map(shown) }));
    const { layout: kind, hasHeader } = layout;
    collector.setTable({
      layout: kind,
      hasHeader,
      delimiter,
      columns,
      headings,
      sheet,
      datum: datumCode,
      datumColumn,
      sheets,
      rows,
    });
    const hasPlaces = columns.place !== null || (columns.latitude !== null && columns.longitude !== null);
    if (body.length === 0) throw new FormatProblem('validation.noFeatures');
    if (layout.layout === 'columns' && !hasPlaces) throw new FormatProblem('validation.importColumns');
    if (layout.above > 0) collector.note('validation.rowsAboveHeader', { count: layout.above });
    const made =
      layout.layout === 'lines'
        ? createLineReader({ collector, crs, datum, layer, delimiter: delimiter ?? ',' })
        : createRowReader({
            collector,
            headings,
            columns,
            crs,
            datum,
            datumColumn: datumCode === null ? datumColumn : null,
            layer,
            isOrderKnown,
            sides: layout.completed.sides,
          });
    if (layout.layout === 'columns') {
      if (choices.table.columns === undefined) askForSide(collector, layout, rows);
      noteColumns(collector, { ...layout, datum: datumCode, datumColumn }, rows);
      collector.questions.noteHeadings(sideOfHeadings(headings));
    }
    for (const row of body) add(made, row);
    return made;
  }

  return {
    push(row: PlainRow) {
      if (reader) add(reader, row);
      else if (waiting.push(row) >= sampleRows) reader = begin();
    },
    end() {
      reader ??= begin();
      reader.end();
    },
  };
}

/** Returns the beginning of a text. */
async function sampleOf(chunks: AsyncIterable<string>): Promise<string> {
  let sample = '';
  for await (const chunk of chunks) {
    sample += chunk;
    if (sample.length >= sampleChars) break;
  }
  return sample.slice(0, sampleChars);
}

interface TextTableOptions {
  collector: ImportCollector;
  choices: ReadChoices;
  /** The file within an archive; null for a separate file. */
  inner?: string | null;
  /** True if the text is well-known text, whose geometries may span several lines. */
  isWktText?: boolean;
}

/** Reads a text table or lines of places. `chunks` is called for each pass over the text. */
export async function readTextTable(
  chunks: () => AsyncIterable<string>,
  { collector, choices, inner = null, isWktText = false }: TextTableOptions,
): Promise<void> {
  const delimiter = choices.table.delimiter ?? guessDelimiter(await sampleOf(chunks()));
  const table = isWktText ? { ...choices.table, layout: 'lines' as const, hasHeader: false } : choices.table;
  const rows = createTableReading({ collector, choices: { ...choices, table }, delimiter, layer: inner });
  let marked = 0;
  const readCell = (cell: string) => {
    const text = readInertText(cell);
    if (text !== cell) marked += 1;
    return text;
  };
  for await (const { cells, line, text } of readRecords(chunks(), { delimiter, joinsBrackets: isWktText }))
    rows.push({ cells: cells.map(readCell), line, raw: text });
  if (marked > 0) collector.note('validation.inertTexts', { count: marked });
  rows.end();
}

import type { CellNote } from './cell-notes.ts';
import type { GridColumn } from './grid-types.ts';
import type { ReadField } from './read-field.ts';

/** A column whose texts can be read back into the fields of a row. */
export interface EditColumn<Row, Patch> extends GridColumn<Row> {
  /** Reads a text into the fields that it changes; `row` is the row with the changes of the columns to its left. */
  read: (text: string, row: Row) => ReadField<Patch>;
  /** Returns the change for clearing a cell if it differs from an empty text; null for no change. */
  cleared?: (row: Row) => Patch | null;
}

/** How patches are merged, and how a row looks after a patch. */
export interface PatchRules<Row, Patch extends object> {
  patched: (row: Row, patch: Patch) => Row;
  joined: (one: Patch, other: Patch) => Patch;
  /** Returns what is stored of a text that could not be read; null for nothing. */
  unread?: (text: string, column: string, row: Row) => Patch | null;
}

/** A row with its changes. */
export interface RowUpdate<Row, Patch> {
  row: Row;
  patch: Patch;
}

/** A cell of a row that rejected a text; null clears its mark. */
export interface NotedCell {
  /** The index within the given rows. */
  row: number;
  column: string;
  note: CellNote | null;
}

/** The result of writing texts into cells. */
export interface BlockEdit<Row, Patch> {
  updates: RowUpdate<Row, Patch>[];
  notes: NotedCell[];
  /** The number of cells that cannot be edited and have another text. */
  readOnlyCells: number;
}

interface ReadCells<Patch> {
  patch: Patch | null;
  notes: Omit<NotedCell, 'row'>[];
  /** The number of cells that cannot be edited and have another text. */
  readOnlyCells: number;
}

/**
 * Reads the texts of one row by column. Texts that cannot be read are noted and change nothing. A cell that cannot be
 * edited shows no text that it rejected, because nobody could correct it there; it is counted.
 */
export function readCells<Row, Patch extends object>(
  row: Row,
  columns: readonly EditColumn<Row, Patch>[],
  texts: readonly (string | undefined)[],
  { patched, joined, unread }: PatchRules<Row, Patch>,
): ReadCells<Patch> {
  let patch: Patch | null = null;
  let current = row;
  const notes: Omit<NotedCell, 'row'>[] = [];
  let readOnlyCells = 0;
  for (const [i, column] of columns.entries()) {
    const text = texts[i];
    if (text === undefined || text === column.text(current)) continue;
    if (!column.isEditable(current)) {
      readOnlyCells += 1;
      continue;
    }
    const read = column.read(text, current);
    const problem = 'problem' in read ? read.problem : null;
    notes.push({ column: column.key, note: problem && { ...problem, text } });
    const next = 'value' in read ? read.value : (unread?.(text, column.key, current) ?? null);
    if (next === null || Object.keys(next).length === 0) continue;
    patch = patch === null ? next : joined(patch, next);
    current = patched(current, next);
  }
  return { patch, notes, readOnlyCells };
}

/** Returns what a block of texts changes; its first row is written into the first of `rows`. */
export function textsIntoRows<Row, Patch extends object>(
  rows: readonly Row[],
  columns: readonly EditColumn<Row, Patch>[],
  texts: readonly (readonly string[])[],
  rules: PatchRules<Row, Patch>,
): BlockEdit<Row, Patch> {
  const edit: BlockEdit<Row, Patch> = { updates: [], notes: [], readOnlyCells: 0 };
  for (const [i, row] of rows.entries()) {
    const { patch, notes, readOnlyCells } = readCells(row, columns, texts[i] ?? [], rules);
    edit.readOnlyCells += readOnlyCells;
    edit.notes.push(...notes.map((note) => ({ ...note, row: i })));
    if (patch !== null) edit.updates.push({ row, patch });
  }
  return edit;
}

/** Returns how many rows a block of texts needs; empty rows at its end do not count. */
export const heightOf = (texts: readonly (readonly string[])[]): number =>
  texts.findLastIndex((cells) => cells.some((text) => text.trim() !== '')) + 1;

/** Returns how many columns a block of texts needs; empty cells at the ends of rows do not count. */
export const widthOf = (texts: readonly (readonly string[])[]): number =>
  texts.reduce((widest, cells) => Math.max(widest, cells.findLastIndex((text) => text.trim() !== '') + 1), 0);

/**
 * Returns texts without their first row if that has the headings of the columns, as when a table is copied with them. A
 * single row is never headings.
 */
export function withoutHeadings<Row>(texts: string[][], columns: readonly GridColumn<Row>[]): string[][] {
  const [first, ...others] = texts;
  if (first === undefined || others.length === 0 || widthOf([first]) === 0) return texts;
  const isHeading = (text: string, i: number) => {
    const name = text.trim().toLowerCase();
    return name === '' || name === columns[i]?.head.toLowerCase() || name === columns[i]?.key.toLowerCase();
  };
  return first.every(isHeading) ? others : texts;
}

/** Returns the texts of rows for copying. */
export const textsFrom = <Row>(rows: readonly Row[], columns: readonly GridColumn<Row>[]): string[][] =>
  rows.map((row) => columns.map((column) => column.text(row)));

/** Returns what clearing cells changes; cells that are not editable stay. */
export function clearedRows<Row, Patch extends object>(
  rows: readonly Row[],
  columns: readonly EditColumn<Row, Patch>[],
  rules: PatchRules<Row, Patch>,
): RowUpdate<Row, Patch>[] {
  return rows.flatMap((row) => {
    let patch: Patch | null = null;
    for (const column of columns) {
      if (!column.isEditable(row)) continue;
      const next = column.cleared ? column.cleared(row) : readCells(row, [column], [''], rules).patch;
      if (next !== null) patch = patch === null ? next : rules.joined(patch, next);
    }
    return patch === null ? [] : [{ row, patch }];
  });
}

/** Returns what copying the cells of one row into others changes, and the cells that rejected them. */
export function filledRows<Row, Patch extends object>(
  source: Row,
  rows: readonly Row[],
  columns: readonly EditColumn<Row, Patch>[],
  rules: PatchRules<Row, Patch>,
): BlockEdit<Row, Patch> {
  const edit: BlockEdit<Row, Patch> = { updates: [], notes: [], readOnlyCells: 0 };
  const texts = columns.map((column) => column.text(source));
  for (const [i, row] of rows.entries()) {
    const { patch, notes, readOnlyCells } = readCells(row, columns, texts, rules);
    edit.readOnlyCells += readOnlyCells;
    edit.notes.push(...notes.map((note) => ({ ...note, row: i })));
    if (patch !== null) edit.updates.push({ row, patch });
  }
  return edit;
}

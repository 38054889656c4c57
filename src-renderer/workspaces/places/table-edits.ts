import { type PlaceListId, placeIdSchema } from '../../../src-preload/contract/ids.ts';
import { type PlacePatch, type PlaceRow, placeBounds } from '../../../src-preload/contract/places.ts';
import { type PlaceToAdd, type PlaceUpdate, patchedRow } from '../../subjects/place/edit-places.ts';
import type { CellNote } from '../../subjects/place/place-store.ts';
import type { PlaceTableColumn } from './place-columns.tsx';

/** A cell of a row that could not take a text; null where it takes one again. */
export interface NotedCell {
  /** The index of the row among those that were given. */
  row: number;
  column: string;
  note: CellNote | null;
}

/** What texts that are written into cells change. */
export interface TableEdit {
  updates: PlaceUpdate[];
  /** The rows beyond the last one. */
  added: PlaceToAdd[];
  /** By the row that was given, and for added rows by those that follow. */
  notes: NotedCell[];
}

function joined(one: PlacePatch, other: PlacePatch): PlacePatch {
  const attributes = { ...one.attributes, ...other.attributes };
  const without = [...(one.withoutAttributes ?? []), ...(other.withoutAttributes ?? [])];
  for (const name of other.withoutAttributes ?? []) delete attributes[name];
  return {
    ...one,
    ...other,
    ...(Object.keys(attributes).length > 0 ? { attributes } : {}),
    ...(without.length > 0
      ? { withoutAttributes: without.filter((name) => !(name in (other.attributes ?? {}))) }
      : {}),
  };
}

/** Reads the texts of one row, each by its column. What cannot be read is noted, and changes nothing. */
function readCells(row: PlaceRow, columns: readonly PlaceTableColumn[], texts: readonly string[]) {
  let patch: PlacePatch = {};
  let current = row;
  const notes: Omit<NotedCell, 'row'>[] = [];
  for (const [i, column] of columns.entries()) {
    const text = texts[i];
    if (text === undefined || text === column.text(current)) continue;
    const read = column.read(text, current);
    const problem = 'problem' in read ? read.problem : null;
    notes.push({ column: column.key, note: problem && { ...problem, text } });
    // A place without a position keeps what was given as its position, also over the end of the program.
    const isKept = problem !== null && column.key === 'position' && current.kind === 'none';
    const next: PlacePatch | null = isKept
      ? { positionText: text.slice(0, placeBounds.positionText) }
      : 'value' in read
        ? read.value
        : null;
    if (next === null || Object.keys(next).length === 0) continue;
    patch = joined(patch, next);
    current = patchedRow(current, next);
  }
  return { patch, notes };
}

/** The id of a row that does not exist yet; main gives it one. */
const noPlaceId = placeIdSchema.parse('00000000-0000-0000-0000-000000000000');

function newRow(listId: PlaceListId): PlaceRow {
  return {
    ...{ placeId: noPlaceId, listId },
    ...{ version: 0, kind: 'none', longitude: null, latitude: null, altitudeMetres: null, vertices: null },
    ...{ positionText: null, name: '', notes: '', tags: [], attributes: {}, source: null },
    ...{ createdAt: '', updatedAt: '', updatedBy: '' },
  };
}

function additionOf({ listId: _list, withoutAttributes: _without, ...patch }: PlacePatch): PlaceToAdd {
  return { ...patch, name: patch.name ?? '', geometry: patch.geometry ?? null };
}

/**
 * Returns what a block of texts changes: the first row of texts is written into the first of `rows`, and what is left over is
 * added as new places of a list.
 */
export function textsInto(
  rows: readonly PlaceRow[],
  columns: readonly PlaceTableColumn[],
  texts: readonly (readonly string[])[],
  listId: PlaceListId,
): TableEdit {
  const edit: TableEdit = { updates: [], added: [], notes: [] };
  let at = 0;
  for (const [i, cells] of texts.entries()) {
    const row = rows[i];
    if (row === undefined && cells.every((text) => text.trim() === '')) continue;
    const { patch, notes } = readCells(row ?? newRow(listId), columns, cells);
    const index = row === undefined ? rows.length + at : i;
    edit.notes.push(...notes.map((note) => ({ ...note, row: index })));
    if (row === undefined) {
      edit.added.push(additionOf(patch));
      at += 1;
    } else if (Object.keys(patch).length > 0) edit.updates.push({ row, patch });
  }
  return edit;
}

/** Returns the texts of rows for copying. */
export const textsFrom = (rows: readonly PlaceRow[], columns: readonly PlaceTableColumn[]): string[][] =>
  rows.map((row) => columns.map((column) => column.text(row)));

/** Returns what emptying cells changes; cells that cannot be edited stay. */
export function cleared(rows: readonly PlaceRow[], columns: readonly PlaceTableColumn[]): PlaceUpdate[] {
  return rows.flatMap((row) => {
    const editable = columns.filter((column) => column.isEditable(row) && column.key !== 'list');
    const { patch } = readCells(
      row,
      editable,
      editable.map(() => ''),
    );
    return Object.keys(patch).length === 0 ? [] : [{ row, patch }];
  });
}

/** Returns what repeating the cells of one row in others changes, and the cells that could not take them. */
export function filled(
  source: PlaceRow,
  rows: readonly PlaceRow[],
  columns: readonly PlaceTableColumn[],
): Pick<TableEdit, 'updates' | 'notes'> {
  const texts = columns.map((column) => column.text(source));
  const editable = (row: PlaceRow) => columns.filter((column) => column.isEditable(row));
  const edit: Pick<TableEdit, 'updates' | 'notes'> = { updates: [], notes: [] };
  for (const [i, row] of rows.entries()) {
    const into = editable(row);
    const { patch, notes } = readCells(
      row,
      into,
      into.map((column) => texts[columns.indexOf(column)] ?? ''),
    );
    edit.notes.push(...notes.map((note) => ({ ...note, row: i })));
    if (Object.keys(patch).length > 0) edit.updates.push({ row, patch });
  }
  return edit;
}

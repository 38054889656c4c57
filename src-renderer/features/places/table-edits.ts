import { type PlaceListId, placeIdSchema } from '../../../src-preload/contract/ids.ts';
import { type PlacePatch, type PlaceRow, placeBounds } from '../../../src-preload/contract/place-values.ts';
import {
  type EditColumn,
  type NotedCell,
  type PatchRules,
  readCells,
} from '../../kit/ui/grid/block-edits.ts';
import { type PlaceToAdd, type PlaceUpdate, patchedRow } from './edit-places.ts';

/** The result of writing texts into cells. */
export interface TableEdit {
  updates: PlaceUpdate[];
  /** The new places for the texts beyond the last row. */
  added: PlaceToAdd[];
  /** By the index of the given row; added rows follow. */
  notes: NotedCell[];
  /** The number of cells that cannot be edited and have another text. */
  readOnlyCells: number;
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

/** The rules by which texts in cells become patches of places. */
export const placeRules: PatchRules<PlaceRow, PlacePatch> = {
  patched: patchedRow,
  joined,
  // A place without a position stores the text that was typed as its position, so that it survives a restart.
  unread: (text, column, { kind }) =>
    column === 'position' && kind === 'none'
      ? { positionText: text.slice(0, placeBounds.positionText) }
      : null,
};

/** The id of a row that does not exist yet; main assigns one. */
const noPlaceId = placeIdSchema.parse('00000000-0000-0000-0000-000000000000');

function newRow(listId: PlaceListId): PlaceRow {
  return {
    placeId: noPlaceId,
    listId,
    version: 0,
    kind: 'none',
    longitude: null,
    latitude: null,
    altitudeMetres: null,
    vertices: null,
    positionText: null,
    name: '',
    notes: '',
    tags: [],
    attributes: {},
    source: null,
    createdAt: '',
    updatedAt: '',
    updatedBy: '',
  };
}

function additionOf({ listId: _list, withoutAttributes: _without, ...patch }: PlacePatch): PlaceToAdd {
  return { ...patch, name: patch.name ?? '', geometry: patch.geometry ?? null };
}

/**
 * Returns what a block of texts changes: the first row of texts is written into the first of `rows`, and the texts that
 * are left become new places of a list.
 */
export function textsInto(
  rows: readonly PlaceRow[],
  columns: readonly EditColumn<PlaceRow, PlacePatch>[],
  texts: readonly (readonly string[])[],
  listId: PlaceListId,
): TableEdit {
  const edit: TableEdit = { updates: [], added: [], notes: [], readOnlyCells: 0 };
  let at = 0;
  for (const [i, cells] of texts.entries()) {
    const row = rows[i];
    if (row === undefined && cells.every((text) => text.trim() === '')) continue;
    const { patch, notes, readOnlyCells } = readCells(row ?? newRow(listId), columns, cells, placeRules);
    edit.readOnlyCells += readOnlyCells;
    const index = row === undefined ? rows.length + at : i;
    edit.notes.push(...notes.map((note) => ({ ...note, row: index })));
    if (row === undefined) {
      edit.added.push(additionOf(patch ?? {}));
      at += 1;
    } else if (patch !== null) edit.updates.push({ row, patch });
  }
  return edit;
}

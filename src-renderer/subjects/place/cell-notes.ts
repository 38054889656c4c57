import type { PlaceId } from '../../../src-preload/contract/ids.ts';
import { type CellNote, type NotedKey, noteOfCell, withNotes } from '../../ui/grid/cell-notes.ts';
import { placeStore } from './place-store.ts';

/** Returns what a cell could not take; null if nothing. */
export const noteOf = (placeId: PlaceId, column: string): CellNote | null =>
  noteOfCell(placeStore.getState().notes, placeId, column);

/** Marks cells with what they could not take, or with null clears the marks. */
export function noteCells(cells: readonly NotedKey[]) {
  if (cells.length > 0) placeStore.setState(({ notes }) => ({ notes: withNotes(notes, cells) }));
}

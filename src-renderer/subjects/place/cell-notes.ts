import type { PlaceId } from '../../../src-preload/contract/ids.ts';
import { type CellNote, placeStore } from './place-store.ts';

const noteKey = (placeId: PlaceId, column: string) => `${placeId} ${column}`;

/** Returns what a cell could not take; null if nothing. */
export const noteOf = (placeId: PlaceId, column: string): CellNote | null =>
  placeStore.getState().notes.get(noteKey(placeId, column)) ?? null;

/** Marks cells with what they could not take, or with null clears the marks. */
export function noteCells(cells: readonly { placeId: PlaceId; column: string; note: CellNote | null }[]) {
  if (cells.length === 0) return;
  const notes = new Map(placeStore.getState().notes);
  for (const { placeId, column, note } of cells)
    if (note === null) notes.delete(noteKey(placeId, column));
    else notes.set(noteKey(placeId, column), note);
  placeStore.setState({ notes });
}

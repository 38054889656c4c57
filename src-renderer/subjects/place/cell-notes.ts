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

/** The steps whose marks are remembered; an undo goes back no further in one session in practice. */
const mostSteps = 200;
const marksOfSteps = new Map<number, readonly NotedKey[]>();

/** Remembers which cells a step has marked. */
export function rememberMarks(stepId: number, cells: readonly NotedKey[]) {
  marksOfSteps.set(stepId, cells);
  const [oldest] = marksOfSteps.keys();
  if (marksOfSteps.size > mostSteps && oldest !== undefined) marksOfSteps.delete(oldest);
}

/** Clears the marks that a step has made, after its undo; marks that were made since stay. With `redo` they come again. */
export function swapMarks(stepId: number, how: 'undo' | 'redo') {
  const cells = marksOfSteps.get(stepId) ?? [];
  if (how === 'redo') return noteCells(cells);
  const { notes } = placeStore.getState();
  noteCells(
    cells
      .filter(({ key, column, note }) => noteOfCell(notes, key, column) === note)
      .map((cell) => ({ ...cell, note: null })),
  );
}

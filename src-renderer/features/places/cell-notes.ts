import type { PlaceId } from '../../../src-preload/contract/ids.ts';
import { type CellNote, type NotedKey, noteOfCell, withNotes } from '../../kit/ui/grid/cell-notes.ts';
import { placeStore } from './place-store.ts';

/** Returns the rejected input of a cell; null if there is none. */
export const noteOf = (placeId: PlaceId, column: string): CellNote | null =>
  noteOfCell(placeStore.getState().notes, placeId, column);

/** Marks cells with their rejected input; null clears the mark. */
export function setCellNotes(cells: readonly NotedKey[]) {
  if (cells.length > 0) placeStore.setState(({ notes }) => ({ notes: withNotes(notes, cells) }));
}

/** The number of steps whose marks are remembered; nobody undoes more steps in a session. */
const maxRemembered = 200;
const marksOfSteps = new Map<number, readonly NotedKey[]>();

/** Remembers which cells a step has marked. */
export function rememberMarks(stepId: number, cells: readonly NotedKey[]) {
  marksOfSteps.set(stepId, cells);
  const [oldest] = marksOfSteps.keys();
  if (marksOfSteps.size > maxRemembered && oldest !== undefined) marksOfSteps.delete(oldest);
}

/** Clears the marks of a step after its undo, except marks that were changed since; `redo` restores them. */
export function swapMarks(stepId: number, how: 'undo' | 'redo') {
  const cells = marksOfSteps.get(stepId) ?? [];
  if (how === 'redo') return setCellNotes(cells);
  const { notes } = placeStore.getState();
  setCellNotes(
    cells
      .filter(({ key, column, note }) => noteOfCell(notes, key, column) === note)
      .map((cell) => ({ ...cell, note: null })),
  );
}

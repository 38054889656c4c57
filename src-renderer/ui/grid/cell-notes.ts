import type { FieldProblem } from './read-field.ts';

/** A text that a cell could not take, and why. */
export interface CellNote extends FieldProblem {
  text: string;
}

/** The notes of a table, by row and column. */
export type CellNotes = ReadonlyMap<string, CellNote>;

/** A cell of a row with what it could not take; null clears its mark. */
export interface NotedKey {
  key: string;
  column: string;
  note: CellNote | null;
}

const noteKey = (key: string, column: string) => `${key} ${column}`;

/** Returns what a cell could not take; null if nothing. */
export const noteOfCell = (notes: CellNotes, key: string, column: string): CellNote | null =>
  notes.get(noteKey(key, column)) ?? null;

/** Returns the notes with those of these cells in place of the ones before. */
export function withNotes(notes: CellNotes, cells: readonly NotedKey[]): CellNotes {
  const next = new Map(notes);
  for (const { key, column, note } of cells)
    if (note === null) next.delete(noteKey(key, column));
    else next.set(noteKey(key, column), note);
  return next;
}

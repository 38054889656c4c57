import type { FieldProblem } from './read-field.ts';

/** A text that a cell rejected, and the reason. */
export interface CellNote extends FieldProblem {
  text: string;
}

/** The notes of a table, by row and column. */
export type CellNotes = ReadonlyMap<string, CellNote>;

/** A cell of a row with the text that it rejected; null clears its mark. */
export interface NotedKey {
  key: string;
  column: string;
  note: CellNote | null;
}

const noteKey = (key: string, column: string) => `${key} ${column}`;

/** Returns the text that a cell rejected; null for none. */
export const noteOfCell = (notes: CellNotes, key: string, column: string): CellNote | null =>
  notes.get(noteKey(key, column)) ?? null;

/** Returns the notes after those of these cells are replaced. */
export function withNotes(notes: CellNotes, cells: readonly NotedKey[]): CellNotes {
  const next = new Map(notes);
  for (const { key, column, note } of cells)
    if (note === null) next.delete(noteKey(key, column));
    else next.set(noteKey(key, column), note);
  return next;
}

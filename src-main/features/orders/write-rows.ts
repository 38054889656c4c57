import { isAppError } from '../../core/app-error.ts';
import type { Store } from '../../store/store.ts';

/** Returns true for an error that concerns the row being written only; an error of the database affects all rows. */
function isOfRow(error: unknown): boolean {
  return !isAppError(error) && error instanceof Error && !('errcode' in error);
}

/**
 * Writes rows in one transaction, and returns the results of `write`. If a row cannot be written, each is written in its own
 * transaction, so that the row does not stop the others, and `onUnwritable` is called with its error. Throws errors of the database.
 */
export function writeRows<T, R>(
  store: Store,
  rows: readonly T[],
  write: (row: T, position: number) => R,
  onUnwritable: (error: unknown) => void,
): R[] {
  try {
    return store.transaction(() => rows.map(write));
  } catch (error) {
    if (!isOfRow(error)) throw error;
  }
  return rows.flatMap((row, position) => {
    try {
      return [store.transaction(() => write(row, position))];
    } catch (error) {
      if (!isOfRow(error)) throw error;
      onUnwritable(error);
      return [];
    }
  });
}

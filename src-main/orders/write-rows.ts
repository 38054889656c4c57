import { isAppError } from '../app-error.ts';
import type { Store } from '../store/store.ts';

/** False for a failure of the database, which affects all rows; any other failure concerns only the row being written. */
function isOfRow(error: unknown): boolean {
  return !isAppError(error) && error instanceof Error && !('errcode' in error);
}

/**
 * Writes rows in one transaction. If one of them cannot be written, each is written in its own transaction, so that it does not
 * stop the others.
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

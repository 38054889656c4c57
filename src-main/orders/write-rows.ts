import { isAppError } from '../app-error.ts';
import type { Store } from '../store/store.ts';

/** A failure of the database is everybody's; any other is of the row that was being written. */
function isOfRow(error: unknown): boolean {
  return !isAppError(error) && error instanceof Error && !('errcode' in error);
}

/** Writes rows in one transaction; where one of them cannot be written, each in its own, so that it stops none of the others. */
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

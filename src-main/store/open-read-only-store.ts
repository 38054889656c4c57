import { DatabaseSync } from 'node:sqlite';
import { createStore, type Store } from './store.ts';

/** Opens another connection to a database that is already open; it waits for no writer (WAL) and sees each commit at once. */
export function openReadOnlyStore(path: string): Store {
  return createStore(new DatabaseSync(path, { readOnly: true, timeout: 5_000 }), path);
}

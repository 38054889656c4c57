import { DatabaseSync } from 'node:sqlite';
import { createStore, type Store } from './store.ts';

/** Another connection to a database that is open already; it waits for no writer (WAL) and sees each commit at once. */
export function openReadOnlyStore(path: string): Store {
  return createStore(new DatabaseSync(path, { readOnly: true, timeout: 5_000 }), path);
}

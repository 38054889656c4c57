import { DatabaseSync } from 'node:sqlite';
import { migrate } from '../../src-main/store/migrate.ts';
import { createStore, type Migration } from '../../src-main/store/store.ts';

/** A database in memory, for tests of the page: what opens one on disk starts threads, which the page's tests cannot load. */
export function openMemoryStore(migrations: readonly Migration[]) {
  const database = new DatabaseSync(':memory:');
  migrate(database, migrations);
  const store = createStore(database, ':memory:');
  return { store, reopen: () => store, remove: () => store.close() };
}

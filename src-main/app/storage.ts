import { join } from 'node:path';
import { checkLargeDatabase } from '../store/check-large-database.ts';
import { databaseFileName, openStore } from '../store/open-store.ts';
import { allMigrations } from './all-migrations.ts';
import type { AppContext } from './app-context.ts';
import { createListReader } from './list-reader.ts';

/**
 * Opens the database with the tables of all domains, and creates the list reader. Throws `NewerDatabaseError` if a newer Nadir wrote
 * the database; one that cannot be read is renamed, with a notice.
 */
export function createStorageModule({ folder, now, closing, notices, quarantined, onError }: AppContext) {
  const path = join(folder, databaseFileName);
  return {
    store: openStore({
      folder,
      migrations: allMigrations,
      now,
      onQuarantined: quarantined('database-kept-aside'),
    }),
    reader: createListReader({ path }),
    /** Checks a large database in a thread, some time after the start, and reports damage as a notice. */
    start: () =>
      checkLargeDatabase({
        path,
        signal: closing,
        damaged: () => notices.add('database-damaged', { path }),
        onError: onError('database check'),
      }),
  };
}

import { join } from 'node:path';
import { checkLargeDatabase } from '../store/check-large-database.ts';
import { databaseFileName, openStore } from '../store/open-store.ts';
import { allMigrations } from './all-migrations.ts';
import type { AppContext } from './app-context.ts';
import { createListReader } from './list-reader.ts';

/**
 * Opens the database with the tables of all domains, and prepares the thread that reads lists from it. Throws
 * `NewerDatabaseError` if a newer Nadir wrote it; an unreadable one is renamed beside, with a notice.
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
    /** Checks a large database in a thread, a while after the start; damage becomes a notice. */
    start: () =>
      checkLargeDatabase({
        path,
        signal: closing,
        damaged: () => notices.add('database-damaged', { path }),
        onError: onError('database check'),
      }),
  };
}

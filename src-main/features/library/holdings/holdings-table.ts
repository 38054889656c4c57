import type { Store } from '../../../store/store.ts';
import { createBadFiles } from './bad-files.ts';
import { createCatalogNotes } from './catalog-notes.ts';
import { createCheckTable } from './check-table.ts';

/** Creates the records of the catalog, of the check of files and of bad files. They access no disk. */
export function createHoldingsTable({ store, now }: { store: Store; now: () => Date }) {
  return {
    ...createCatalogNotes({ store }),
    ...createCheckTable({ store, now }),
    ...createBadFiles({ store }),
  };
}

/** What `createHoldingsTable` returns. */
export type HoldingsTable = ReturnType<typeof createHoldingsTable>;

import type { Migration } from '../../../store/store.ts';

/** The table of saved views of lists. `folded` is the name for comparison, because the views of a list have different names. */
export const viewsMigrations: Migration[] = [
  {
    domain: 'views',
    version: 1,
    sql: `
    CREATE TABLE saved_view (
      view_id TEXT PRIMARY KEY,
      list TEXT NOT NULL,
      name TEXT NOT NULL,
      folded TEXT NOT NULL,
      content TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      UNIQUE (list, folded)
    ) STRICT, WITHOUT ROWID;`,
  },
];

import type { Migration } from '../store/store.ts';

/** One row per file; the journal of what is safely on disk is `done_bytes`. Identity is the file's row, never an address;
 * `place` is where the whole file was about to be moved when Nadir last knew. */
export const deliveryMigrations: Migration[] = [
  {
    domain: 'delivery',
    version: 1,
    sql: `CREATE TABLE transfer (
      file_id INTEGER PRIMARY KEY,
      state TEXT NOT NULL CHECK (state IN ('queued', 'waiting', 'paused', 'done', 'failed')),
      done_bytes INTEGER NOT NULL DEFAULT 0,
      total_bytes INTEGER,
      validator TEXT,
      error TEXT,
      waits_until TEXT,
      queued_at TEXT NOT NULL,
      finished_at TEXT,
      sha256 TEXT,
      place TEXT
    ) STRICT;
    CREATE INDEX transfer_line ON transfer (state, queued_at, file_id);`,
  },
];

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
  {
    // A place in the line that a person can change, where the files go when a rule says so, and why one began anew.
    domain: 'delivery',
    version: 2,
    sql: `ALTER TABLE transfer ADD COLUMN position REAL NOT NULL DEFAULT 0;
    UPDATE transfer SET position = ranked.place
      FROM (SELECT file_id, row_number() OVER (ORDER BY queued_at, file_id) AS place FROM transfer) AS ranked
      WHERE ranked.file_id = transfer.file_id;
    ALTER TABLE transfer ADD COLUMN folder TEXT;
    ALTER TABLE transfer ADD COLUMN restarted_because TEXT;
    DROP INDEX transfer_line;
    CREATE INDEX transfer_line ON transfer (state, position, file_id);
    CREATE INDEX transfer_position ON transfer (position);
    CREATE INDEX transfer_finished ON transfer (finished_at, file_id) WHERE state = 'done';`,
  },
];

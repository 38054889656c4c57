import type { Migration } from '../store/store.ts';

/** One row per file; `done_bytes` is the sum of its blocks. Identity is the file's row, never an address;
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
  {
    // What is safely on disk, block by block, with checksums; what an older version vouched for has none.
    domain: 'delivery',
    version: 3,
    sql: `ALTER TABLE transfer ADD COLUMN last_modified TEXT;
    ALTER TABLE transfer ADD COLUMN scene_modified TEXT;
    CREATE TABLE transfer_block (
      file_id INTEGER NOT NULL REFERENCES transfer (file_id) ON DELETE CASCADE,
      start_byte INTEGER NOT NULL,
      end_byte INTEGER NOT NULL,
      crc32 INTEGER,
      PRIMARY KEY (file_id, start_byte)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO transfer_block SELECT file_id, 0, done_bytes, NULL FROM transfer WHERE state <> 'done' AND done_bytes > 0;`,
  },
  {
    // What the summary of the queue is made of, several times a second while files arrive.
    domain: 'delivery-lists',
    version: 1,
    sql: `
    CREATE INDEX transfer_tally ON transfer (state, done_bytes, total_bytes);
    CREATE INDEX transfer_arrived ON transfer (finished_at, total_bytes) WHERE state = 'done';`,
  },
];

import type { Migration } from '../../store/store.ts';

/**
 * A saved bill: its head, and its rows as JSON texts, some hundred in each part. The head is written last: parts without a head
 * belong to a bill that was not saved completely. Only the name may change.
 */
export const billsMigrations: Migration[] = [
  {
    domain: 'bills',
    version: 1,
    sql: `
    CREATE TABLE bill_snapshot (
      id TEXT PRIMARY KEY,
      connection_id TEXT NOT NULL,
      name TEXT NOT NULL,
      taken_at TEXT NOT NULL,
      bill TEXT NOT NULL,
      parts INTEGER NOT NULL,
      sha256 TEXT NOT NULL
    ) STRICT;
    CREATE INDEX bill_snapshot_taken ON bill_snapshot (connection_id, taken_at);
    CREATE TABLE bill_snapshot_part (
      snapshot_id TEXT NOT NULL,
      position INTEGER NOT NULL,
      rows TEXT NOT NULL,
      PRIMARY KEY (snapshot_id, position)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER bill_snapshot_stands BEFORE UPDATE OF id, connection_id, taken_at, bill, parts, sha256 ON bill_snapshot
      BEGIN SELECT RAISE(ABORT, 'a kept bill does not change'); END;
    CREATE TRIGGER bill_snapshot_part_stands BEFORE UPDATE ON bill_snapshot_part
      BEGIN SELECT RAISE(ABORT, 'a kept bill does not change'); END;`,
  },
];

import type { Migration } from '../../../store/store.ts';

/**
 * One row per file; `done_bytes` is the sum of its blocks. The identity is the file's row, never an address. `place` is the final
 * path, stored before the complete file is moved there.
 */
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
    // Adds an order that a person can change, the folder that a rule sets, and the reason of a restart.
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
    // Adds the blocks that are safe on disk, with checksums; bytes that an older version recorded have no checksum.
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
    // The summary of the queue is read several times a second while files arrive, so its sums are stored, not counted each time.
    domain: 'delivery-lists',
    version: 1,
    sql: `
    CREATE INDEX transfer_arrived ON transfer (finished_at, total_bytes) WHERE state = 'done';
    CREATE TABLE transfer_sum (
      state TEXT PRIMARY KEY,
      files INTEGER NOT NULL,
      done_bytes INTEGER NOT NULL,
      total_bytes INTEGER NOT NULL,
      sized INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO transfer_sum SELECT value, 0, 0, 0, 0 FROM json_each('["queued","waiting","paused","done","failed"]');
    UPDATE transfer_sum SET files = now.files, done_bytes = now.done_bytes, total_bytes = now.total_bytes, sized = now.sized
      FROM (SELECT state, count(*) AS files, sum(done_bytes) AS done_bytes, coalesce(sum(total_bytes), 0) AS total_bytes,
              count(total_bytes) AS sized FROM transfer GROUP BY state) AS now
      WHERE now.state = transfer_sum.state;
    CREATE TRIGGER transfer_sum_insert AFTER INSERT ON transfer BEGIN
      UPDATE transfer_sum SET files = files + 1, done_bytes = done_bytes + NEW.done_bytes,
        total_bytes = total_bytes + coalesce(NEW.total_bytes, 0), sized = sized + (NEW.total_bytes IS NOT NULL)
        WHERE state = NEW.state;
    END;
    CREATE TRIGGER transfer_sum_delete AFTER DELETE ON transfer BEGIN
      UPDATE transfer_sum SET files = files - 1, done_bytes = done_bytes - OLD.done_bytes,
        total_bytes = total_bytes - coalesce(OLD.total_bytes, 0), sized = sized - (OLD.total_bytes IS NOT NULL)
        WHERE state = OLD.state;
    END;
    CREATE TRIGGER transfer_sum_update AFTER UPDATE OF state, done_bytes, total_bytes ON transfer BEGIN
      UPDATE transfer_sum SET files = files - 1, done_bytes = done_bytes - OLD.done_bytes,
        total_bytes = total_bytes - coalesce(OLD.total_bytes, 0), sized = sized - (OLD.total_bytes IS NOT NULL)
        WHERE state = OLD.state;
      UPDATE transfer_sum SET files = files + 1, done_bytes = done_bytes + NEW.done_bytes,
        total_bytes = total_bytes + coalesce(NEW.total_bytes, 0), sized = sized + (NEW.total_bytes IS NOT NULL)
        WHERE state = NEW.state;
    END;`,
  },
  {
    // Adds files that Nadir fetches without being asked. They are in no list and no sum.
    domain: 'delivery-lists',
    version: 2,
    sql: `
    ALTER TABLE transfer ADD COLUMN automatic INTEGER NOT NULL DEFAULT 0;
    DROP INDEX transfer_line;
    CREATE INDEX transfer_line ON transfer (state, automatic, position, file_id);
    DROP TRIGGER transfer_sum_insert;
    DROP TRIGGER transfer_sum_delete;
    DROP TRIGGER transfer_sum_update;
    CREATE TRIGGER transfer_sum_insert AFTER INSERT ON transfer WHEN NEW.automatic = 0 BEGIN
      UPDATE transfer_sum SET files = files + 1, done_bytes = done_bytes + NEW.done_bytes,
        total_bytes = total_bytes + coalesce(NEW.total_bytes, 0), sized = sized + (NEW.total_bytes IS NOT NULL)
        WHERE state = NEW.state;
    END;
    CREATE TRIGGER transfer_sum_delete AFTER DELETE ON transfer WHEN OLD.automatic = 0 BEGIN
      UPDATE transfer_sum SET files = files - 1, done_bytes = done_bytes - OLD.done_bytes,
        total_bytes = total_bytes - coalesce(OLD.total_bytes, 0), sized = sized - (OLD.total_bytes IS NOT NULL)
        WHERE state = OLD.state;
    END;
    CREATE TRIGGER transfer_sum_update AFTER UPDATE OF state, done_bytes, total_bytes, automatic ON transfer BEGIN
      UPDATE transfer_sum SET files = files - 1, done_bytes = done_bytes - OLD.done_bytes,
        total_bytes = total_bytes - coalesce(OLD.total_bytes, 0), sized = sized - (OLD.total_bytes IS NOT NULL)
        WHERE state = OLD.state AND OLD.automatic = 0;
      UPDATE transfer_sum SET files = files + 1, done_bytes = done_bytes + NEW.done_bytes,
        total_bytes = total_bytes + coalesce(NEW.total_bytes, 0), sized = sized + (NEW.total_bytes IS NOT NULL)
        WHERE state = NEW.state AND NEW.automatic = 0;
    END;`,
  },
];

import type { Migration } from '../../../store/store.ts';

/** Exactly the expression of the library's index, or else SQLite does not use it. */
const kept = `path IS NOT NULL AND name <> 'thumbnail'`;
const hasKept = (row: string) => `EXISTS (SELECT 1 FROM scene_file WHERE scene_row = ${row} AND ${kept})`;
const note = (row: string) => `
      DELETE FROM holding_pending WHERE scene_row = ${row};
      INSERT INTO holding_pending (scene_row) VALUES (${row});`;

const sceneColumns = [
  'capture_id',
  'task_id',
  'task_name',
  'project',
  'taken_at',
  'satellite',
  'product_name',
  'cloud_cover',
  'footprint',
  'last_modified',
  'raw',
];
const fileColumns = ['path', 'sha256', 'size_bytes', 'bands', 'file_name', 'raster_info'];
const differ = (columns: readonly string[]) =>
  columns.map((column) => `OLD.${column} IS NOT NEW.${column}`).join(' OR ');

/**
 * The scenes that are in the catalog of the library folder, and those still to be written. Triggers note every change of a scene on disk in
 * the transaction of the change, so that no crash can lose a note.
 */
export const holdingsMigrations: Migration[] = [
  {
    domain: 'holdings',
    version: 1,
    sql: `
    CREATE TABLE holding (
      scene_row INTEGER PRIMARY KEY,
      library TEXT NOT NULL,
      item_path TEXT NOT NULL,
      page_path TEXT
    ) STRICT;
    -- A new note of a scene has a new number, so that one that comes while its item is written is not taken for the old one.
    CREATE TABLE holding_pending (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      scene_row INTEGER NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE holding_check (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      state TEXT NOT NULL,
      cursor INTEGER NOT NULL,
      files INTEGER NOT NULL,
      total INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      started_at TEXT NOT NULL,
      ended_at TEXT
    ) STRICT;
    CREATE TABLE holding_bad (
      file_id INTEGER PRIMARY KEY,
      reason TEXT NOT NULL,
      found_at TEXT NOT NULL,
      -- Where the bad file is kept until the good one is there; absolute.
      quarantined TEXT,
      is_wanted INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TRIGGER holding_scene_changed AFTER UPDATE OF ${sceneColumns.join(', ')} ON scene
    WHEN (${differ(sceneColumns)}) AND ${hasKept('NEW.id')}
    BEGIN ${note('NEW.id')}
    END;
    CREATE TRIGGER holding_file_changed AFTER UPDATE OF ${fileColumns.join(', ')}, missing ON scene_file
    WHEN ((NEW.path IS NOT NULL OR OLD.path IS NOT NULL) AND (${differ(fileColumns)}) OR OLD.missing = 1 AND NEW.missing = 0)
      AND (NEW.name <> 'thumbnail' OR ${hasKept('NEW.scene_row')})
    BEGIN ${note('NEW.scene_row')}
    END;
    INSERT INTO holding_pending (scene_row) SELECT DISTINCT scene_row FROM scene_file WHERE ${kept};`,
  },
  {
    domain: 'holdings',
    version: 2,
    // Files that a scene gave up and that stay on the disk, absolute, until its item does not name them any more.
    sql: `CREATE TABLE holding_released (
      scene_row INTEGER NOT NULL,
      path TEXT NOT NULL,
      PRIMARY KEY (scene_row, path)
    ) STRICT, WITHOUT ROWID;`,
  },
  {
    domain: 'holdings',
    version: 3,
    // Items of before name no collection and have no scales, so each is written again.
    sql: `INSERT OR IGNORE INTO holding_pending (scene_row) SELECT DISTINCT scene_row FROM scene_file WHERE ${kept};`,
  },
  {
    domain: 'holdings',
    version: 4,
    // What a check has found stays as it was found. A file that comes, or comes back, is not verified until a check has read it: triggers
    // note it, whoever records it. A path that only becomes absolute, because another library folder was selected, is the same file.
    sql: `
    ALTER TABLE holding_check ADD COLUMN bad INTEGER NOT NULL DEFAULT 0;
    UPDATE holding_check SET bad = (SELECT count(*) FROM holding_bad);
    CREATE TABLE holding_unverified (file_id INTEGER PRIMARY KEY) STRICT;
    CREATE TRIGGER holding_file_came AFTER INSERT ON scene_file WHEN NEW.path IS NOT NULL
    BEGIN INSERT OR IGNORE INTO holding_unverified VALUES (NEW.id);
    END;
    CREATE TRIGGER holding_file_back AFTER UPDATE OF path, missing, saved_at ON scene_file
    WHEN NEW.path IS NOT NULL AND NEW.missing = 0
      AND (OLD.path IS NULL OR OLD.missing = 1 OR OLD.saved_at IS NOT NEW.saved_at
        OR substr(NEW.path, -length(OLD.path)) <> OLD.path)
    BEGIN INSERT OR IGNORE INTO holding_unverified VALUES (NEW.id);
    END;
    CREATE TRIGGER holding_file_gone AFTER DELETE ON scene_file
    BEGIN DELETE FROM holding_unverified WHERE file_id = OLD.id;
    END;`,
  },
];

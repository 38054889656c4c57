import type { Migration } from '../../store/store.ts';
import { acquiredColumnsSql } from './acquired-columns.ts';
import { cloudMigrationSql } from './cloud-scale.ts';
import { findMigrations } from './find/find-tables.ts';
import { sceneReviewMigrations } from './scene-review-table.ts';

/** Links are removed from `raw` and never stored: they contain tokens and become invalid with the next scene query. */
export const libraryMigrations: Migration[] = [
  {
    domain: 'library',
    version: 1,
    sql: `
    CREATE TABLE scene (
      id INTEGER PRIMARY KEY,
      connection_id TEXT NOT NULL,
      contract_id TEXT NOT NULL,
      scene_id TEXT NOT NULL,
      capture_id TEXT,
      task_id INTEGER,
      task_name TEXT,
      project TEXT,
      taken_at TEXT,
      satellite TEXT,
      product_name TEXT,
      cloud_cover REAL,
      west REAL, south REAL, east REAL, north REAL,
      footprint TEXT,
      folded TEXT NOT NULL,
      last_modified TEXT,
      raw TEXT NOT NULL,
      seen_at TEXT NOT NULL,
      UNIQUE (connection_id, contract_id, scene_id)
    ) STRICT;
    CREATE INDEX scene_capture ON scene (capture_id);
    -- Rows are wide: lists and searches walk these and touch the rows they show only.
    CREATE INDEX scene_taken ON scene (taken_at, folded);
    CREATE INDEX scene_name ON scene (scene_id);
    CREATE VIRTUAL TABLE scene_box USING rtree (id, west, east, south, north);
    CREATE TABLE scene_file (
      id INTEGER PRIMARY KEY,
      scene_row INTEGER NOT NULL REFERENCES scene (id) ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (kind IN ('raster', 'attachment')),
      name TEXT NOT NULL,
      file_name TEXT NOT NULL,
      bands TEXT NOT NULL,
      position INTEGER NOT NULL,
      path TEXT,
      size_bytes INTEGER,
      sha256 TEXT,
      saved_at TEXT,
      missing INTEGER NOT NULL DEFAULT 0,
      raster_info TEXT,
      UNIQUE (scene_row, kind, name)
    ) STRICT;
    CREATE INDEX scene_file_saved ON scene_file (scene_row, saved_at) WHERE path IS NOT NULL;
    -- The same words as in the queries, or SQLite does not know it for theirs.
    CREATE INDEX scene_file_on_disk ON scene_file (scene_row) WHERE path IS NOT NULL AND missing = 0 AND name <> 'thumbnail';`,
  },
  {
    domain: 'library',
    version: 2,
    sql: `CREATE INDEX scene_file_missing ON scene_file (scene_row) WHERE missing = 1;`,
  },
  {
    domain: 'library',
    version: 3,
    // The host of the link that a file was downloaded from; null for files from before this version.
    sql: `ALTER TABLE scene_file ADD COLUMN fetched_from TEXT;`,
  },
  {
    domain: 'library',
    version: 4,
    // Finds the owners of a file before it is deleted. Some file systems ignore the case of names.
    sql: `CREATE INDEX scene_file_path ON scene_file (path COLLATE NOCASE) WHERE path IS NOT NULL;`,
  },
  {
    domain: 'library',
    version: 5,
    // Files that went to the trash, from where a person may restore them. `scene` is the scene with this file only, as items have it.
    sql: `CREATE TABLE trashed_file (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      path TEXT NOT NULL UNIQUE,
      root TEXT NOT NULL,
      size_bytes INTEGER NOT NULL,
      modified_ns TEXT NOT NULL,
      scene TEXT NOT NULL,
      trashed_at TEXT NOT NULL
    ) STRICT;`,
  },
  {
    domain: 'library',
    version: 6,
    // What the item of a file says about its pixels, until this Nadir has read them itself (`raster_info`).
    sql: `ALTER TABLE scene_file ADD COLUMN item_raster TEXT;`,
  },
  {
    domain: 'library',
    version: 7,
    // Where an imported file was found, below what the person selected.
    sql: `ALTER TABLE scene_file ADD COLUMN original_path TEXT;`,
  },
  ...sceneReviewMigrations,
  ...findMigrations,
  {
    domain: 'library',
    version: 8,
    // The clouds as the service states them; `cloud_cover` is in percent. It follows the tables of `find`, whose triggers note the changes.
    sql: cloudMigrationSql,
  },
  {
    domain: 'library',
    version: 9,
    // Finds the rasters with the same content, also where thousands have one size, as uncompressed rasters do.
    // The words are those of the queries, or SQLite does not use it.
    sql: `CREATE INDEX scene_file_same ON scene_file (size_bytes, sha256)
      WHERE kind = 'raster' AND sha256 IS NOT NULL AND path IS NOT NULL AND missing = 0;`,
  },
  {
    domain: 'library',
    version: 10,
    sql: acquiredColumnsSql,
  },
  {
    domain: 'library',
    version: 11,
    // Files that left the disk by a command, for the history of their scene.
    sql: `CREATE TABLE removed_file (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      scene_row INTEGER NOT NULL REFERENCES scene (id) ON DELETE CASCADE,
      file_name TEXT NOT NULL,
      size_bytes INTEGER,
      saved_at TEXT,
      how TEXT NOT NULL,
      removed_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX removed_file_of_scene ON removed_file (scene_row);`,
  },
  {
    domain: 'library',
    version: 12,
    // Finds the scene of a review by the content of its rasters, also of those that are not on the disk now.
    sql: `CREATE INDEX scene_file_hash ON scene_file (sha256) WHERE kind = 'raster' AND sha256 IS NOT NULL;`,
  },
];

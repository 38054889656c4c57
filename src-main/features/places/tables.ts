import type { Migration } from '../../store/store.ts';

/**
 * The tables of places, of their lists, and of the steps that changed them. `seq` is the order in which places were added; it is
 * never used again, so that an undo restores a place to its old position. The rings of areas are in a table of their own, because
 * lists read thousands of rows of places.
 *
 * An entry of a step holds the other side of its change: the old row while the step is done, and the new row while it is undone.
 * `present` is the hash of the row that the change left in the table. Steps are ordered by `position`, because an import may begin
 * before other steps and end after them.
 */
export const placesMigrations: Migration[] = [
  {
    domain: 'places',
    version: 1,
    sql: `
    CREATE TABLE place_list (
      list_id TEXT PRIMARY KEY,
      position INTEGER NOT NULL,
      visible INTEGER NOT NULL,
      name TEXT NOT NULL,
      colour TEXT NOT NULL,
      notes TEXT NOT NULL,
      created_at TEXT NOT NULL,
      created_by TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      updated_by TEXT NOT NULL,
      version INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE place (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      place_id TEXT NOT NULL UNIQUE,
      list_id TEXT NOT NULL,
      name TEXT NOT NULL,
      name_key TEXT NOT NULL,
      notes TEXT NOT NULL,
      tags TEXT NOT NULL,
      attributes TEXT NOT NULL,
      kind TEXT NOT NULL,
      longitude REAL,
      latitude REAL,
      altitude REAL,
      vertices INTEGER,
      position_text TEXT,
      west REAL, south REAL, east REAL, north REAL,
      source_file TEXT,
      source_line INTEGER,
      folded TEXT NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      updated_by TEXT NOT NULL,
      version INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX place_of_list ON place (list_id, seq);
    CREATE INDEX place_name ON place (list_id, name_key);
    CREATE TABLE place_area (
      seq INTEGER PRIMARY KEY,
      rings TEXT NOT NULL,
      drawn TEXT NOT NULL
    ) STRICT;
    CREATE VIRTUAL TABLE place_box USING rtree (seq, west, east, south, north);
    CREATE TABLE place_step (
      step_id INTEGER PRIMARY KEY AUTOINCREMENT,
      position INTEGER NOT NULL,
      kind TEXT NOT NULL,
      state TEXT NOT NULL,
      entries INTEGER NOT NULL,
      swapped INTEGER NOT NULL,
      places INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      name TEXT NOT NULL,
      made_at TEXT NOT NULL,
      made_by TEXT NOT NULL
    ) STRICT;
    CREATE TABLE place_step_entry (
      step_id INTEGER NOT NULL,
      ordinal INTEGER NOT NULL,
      subject TEXT NOT NULL,
      key TEXT NOT NULL,
      image TEXT,
      present TEXT,
      PRIMARY KEY (step_id, ordinal)
    ) STRICT;`,
  },
];

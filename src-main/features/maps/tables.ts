import type { Migration } from '../../store/store.ts';

/**
 * The tables of maps. `map_source` has the user's own maps; `recipe` says how the tiles of a server are requested, and is null for a
 * file. No key is stored here; `{key}` takes its place. `raster` describes a GeoTIFF, with the size and date of the file when it was
 * read. `map_area` has the saved areas, whose tiles are in files of their own.
 */
export const mapsMigrations: Migration[] = [
  {
    domain: 'maps',
    version: 1,
    sql: `
    CREATE TABLE map_source (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      address TEXT NOT NULL,
      layer TEXT,
      attribution TEXT NOT NULL,
      min_zoom INTEGER NOT NULL,
      max_zoom INTEGER NOT NULL,
      bounds TEXT,
      grid TEXT NOT NULL,
      tile_size INTEGER NOT NULL,
      opacity REAL NOT NULL,
      visible INTEGER NOT NULL,
      hosts TEXT NOT NULL,
      needs_key INTEGER NOT NULL,
      offline_allowed INTEGER NOT NULL,
      revision INTEGER NOT NULL,
      recipe TEXT,
      position INTEGER NOT NULL,
      added_at TEXT NOT NULL
    ) STRICT;
    CREATE TABLE map_area (
      id TEXT PRIMARY KEY,
      source_id TEXT NOT NULL REFERENCES map_source (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      box TEXT NOT NULL,
      min_zoom INTEGER NOT NULL,
      max_zoom INTEGER NOT NULL,
      tile_count INTEGER NOT NULL,
      done_count INTEGER NOT NULL,
      missing_count INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      state TEXT NOT NULL,
      error TEXT,
      added_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX map_area_source ON map_area (source_id, added_at);`,
  },
  {
    domain: 'maps',
    version: 2,
    sql: `
    ALTER TABLE map_source ADD COLUMN content TEXT NOT NULL DEFAULT 'picture';
    ALTER TABLE map_source ADD COLUMN copied INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE map_source ADD COLUMN raster TEXT;`,
  },
];

import type { Migration } from '../../../store/store.ts';

/** The tables of saved styles, of the default styles of products, and of the offsets of rasters. A style is one JSON value. */
export const rasterStylesMigrations: Migration[] = [
  {
    domain: 'raster-styles',
    version: 1,
    sql: `
    CREATE TABLE raster_style (
      style_id TEXT PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      style TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE product_style (
      product TEXT PRIMARY KEY,
      style TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;`,
  },
  {
    domain: 'raster-styles',
    version: 2,
    sql: `
    -- A pair as JSON: pixels of the raster to the right and down.
    CREATE TABLE raster_offset (
      file_id INTEGER PRIMARY KEY,
      offset TEXT NOT NULL
    ) STRICT;`,
  },
  {
    domain: 'raster-styles',
    version: 3,
    sql: `
    -- Null in rows of before, whose offset is known of this file alone.
    ALTER TABLE raster_offset ADD COLUMN library_scene_id INTEGER;
    ALTER TABLE raster_offset ADD COLUMN pixel_degrees REAL;
    CREATE INDEX raster_offset_scene ON raster_offset (library_scene_id);`,
  },
];

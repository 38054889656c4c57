import type { Migration } from '../../../store/store.ts';

/** Returns the SQL of a number in the metadata, as the service or a STAC Item writes it; null for anything else. */
function numberAt(raw: string, key: string, stacKey: string): string {
  const at = (path: string) =>
    `CASE WHEN json_type(${raw}, '${path}') IN ('integer', 'real') THEN json_extract(${raw}, '${path}') END`;
  return `coalesce(${at(`$.metadata.${key}`)}, ${at(`$.properties."${stacKey}"`)})`;
}

/** Returns the SQL of a number within bounds; null outside of them, which is a mistake of the sender. */
const bounded = (number: string, min: number, max: number) =>
  `CASE WHEN ${number} BETWEEN ${min} AND ${max} THEN CAST(${number} AS REAL) END`;

/** The SELECT list of a row of `scene_facts`, from a column with the raw JSON. */
const factsOf = (id: string, raw: string) => {
  const safe = `iif(json_valid(${raw}), ${raw}, '{}')`;
  return `${id}, ${bounded(numberAt(safe, 'off_nadir', 'view:off_nadir'), 0, 90)},
    ${bounded(numberAt(safe, 'sun_elevation', 'view:sun_elevation'), -90, 90)},
    ${bounded(numberAt(safe, 'gsd', 'gsd'), 0.001, 1_000_000)}`;
};

/** Returns the SQL that notes a changed scene. It has no OR REPLACE, because the conflict clause of the outer statement would override it. */
const note = (row: string) => `DELETE FROM scene_change WHERE scene_row = ${row};
      INSERT INTO scene_change (scene_row) VALUES (${row});`;

const facts = `DELETE FROM scene_facts WHERE scene_row = NEW.id;
      INSERT INTO scene_facts SELECT ${factsOf('NEW.id', 'NEW.raw')};`;

const indexed = [
  'taken_at',
  'satellite',
  'project',
  'product_name',
  'cloud_cover',
  'west',
  'south',
  'east',
  'north',
  'folded',
];
const differ = (columns: readonly string[]) =>
  columns.map((column) => `OLD.${column} IS NOT NEW.${column}`).join(' OR ');

/** The statement that fills the facts of scenes stored before there were facts; `:after` is the last one filled, `:until` the last to fill. */
export const fillFacts = `INSERT INTO scene_facts SELECT ${factsOf('id', 'raw')} FROM scene
  WHERE id > :after AND id <= :until ON CONFLICT DO NOTHING`;

/**
 * The tables that finding needs besides the rows of scenes: numbers that are in the raw JSON only, and which scenes have changed since the
 * index was written. Triggers write both in the transaction of each change. The numbers have a separate table, because the rows of scenes
 * are wide.
 */
export const findMigrations: Migration[] = [
  {
    domain: 'find',
    version: 1,
    sql: `
    CREATE TABLE scene_facts (
      scene_row INTEGER PRIMARY KEY,
      off_nadir REAL,
      sun_elevation REAL,
      gsd REAL
    ) STRICT;
    -- A later change of a scene has a higher number than all before, also after rows were removed.
    CREATE TABLE scene_change (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      scene_row INTEGER NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE scene_find (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      -- The index file names the database that it was made from.
      database_id TEXT NOT NULL,
      -- Changes up to this number are in the index file and no longer here.
      pruned INTEGER NOT NULL,
      -- The facts of scenes up to this one are read; those after facts_last are read when they are written.
      facts_reached INTEGER NOT NULL,
      facts_last INTEGER NOT NULL
    ) STRICT;
    INSERT INTO scene_find SELECT 1, lower(hex(randomblob(16))), 0, 0, coalesce(max(id), 0) FROM scene;
    CREATE TRIGGER find_scene_added AFTER INSERT ON scene
    BEGIN
      ${facts}
      ${note('NEW.id')}
    END;
    CREATE TRIGGER find_scene_changed AFTER UPDATE OF ${indexed.join(', ')} ON scene WHEN ${differ(indexed)}
    BEGIN ${note('NEW.id')}
    END;
    CREATE TRIGGER find_scene_raw AFTER UPDATE OF raw ON scene WHEN OLD.raw IS NOT NEW.raw
    BEGIN
      ${facts}
      ${note('NEW.id')}
    END;
    CREATE TRIGGER find_scene_removed AFTER DELETE ON scene
    BEGIN
      DELETE FROM scene_facts WHERE scene_row = OLD.id;
      ${note('OLD.id')}
    END;
    CREATE TRIGGER find_file_added AFTER INSERT ON scene_file WHEN NEW.path IS NOT NULL
    BEGIN ${note('NEW.scene_row')}
    END;
    CREATE TRIGGER find_file_changed AFTER UPDATE OF path, missing, saved_at ON scene_file
    WHEN ${differ(['path', 'missing', 'saved_at'])}
    BEGIN ${note('NEW.scene_row')}
    END;
    CREATE TRIGGER find_file_removed AFTER DELETE ON scene_file WHEN OLD.path IS NOT NULL
    BEGIN ${note('OLD.scene_row')}
    END;`,
  },
];

import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { GeopackageColumn, GeopackageRow } from '../../../../src-preload/contract/geopackage.ts';
import { coreTables, featureTable, layerKinds, quoted, wgs84Id } from './geopackage-schema.ts';

/** The names and columns of a GeoPackage. */
export interface GeopackageOptions {
  /** The first part of the names of its tables. */
  layer: string;
  /** The name of the tables that programs show. */
  title: string;
  columns: readonly GeopackageColumn[];
}

type Kind = GeopackageRow['kind'];
type Box = NonNullable<GeopackageRow['box']>;

interface Layer {
  name: string;
  insert: StatementSync;
  box: Box | null;
}

/** Flags of a geometry: numbers are little-endian; an envelope of west, east, south, north follows. */
const flags = { littleEndian: 0b1, envelope: 0b10 } as const;
/** Only ISO 8601 with a day and a time; `Date.parse` accepts much more. */
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Returns a geometry with the header of a GeoPackage geometry (OGC 12-128r17 §2.1.3); null without one. */
function geometryBytes({ geometry, box, kind }: GeopackageRow): Buffer | null {
  if (geometry === null) return null;
  // For a point, the envelope would only repeat its position.
  const envelope = kind === 'point' ? null : box;
  const header = Buffer.alloc(envelope ? 40 : 8);
  header.write('GP', 'latin1');
  header.writeUInt8(flags.littleEndian | (envelope ? flags.envelope : 0), 3);
  header.writeInt32LE(wgs84Id, 4);
  if (envelope) {
    const [west, south, east, north] = envelope;
    for (const [i, degrees] of [west, east, south, north].entries()) header.writeDoubleLE(degrees, 8 + 8 * i);
  }
  return Buffer.concat([header, Buffer.from(geometry, 'base64')]);
}

function unionOf(one: Box | null, other: Box | null): Box | null {
  if (one === null || other === null) return one ?? other;
  return [
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    Math.max(one[3], other[3]),
  ];
}

/**
 * Creates a GeoPackage in a new file, with a table for each of points, lines and areas that gets a row. Its functions block, so that it must
 * run in a thread.
 */
export function createGeopackageFile(path: string, { layer, title, columns }: GeopackageOptions) {
  const database = new DatabaseSync(path);
  // An unfinished file is useless, so that it need not survive a crash.
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; ${coreTables}`);
  const layers = new Map<Kind, Layer>();

  function createLayer(kind: Kind): Layer {
    const name = `${layer}_${layerKinds[kind].ending}`;
    database.exec(featureTable(name, kind, columns));
    const names = ['geom', ...columns.map((column) => quoted(column.name))];
    const insert = database.prepare(
      `INSERT INTO ${quoted(name)} (${names.join()}) VALUES (${names.map(() => '?').join()})`,
    );
    const created = { name, insert, box: null };
    layers.set(kind, created);
    return created;
  }

  /** Returns the value as it is stored; undefined for an invalid time in a column of times. */
  function storedValue({ type }: GeopackageColumn, value: GeopackageRow['values'][number]) {
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (type !== 'time' || value === null) return value;
    const at = isoTime.test(String(value)) ? Date.parse(String(value)) : Number.NaN;
    return Number.isNaN(at) ? undefined : new Date(at).toISOString();
  }

  function register(kind: Kind, { name, box }: Layer) {
    const { ending, geometryType, z } = layerKinds[kind];
    database
      .prepare(
        `INSERT INTO gpkg_contents (table_name, data_type, identifier, min_x, min_y, max_x, max_y, srs_id)
         VALUES (?, 'features', ?, ?, ?, ?, ?, ${wgs84Id})`,
      )
      .run(name, `${title} (${ending})`, ...(box ?? [null, null, null, null]));
    database
      .prepare(`INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', ?, ${wgs84Id}, ?, 0)`)
      .run(name, geometryType, z);
  }

  return {
    /** Adds rows; returns the number of values that were left out because they are no times. */
    add(rows: readonly GeopackageRow[]): { otherType: number } {
      let otherType = 0;
      database.exec('BEGIN');
      for (const row of rows) {
        const into = layers.get(row.kind) ?? createLayer(row.kind);
        const values = columns.map((column, i): SQLInputValue => {
          const stored = storedValue(column, row.values[i] ?? null);
          if (stored === undefined) otherType += 1;
          return stored ?? null;
        });
        into.insert.run(geometryBytes(row), ...values);
        into.box = unionOf(into.box, row.box);
      }
      database.exec('COMMIT');
      return { otherType };
    },
    /** Registers the tables, so that programs find them, and closes the file. A file without rows gets an empty table of points. */
    finish() {
      if (layers.size === 0) createLayer('point');
      for (const [kind, layerOfKind] of layers) register(kind, layerOfKind);
      database.close();
    },
  };
}

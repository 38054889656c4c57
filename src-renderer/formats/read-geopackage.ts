import type { Database } from 'sql.js';
import { attributeOf, boundedAttributes, createNaming } from './attributes.ts';
import { allBytes, type ByteFile, headOf } from './byte-file.ts';
import type { Crs } from './crs.ts';
import { crsOfFile } from './crs-of-file.ts';
import { FormatProblem } from './format-problem.ts';
import type { ImportCollector } from './import-collector.ts';
import type { AttributeValue, ReadChoices } from './imported.ts';
import { addParts } from './place-parts.ts';
import { type RawPart, refused } from './raw-geometry.ts';
import { partsOfWkb } from './wkt-parts.ts';
import { usesWriteAheadLog, withoutLog, withWriteAheadLog } from './write-ahead-log.ts';

/** The number of bytes of an envelope by its kind in the flags (GeoPackage 1.3, clause 2.1.3). */
const envelopeBytes = [0, 32, 48, 48, 64] as const;
const headBytes = 8;

/** Returns the places of a geometry in the form of a GeoPackage: its own header, then well-known binary. */
function partsOfGeoPackage(value: unknown): RawPart[] {
  if (value === null || value === undefined) return [refused('validation.noGeometry')];
  if (!(value instanceof Uint8Array) || value.length < headBytes || value[0] !== 0x47 || value[1] !== 0x50)
    return [refused('validation.geometry')];
  const flags = value[3] ?? 0;
  const envelope = envelopeBytes[(flags >> 1) & 7];
  if ((flags & 0x20) !== 0 || envelope === undefined) return [refused('validation.geometry')];
  // This flag marks an empty geometry.
  if ((flags & 0x10) !== 0) return [refused('validation.noGeometry')];
  return partsOfWkb(value.subarray(headBytes + envelope));
}

interface Layer {
  table: string;
  title: string;
  geometryColumn: string;
  srsId: number;
}

interface Column {
  name: string;
  type: string;
}

const maxLayers = 1_000;
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/**
 * Yields the rows of a query as plain values. The query is Nadir's own; only values and quoted names come from the
 * file.
 */
function* query(database: Database, sql: string, values: (string | number)[] = []): Generator<unknown[]> {
  const statement = database.prepare(sql, values);
  // The types of sql.js lack this option, without which large integers lose their last digits.
  const rows: { get(values: null, options: { useBigInt: boolean }): unknown[] } = statement;
  try {
    while (statement.step()) yield rows.get(null, { useBigInt: true });
  } finally {
    statement.free();
  }
}

const first = (database: Database, sql: string, values: (string | number)[] = []): unknown[] | undefined =>
  query(database, sql, values).next().value ?? undefined;

/**
 * Returns the names of the plain tables. Views and virtual tables are not read, because they could compute without end.
 */
function plainTables(database: Database): Set<string> {
  const tables = new Set<string>();
  for (const [name, sql] of query(database, "SELECT name, sql FROM sqlite_master WHERE type = 'table'"))
    if (/^\s*CREATE\s+TABLE\b/i.test(textOf(sql))) tables.add(textOf(name));
  return tables;
}

function layersOf(database: Database, tables: ReadonlySet<string>, collector: ImportCollector): Layer[] {
  if (!tables.has('gpkg_contents') || !tables.has('gpkg_geometry_columns'))
    throw new FormatProblem(
      tables.has('tiles') || tables.has('metadata') ? 'validation.mbtiles' : 'validation.otherSqlite',
    );
  const layers: Layer[] = [];
  const sql = `SELECT c.table_name, c.identifier, g.column_name, g.srs_id, c.data_type
    FROM gpkg_contents c LEFT JOIN gpkg_geometry_columns g ON g.table_name = c.table_name LIMIT ${maxLayers}`;
  for (const [table, title, column, srsId, kind] of query(database, sql)) {
    const name = textOf(table);
    if (kind !== 'features') collector.note('validation.layerWithoutPlaces', { layer: name.slice(0, 80) });
    else if (!tables.has(name)) collector.note('validation.layerIsView', { layer: name.slice(0, 80) });
    else
      layers.push({
        table: name,
        title: textOf(title) || name,
        geometryColumn: textOf(column),
        srsId: Number(srsId ?? 0),
      });
  }
  return layers;
}

/** Returns the stored columns of a table. Generated columns are left out, because they could run anything. */
function columnsOf(database: Database, table: string): Column[] {
  const columns: Column[] = [];
  for (const [name, type, hidden] of query(database, 'SELECT name, type, hidden FROM pragma_table_xinfo(?)', [
    table,
  ]))
    if (Number(hidden) === 0) columns.push({ name: textOf(name), type: textOf(type).toUpperCase() });
  return columns;
}

/** Returns the system of a layer, by its code if that is known, else by its definition. −1 and 0 mean undefined. */
function crsOfLayer(database: Database, srsId: number, collector: ImportCollector): Crs {
  if (srsId <= 0) {
    collector.note('validation.layerWithoutCrs');
    return crsOfFile(collector, null);
  }
  const row = first(
    database,
    'SELECT organization, organization_coordsys_id, definition, srs_name FROM gpkg_spatial_ref_sys WHERE srs_id = ?',
    [srsId],
  );
  const [organization, code, definition, name] = row ?? [];
  if (textOf(organization).toUpperCase() === 'EPSG' && Number(code) === 4326)
    return crsOfFile(collector, { code: 4326 });
  const wkt = textOf(definition);
  if (wkt !== '' && wkt !== 'undefined') return crsOfFile(collector, { wkt });
  return crsOfFile(
    collector,
    row ? { name: `${textOf(organization)}:${Number(code)}` } : { name: textOf(name) || String(srsId) },
  );
}

function attributeOfColumn(value: unknown, { type }: Column, collector: ImportCollector): AttributeValue {
  if (value instanceof Uint8Array) {
    collector.note('validation.binaryAttribute');
    return null;
  }
  if (type === 'BOOLEAN' && (value === 0n || value === 1n)) return value === 1n;
  return attributeOf(value);
}

function readLayer(database: Database, layer: Layer, { collector, choices, inner }: LayerOptions) {
  const columns = columnsOf(database, layer.table);
  const geometry = columns.findIndex(({ name }) => name.toLowerCase() === layer.geometryColumn.toLowerCase());
  if (geometry < 0) {
    collector.note('validation.layerWithoutPlaces', { layer: layer.table.slice(0, 80) });
    return;
  }
  const crs = crsOfLayer(database, layer.srsId, collector);
  const naming = createNaming(collector, choices.nameField);
  const title = [inner, layer.title]
    .filter((part) => part !== null)
    .join(' / ')
    .slice(0, 200);
  const sql = `SELECT ${columns.map(({ name }) => quoted(name)).join(', ')} FROM ${quoted(layer.table)}`;
  let number = 0;
  for (const values of query(database, sql)) {
    number += 1;
    const entries = columns.flatMap((column, i): [string, AttributeValue][] =>
      i === geometry ? [] : [[column.name, attributeOfColumn(values[i], column, collector)]],
    );
    const text = naming.textOf(boundedAttributes(entries, collector));
    const where = { layer: title, number, line: null };
    addParts(collector, {
      parts: partsOfGeoPackage(values[geometry]),
      text,
      where,
      crs,
      raw: text.name ?? '',
    });
  }
}

interface LayerOptions {
  collector: ImportCollector;
  choices: ReadChoices;
  inner: string | null;
}

/** A database with the files of SQLite beside it. */
export interface DatabaseFiles {
  database: ByteFile;
  /** The rows that are not yet in the database; null without the file. */
  log: ByteFile | null;
  /** What undoes an interrupted write; null without the file. */
  journal: ByteFile | null;
}

/** Returns the database with the rows of its log, and notes what may be missing of it. */
async function readDatabase({ database, log, journal }: DatabaseFiles, collector: ImportCollector) {
  const bytes = await allBytes(database);
  const file = database.name.slice(-100);
  if (journal !== null && (await headOf(journal, 8)).some((byte) => byte !== 0))
    collector.note('validation.databaseJournal', { file });
  if (log === null) {
    if (usesWriteAheadLog(bytes)) collector.note('validation.databaseWithoutLog', { file });
    return withoutLog(bytes);
  }
  const whole = withWriteAheadLog(bytes, await allBytes(log));
  if (whole === null) collector.note('validation.databaseLogDamaged', { file });
  return whole ?? withoutLog(bytes);
}

/**
 * Reads the layers of a GeoPackage. SQLite runs as WebAssembly in this worker, where a damaged or hostile database can
 * only access its own memory; only plain columns of plain tables are read. Rows of a write-ahead log beside it are read too.
 */
export async function readGeoPackage(
  files: DatabaseFiles,
  { collector, choices, inner = null }: Omit<LayerOptions, 'inner'> & { inner?: string | null },
): Promise<void> {
  const { default: initSqlJs } = await import('sql.js/dist/sql-wasm-inline.js');
  const { Database: Open } = await initSqlJs();
  const database = new Open(await readDatabase(files, collector));
  try {
    database.run('PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; PRAGMA cell_size_check = ON');
    const layers = layersOf(database, plainTables(database), collector);
    if (layers.length === 0) throw new FormatProblem('validation.noFeatures');
    for (const layer of layers) readLayer(database, layer, { collector, choices, inner });
  } catch (error) {
    if (error instanceof FormatProblem) throw error;
    throw new FormatProblem('validation.brokenSqlite');
  } finally {
    database.close();
  }
}

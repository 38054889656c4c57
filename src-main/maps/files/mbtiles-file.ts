import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { isAppError } from '../../app-error.ts';
import type { TilePlace } from '../tile-grid.ts';
import { mostTileBytes } from '../tile-picture.ts';
import { unusable } from '../unusable.ts';
import {
  boundsOf,
  checkedPicture,
  type MapFile,
  plainText,
  tileSizeOf,
  vectorTileSize,
  zoomsOf,
} from './map-file.ts';
import { checkedVectorTile } from './vector-tile.ts';

const nameRow = z.object({ name: z.string() });
const valueRow = z.object({ name: z.string(), value: z.string() });
const zoomRow = z.object({ zoom: z.number() });
const placeRow = z.object({ z: z.number(), x: z.number(), y: z.number() });
const planRow = z.object({ detail: z.string() });
const tileRow = z.object({ size: z.number(), data: z.instanceof(Uint8Array).nullable() });

/** `GPKG`, `GP10` and `GP11`: a GeoPackage is a database of SQLite too. */
const geopackageIds = new Set([0x47504b47, 0x47503130, 0x47503131]);
const vectorFormats = new Set(['pbf', 'mvt', 'application/x-protobuf']);
const rasterFormats = new Set(['png', 'png8', 'jpg', 'jpeg', 'webp', '']);
const mostMetadataRows = 200;

/** Throws MAP_UNUSABLE if the head of a database names more pages than the file has: it was cut. */
export function assertWholeDatabase(head: Buffer, sizeBytes: number): void {
  if (head.length < 100) throw unusable('truncated', sizeBytes);
  const pageSize = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
  // An old program leaves the number of pages alone; it counts only if both counters of changes agree.
  const pages = head.readUInt32BE(24) === head.readUInt32BE(92) ? head.readUInt32BE(28) : 0;
  if (pages * pageSize > sizeBytes) throw unusable('truncated', sizeBytes);
}

/** Calls a step of SQLite. A broken database is MAP_UNUSABLE (`damaged`). */
function reading<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (isAppError(error)) throw error;
    throw unusable('damaged', error instanceof Error ? error.message : '');
  }
}

function openDatabase(path: string): DatabaseSync {
  const address = pathToFileURL(path);
  // Without this SQLite would make files beside it, and take the journal of another program for part of it.
  address.search = 'immutable=1&mode=ro';
  const database = new DatabaseSync(address, { readOnly: true, allowExtension: false });
  // A schema is a program: views and indexes of a foreign one may call nothing that has effects.
  database.exec(
    'PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON; PRAGMA mmap_size = 0',
  );
  return database;
}

/** What a plan must not contain: a view of a foreign file may be a program that never ends, and nothing could stop it. */
const endless = /RECURSIVE|CO-ROUTINE|MATERIALIZE|SUBQUERY|COMPOUND|UNION|VIRTUAL TABLE/i;
const mostSteps = 4;

/**
 * Prepares a statement if SQLite can answer it in a bounded time; else throws MAP_UNUSABLE (`no-index`). A thread cannot be ended
 * within a step of SQLite, so this is checked before the first one.
 */
function prepareBounded(database: DatabaseSync, sql: string, mostScans: 0 | 1): StatementSync {
  const plan = database
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map((row) => planRow.parse(row).detail);
  const scans = plan.filter((step) => step.startsWith('SCAN')).length;
  const odd = plan.find((step) => endless.test(step));
  if (odd !== undefined || plan.length > mostSteps || scans > mostScans)
    throw unusable('no-index', odd ?? plan.find((step) => step.startsWith('SCAN')) ?? plan.length);
  return database.prepare(sql);
}

function columnsOf(database: DatabaseSync, table: string): Set<string> {
  const rows = database.prepare(`SELECT name FROM pragma_table_info('${table}') LIMIT 100`).all();
  return new Set(rows.map((row) => nameRow.parse(row).name.toLowerCase()));
}

function assertSchema(database: DatabaseSync) {
  const { application_id: id } = database.prepare('PRAGMA application_id').get() ?? {};
  if (typeof id === 'number' && geopackageIds.has(id)) throw unusable('geopackage');
  const tiles = columnsOf(database, 'tiles');
  const needed = ['zoom_level', 'tile_column', 'tile_row', 'tile_data'];
  const missing = needed.filter((name) => !tiles.has(name));
  if (missing.length === needed.length && columnsOf(database, 'gpkg_contents').size > 0)
    throw unusable('geopackage');
  if (missing.length > 0) throw unusable('no-tiles-table', missing.join(', '));
  const metadata = columnsOf(database, 'metadata');
  if (!metadata.has('name') || !metadata.has('value')) throw unusable('no-metadata');
}

function metadataOf(database: DatabaseSync): Map<string, string> {
  const rows = prepareBounded(
    database,
    `SELECT CAST(name AS TEXT) AS name, substr(CAST(value AS TEXT), 1, 20000) AS value FROM metadata
     WHERE name IS NOT NULL AND value IS NOT NULL LIMIT ${mostMetadataRows}`,
    1,
  ).all();
  return new Map(
    rows.map((row) => valueRow.parse(row)).map(({ name, value }) => [name.toLowerCase(), value]),
  );
}

/** Returns the zooms of the metadata if both are there; else those of the tiles. */
function zoomsIn(database: DatabaseSync, metadata: ReadonlyMap<string, string>) {
  const written = [metadata.get('minzoom'), metadata.get('maxzoom')];
  const [first, last] = written.map((text) =>
    text === undefined || text.trim() === '' ? null : Number(text),
  );
  const zoomAt = (order: 'ASC' | 'DESC') => {
    const row = prepareBounded(
      database,
      `SELECT CAST(zoom_level AS INTEGER) AS zoom FROM tiles ORDER BY zoom_level ${order} LIMIT 1`,
      1,
    ).get();
    return row === undefined ? Number.NaN : zoomRow.parse(row).zoom;
  };
  return zoomsOf(first ?? zoomAt('ASC'), last ?? zoomAt('DESC'));
}

function boundsIn(metadata: ReadonlyMap<string, string>) {
  const written = metadata.get('bounds');
  return written === undefined || written.trim() === '' ? null : boundsOf(written.split(',').map(Number));
}

/**
 * Opens a file of MBTiles and checks what it says. It is read as it is: nothing is written beside it. Throws MAP_UNUSABLE.
 */
export async function openMbtiles(path: string): Promise<MapFile> {
  const database = reading(() => openDatabase(path));
  try {
    const { content, facts, stored, place } = reading(() => {
      assertSchema(database);
      const metadata = metadataOf(database);
      const format = (metadata.get('format') ?? '').trim().toLowerCase();
      const content = vectorFormats.has(format) ? 'vector' : 'picture';
      if (content === 'picture' && !rasterFormats.has(format)) throw unusable('tile-format', format);
      const sample = placeRow.safeParse(
        prepareBounded(
          database,
          'SELECT zoom_level AS z, tile_column AS x, tile_row AS y FROM tiles LIMIT 1',
          1,
        ).get(),
      );
      if (!sample.success) throw unusable('no-tiles');
      const stored = tileReader(
        prepareBounded(
          database,
          `SELECT length(tile_data) AS size, CASE WHEN length(tile_data) <= ${mostTileBytes} THEN tile_data END AS data
           FROM tiles WHERE zoom_level = :z AND tile_column = :x AND tile_row = :y LIMIT 1`,
          0,
        ),
      );
      const facts = {
        name: plainText(metadata.get('name'), 'name'),
        attribution: plainText(metadata.get('attribution'), 'attribution'),
        ...zoomsIn(database, metadata),
        bounds: boundsIn(metadata),
      };
      const { z, x, y } = sample.data;
      return { content, facts, stored, place: { z, x, y: 2 ** z - 1 - y } } as const;
    });
    const tile = async (place: TilePlace) => {
      const bytes = reading(() => stored(place));
      if (bytes === null) return null;
      return content === 'vector' ? checkedVectorTile(bytes, place) : checkedPicture(bytes, place);
    };
    const picture = await tile(place);
    if (picture === null) throw unusable('no-tiles');
    const tileSize = content === 'vector' ? vectorTileSize : tileSizeOf(picture);
    return {
      facts: { kind: 'mbtiles', content, tileSize, ...facts },
      tile,
      close: async () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Rows of MBTiles count from the south. */
function tileReader(statement: StatementSync) {
  return (place: TilePlace): Uint8Array | null => {
    const raw = statement.get({ z: place.z, x: place.x, y: 2 ** place.z - 1 - place.y });
    if (raw === undefined) return null;
    const row = tileRow.safeParse(raw);
    if (!row.success) throw unusable('tile-not-picture', `${place.z}/${place.x}/${place.y}`);
    const { data, size } = row.data;
    if (data === null) {
      if (size > mostTileBytes) throw unusable('tile-large', `${place.z}/${place.x}/${place.y}`);
      return null;
    }
    return data.byteLength === 0 ? null : data;
  };
}

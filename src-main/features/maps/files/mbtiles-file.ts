import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { closestMapZoom, type MapBox } from '../../../../src-preload/contract/maps.ts';
import { isAppError } from '../../../core/app-error.ts';
import { middleTile, type TilePlace } from '../tile-grid.ts';
import { maxTileBytes } from '../tile-picture.ts';
import { unusable } from '../unusable.ts';
import { assertPlainSchema, prepareBounded } from './bounded-statements.ts';
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
/** Returns the stored bytes of a tile; null if there is none. */
type ReadTile = (place: TilePlace) => Uint8Array | null;

const wholeWorld: MapBox = [-180, -85, 180, 85];
const placeRow = z.object({ z: z.number(), x: z.number(), y: z.number() });
const tileRow = z.object({ size: z.number(), data: z.instanceof(Uint8Array).nullable() });

/** `GPKG`, `GP10` and `GP11`: a GeoPackage is a database of SQLite too. */
const geopackageIds = new Set([0x47504b47, 0x47503130, 0x47503131]);
const vectorFormats = new Set(['pbf', 'mvt', 'application/x-protobuf']);
const rasterFormats = new Set(['png', 'png8', 'jpg', 'jpeg', 'webp', '']);
const maxMetadataRows = 200;
const maxNameLength = 1_000;
/** A longer value is not read; descriptions of vector tiles are long. */
const maxValueBytes = 10 * 1_024 * 1_024;

/** Throws MAP_UNUSABLE if a database was cut: its head names more pages than the file has. */
export function assertWholeDatabase(head: Buffer, sizeBytes: number): void {
  if (head.length < 100) throw unusable('truncated', sizeBytes);
  const pageSize = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
  // Old programs do not update the number of pages; it is valid only if both counters of changes are equal.
  const pages = head.readUInt32BE(24) === head.readUInt32BE(92) ? head.readUInt32BE(28) : 0;
  if (pages * pageSize > sizeBytes) throw unusable('truncated', sizeBytes);
}

/** Returns the result of a call of SQLite. @throws MAP_UNUSABLE (`damaged`) in place of SQLite's own errors. */
function readingOf<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (isAppError(error)) throw error;
    throw unusable('damaged', error instanceof Error ? error.message : '');
  }
}

function openDatabase(path: string): DatabaseSync {
  const address = pathToFileURL(path);
  // Otherwise SQLite would create files beside it, and read the journal of another program as a part of it.
  address.search = 'immutable=1&mode=ro';
  const database = new DatabaseSync(address, { readOnly: true, allowExtension: false });
  // A schema is a program: a foreign one may not call functions with effects from views and indexes.
  database.exec(
    'PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON; PRAGMA mmap_size = 0',
  );
  return database;
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
    // It has no condition, because it must return every row that it reads.
    `SELECT CASE WHEN octet_length(name) <= ${maxNameLength} THEN CAST(name AS TEXT) END AS name,
       CASE WHEN octet_length(value) <= ${maxValueBytes} THEN substr(CAST(value AS TEXT), 1, 20000) END AS value
     FROM metadata LIMIT ${maxMetadataRows}`,
    'first',
  ).all();
  const texts = rows.map((row) => valueRow.safeParse(row)).flatMap(({ data }) => data ?? []);
  return new Map(texts.map(({ name, value }) => [name.toLowerCase(), value]));
}

/** Returns the lowest and highest zoom of the metadata; null for each that is missing. */
function zoomsIn(metadata: ReadonlyMap<string, string>): (number | null)[] {
  const written = [metadata.get('minzoom'), metadata.get('maxzoom')];
  return written.map((text) => (text === undefined || text.trim() === '' ? null : Number(text)));
}

interface Sampled {
  minZoom: number;
  maxZoom: number;
  /** A tile that the file has; null if none was found. */
  place: TilePlace | null;
}

/** Returns the first tile of a table, and its zooms. @throws MAP_UNUSABLE (`no-tiles`) */
function sampleTable(database: DatabaseSync, [first, last]: readonly (number | null)[]): Sampled {
  const raw = prepareBounded(
    database,
    'SELECT zoom_level AS z, tile_column AS x, tile_row AS y FROM tiles LIMIT 1',
    'first',
  ).get();
  const sample = placeRow.safeParse(raw);
  if (!sample.success) throw unusable('no-tiles');
  const { z, x, y } = sample.data;
  const zoomAt = (order: 'ASC' | 'DESC') => {
    const row = prepareBounded(
      database,
      `SELECT CAST(zoom_level AS INTEGER) AS zoom FROM tiles ORDER BY zoom_level ${order} LIMIT 1`,
      'first',
    ).get();
    return row === undefined ? Number.NaN : zoomRow.parse(row).zoom;
  };
  return {
    minZoom: first ?? zoomAt('ASC'),
    maxZoom: last ?? zoomAt('DESC'),
    place: { z, x, y: 2 ** z - 1 - y },
  };
}

/**
 * Returns a tile in the middle of a map whose tiles are a view, and its zooms: reading a view from its beginning may never end.
 * @throws MAP_UNUSABLE (`no-tiles`) if no tile is found there and the file does not say its zooms.
 */
function sampleView(
  bounds: MapBox | null,
  [first = null, last = null]: readonly (number | null)[],
  stored: ReadTile,
): Sampled {
  const zooms = zoomsOf(first ?? 0, last ?? closestMapZoom);
  const met: number[] = [];
  let place: TilePlace | null = null;
  for (let z = zooms.minZoom; z <= zooms.maxZoom; z += 1) {
    const middle = middleTile('mercator', z, bounds ?? wholeWorld);
    if (stored(middle) === null) continue;
    place ??= middle;
    met.push(z);
  }
  const [lowest = null, highest = null] = [met[0], met.at(-1)];
  const [minZoom, maxZoom] = [first ?? lowest, last ?? highest];
  if (minZoom === null || maxZoom === null) throw unusable('no-tiles');
  return { minZoom, maxZoom, place };
}

function boundsIn(metadata: ReadonlyMap<string, string>) {
  const written = metadata.get('bounds');
  return written === undefined || written.trim() === '' ? null : boundsOf(written.split(',').map(Number));
}

/** Opens a file of MBTiles and checks its facts. Nothing is written beside the file. @throws MAP_UNUSABLE */
export async function openMbtiles(path: string): Promise<MapFile> {
  const database = readingOf(() => openDatabase(path));
  try {
    const { content, facts, stored, place } = readingOf(() => {
      const { hasTilesView } = assertPlainSchema(database);
      assertSchema(database);
      const metadata = metadataOf(database);
      const format = (metadata.get('format') ?? '').trim().toLowerCase();
      const content = vectorFormats.has(format) ? 'vector' : 'picture';
      if (content === 'picture' && !rasterFormats.has(format)) throw unusable('tile-format', format);
      const stored = tileReader(
        prepareBounded(
          database,
          `SELECT octet_length(tile_data) AS size,
             CASE WHEN octet_length(tile_data) <= ${maxTileBytes} THEN tile_data END AS data
           FROM tiles WHERE zoom_level = :z AND tile_column = :x AND tile_row = :y LIMIT 1`,
          'exact',
        ),
      );
      const zooms = zoomsIn(metadata);
      const bounds = boundsIn(metadata);
      const sampled = hasTilesView ? sampleView(bounds, zooms, stored) : sampleTable(database, zooms);
      const facts = {
        name: plainText(metadata.get('name'), 'name'),
        attribution: plainText(metadata.get('attribution'), 'attribution'),
        ...zoomsOf(sampled.minZoom, sampled.maxZoom),
        bounds,
      };
      return { content, facts, stored, place: sampled.place } as const;
    });
    const tile = async (at: TilePlace) => {
      const bytes = readingOf(() => stored(at));
      if (bytes === null) return null;
      return content === 'vector' ? checkedVectorTile(bytes, at) : checkedPicture(bytes, at);
    };
    const sample = place === null ? null : await tile(place);
    // The first row of the table has no bytes. In a view the place was found by its bytes.
    if (place !== null && sample === null) throw unusable('no-tiles');
    const pictureSize = sample === null || content === 'vector' ? 256 : tileSizeOf(sample);
    return {
      facts: {
        kind: 'mbtiles',
        content,
        tileSize: content === 'vector' ? vectorTileSize : pictureSize,
        ...facts,
      },
      tile,
      close: async () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Returns the function that reads stored tiles. Rows of MBTiles count from the south. */
function tileReader(statement: StatementSync): ReadTile {
  return (place) => {
    const raw = statement.get({ z: place.z, x: place.x, y: 2 ** place.z - 1 - place.y });
    if (raw === undefined) return null;
    const row = tileRow.safeParse(raw);
    if (!row.success) throw unusable('tile-not-picture', `${place.z}/${place.x}/${place.y}`);
    const { data, size } = row.data;
    if (data === null) {
      if (size > maxTileBytes) throw unusable('tile-large', `${place.z}/${place.x}/${place.y}`);
      return null;
    }
    return data.byteLength === 0 ? null : data;
  };
}

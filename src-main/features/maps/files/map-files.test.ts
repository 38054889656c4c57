import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  colouredTile,
  pmtilesBytes,
  pyramid,
  writeMbtiles,
  writePmtilesFile,
} from '../../../../testing/made-maps.ts';
import { mapMessage } from '../../../../testing/map-message.ts';
import { createMapFiles, type MapFiles } from './map-files.ts';

const red = colouredTile([200, 30, 30]);
const blue = colouredTile([30, 30, 200]);
const one = [{ z: 0, x: 0, y: 0, bytes: red }];

let folder: string;
let files: MapFiles;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-maps-'));
  files = createMapFiles();
});
afterAll(async () => {
  await files.close();
  rmSync(folder, { recursive: true, force: true });
});

let made = 0;
const freshPath = (end: string) => {
  made += 1;
  return join(folder, `${made}.${end}`);
};
const written = (bytes: Uint8Array | string, end = 'mbtiles') => {
  const path = freshPath(end);
  writeFileSync(path, bytes);
  return path;
};
const mbtiles = (options: Partial<Parameters<typeof writeMbtiles>[1]> = {}) =>
  writeMbtiles(freshPath('mbtiles'), { tiles: one, ...options });
const pmtiles = (before?: (head: Buffer) => void, metadata?: object) =>
  writePmtilesFile(freshPath('pmtiles'), one, {
    ...(before ? { before } : {}),
    ...(metadata ? { metadata } : {}),
  });
const sql = (text: string) => mbtiles({ before: (database) => database.exec(text) });
const columns = 'zoom_level, tile_column, tile_row';
const aside = 'ALTER TABLE tiles RENAME TO t';
const doublingViews = (count: number) =>
  [
    `CREATE VIEW v0 AS SELECT ${columns}, 1 AS a FROM t`,
    ...Array.from(
      { length: count },
      (_, i) => `CREATE VIEW v${i + 1} AS SELECT ${columns}, a + a AS a FROM v${i}`,
    ),
  ].join(';');
const cut = (path: string, keep: number) => written(readFileSync(path).subarray(0, keep));

describe('a file of MBTiles', () => {
  it('says what it covers, and counts its rows from the south', async () => {
    const path = mbtiles({
      tiles: [
        { z: 1, x: 0, y: 0, bytes: red },
        { z: 1, x: 0, y: 1, bytes: blue },
      ],
      metadata: {
        name: 'Two halves',
        format: 'png',
        bounds: '-180,-85,0,85',
        attribution: '<a href="https://x.example">&copy; Made</a>',
      },
    });
    expect(await files.inspect(path)).toEqual({
      kind: 'mbtiles',
      content: 'picture',
      name: 'Two halves',
      attribution: '© Made',
      minZoom: 1,
      maxZoom: 1,
      bounds: [-180, -85, 0, 85],
      tileSize: 256,
    });
    expect(Buffer.from((await files.tile(path, { z: 1, x: 0, y: 0 })) ?? [])).toEqual(red);
    expect(Buffer.from((await files.tile(path, { z: 1, x: 0, y: 1 })) ?? [])).toEqual(blue);
    expect(await files.tile(path, { z: 1, x: 1, y: 1 })).toBeNull();
  });

  it.each([
    [
      'nullable columns',
      `CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT);
       CREATE TABLE images (tile_data BLOB, tile_id TEXT);
       CREATE UNIQUE INDEX map_index ON map (zoom_level, tile_column, tile_row);
       CREATE UNIQUE INDEX images_id ON images (tile_id);`,
    ],
    [
      'primary keys',
      `CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT,
         PRIMARY KEY (zoom_level, tile_column, tile_row)) WITHOUT ROWID;
       CREATE TABLE images (tile_id TEXT PRIMARY KEY, tile_data BLOB);`,
    ],
  ])('that stores equal tiles once is read, with %s', async (_, tables) => {
    const path = mbtiles({
      tiles: pyramid(2, red),
      before: (database) =>
        database.exec(`${tables} INSERT INTO map SELECT ${columns}, 'a' FROM tiles;
          INSERT INTO images (tile_id, tile_data) SELECT 'a', tile_data FROM tiles LIMIT 1; DROP TABLE tiles;
          CREATE VIEW tiles AS SELECT map.zoom_level AS zoom_level, map.tile_column AS tile_column,
            map.tile_row AS tile_row, images.tile_data AS tile_data
          FROM map JOIN images ON images.tile_id = map.tile_id;`),
    });
    expect(await files.inspect(path)).toMatchObject({ minZoom: 0, maxZoom: 2, tileSize: 256 });
    expect(Buffer.from((await files.tile(path, { z: 2, x: 3, y: 1 })) ?? [])).toEqual(red);
  });

  it('is read where it is: nothing is written beside it, also if its program left it in the midst of writing', async () => {
    const path = sql('PRAGMA journal_mode = WAL');
    const before = readdirSync(folder);
    await files.inspect(path);
    expect(readdirSync(folder)).toEqual(before);
  });

  it('is read anew when another file takes its place', async () => {
    const path = mbtiles();
    expect(Buffer.from((await files.tile(path, { z: 0, x: 0, y: 0 })) ?? [])).toEqual(red);
    rmSync(path);
    writeMbtiles(path, { tiles: [{ z: 0, x: 0, y: 0, bytes: colouredTile([1, 2, 3], 512) }] });
    expect((await files.inspect(path)).tileSize).toBe(512);
  });
});

describe('a file of PMTiles', () => {
  it('says what it covers and gives its tiles', async () => {
    const tiles = [...pyramid(1, red), { z: 2, x: 3, y: 0, bytes: blue }];
    const path = writePmtilesFile(freshPath('pmtiles'), tiles, {
      metadata: { name: 'Archive', attribution: 'Made by hand' },
    });
    expect(await files.inspect(path)).toMatchObject({
      kind: 'pmtiles',
      name: 'Archive',
      attribution: 'Made by hand',
      minZoom: 0,
      maxZoom: 2,
      tileSize: 256,
    });
    expect(Buffer.from((await files.tile(path, { z: 2, x: 3, y: 0 })) ?? [])).toEqual(blue);
    expect(await files.tile(path, { z: 2, x: 0, y: 0 })).toBeNull();
  });

  it('is known by its bytes, whatever its name says', async () => {
    const path = written(pmtilesBytes(one), 'mbtiles');
    expect((await files.inspect(path)).kind).toBe('pmtiles');
  });
});

const at = (position: number, value: number) => (head: Buffer) => void head.writeUInt8(value, position);
const far = (position: number) => (head: Buffer) => void head.writeBigUInt64LE(2n ** 50n, position);

/** A few kilobytes that unpack to a directory of twelve million tiles. */
function hugeDirectory(): string {
  const bytes = pmtilesBytes(one);
  const root = gzipSync(Buffer.concat([Buffer.from([0x80, 0x87, 0xa7, 0x0e]), Buffer.alloc(12_000_000)]), {
    level: 9,
  });
  bytes.writeBigUInt64LE(BigInt(bytes.length), 8);
  bytes.writeBigUInt64LE(BigInt(root.length), 16);
  return written(Buffer.concat([bytes, root]));
}

function aFolder(): string {
  const path = join(folder, 'a-folder');
  mkdirSync(path);
  return path;
}

/** What a person has or is given, and what Nadir says about it. */
const broken: readonly (readonly [string, () => string, string])[] = [
  ['a file that is not there', () => join(folder, 'nowhere.mbtiles'), 'There is no file at'],
  ['a folder', () => aFolder(), 'a folder or a device'],
  ['an empty file', () => written(''), 'The file is empty.'],
  ['a page of the web', () => written('<!doctype html><title>Sign in</title>'), 'it is: HTML.'],
  ['a text', () => written('hello, this is no map'), 'it is: ….'],
  ['a ZIP', () => written(Buffer.from('PK\x03\x04 and more', 'latin1')), 'it is: ZIP.'],
  ['a GeoTIFF', () => written(Buffer.from('II*\0 and more', 'latin1')), 'it is: TIFF.'],
  ['a picture', () => written(red), 'it is: PNG.'],
  ['a head of SQLite alone', () => written('SQLite format 3\0'), 'The file was cut'],
  [
    'MBTiles that were cut',
    () => cut(mbtiles({ tiles: pyramid(4, red) }), 9_000),
    'The file was cut: it ends after 9000 bytes',
  ],
  [
    'MBTiles with garbage in the midst',
    () => {
      const bytes = readFileSync(mbtiles({ tiles: pyramid(3, red) }));
      bytes.fill(0xa5, 4_096, bytes.length);
      return written(bytes);
    },
    'The database in the file is damaged',
  ],
  ['another database', () => sql('DROP TABLE tiles'), 'its table of tiles lacks zoom_level, tile_column'],
  ['tiles without pictures', () => sql('ALTER TABLE tiles DROP COLUMN tile_data'), 'lacks tile_data'],
  ['MBTiles without metadata', () => sql('DROP TABLE metadata'), 'no table of metadata'],
  ['a GeoPackage', () => sql('PRAGMA application_id = 0x47504b47'), 'a GeoPackage'],
  [
    'an old GeoPackage',
    () => sql('DROP TABLE tiles; CREATE TABLE gpkg_contents (table_name TEXT)'),
    'a GeoPackage',
  ],
  ['MBTiles without a tile', () => mbtiles({ tiles: [] }), 'contains no tile'],
  ['vector MBTiles', () => mbtiles({ metadata: { name: 'v', format: 'pbf' } }), 'not a vector tile'],
  ['MBTiles of another format', () => mbtiles({ metadata: { format: 'tiff' } }), 'the format tiff'],
  ['a zoom of 99', () => mbtiles({ metadata: { minzoom: '0', maxzoom: '99' } }), 'zoom levels are 0–99'],
  [
    'zooms that are words',
    () => mbtiles({ metadata: { minzoom: 'low', maxzoom: '3' } }),
    'zoom levels are NaN–3',
  ],
  [
    'zooms in the wrong order',
    () => mbtiles({ metadata: { minzoom: '5', maxzoom: '2' } }),
    'zoom levels are 5–2',
  ],
  ['bounds beyond the Earth', () => mbtiles({ metadata: { bounds: '-999,0,10,10' } }), 'not on Earth: -999'],
  ['bounds that are words', () => mbtiles({ metadata: { bounds: 'a,b,c,d' } }), 'not on Earth: NaN'],
  ['bounds of three numbers', () => mbtiles({ metadata: { bounds: '1,2,3' } }), 'not on Earth: 1, 2, 3'],
  ['bounds inside out', () => mbtiles({ metadata: { bounds: '10,10,-10,-10' } }), 'not on Earth: 10, 10'],
  [
    'a tile that is a page',
    () => mbtiles({ tiles: [{ ...one[0], z: 0, x: 0, y: 0, bytes: Buffer.from('<html>') }] }),
    'not a picture: 0/0/0: HTML',
  ],
  [
    'a tile of 5 MB',
    () => mbtiles({ tiles: [{ z: 0, x: 0, y: 0, bytes: Buffer.alloc(5_000_000, red) }] }),
    'larger than 4 MB',
  ],
  [
    'a tile of 60,000 × 60,000 pixels',
    () => {
      const huge = Buffer.from(red);
      huge.writeUInt32BE(60_000, 16);
      huge.writeUInt32BE(60_000, 20);
      return mbtiles({ tiles: [{ z: 0, x: 0, y: 0, bytes: huge }] });
    },
    'more than 2048 × 2048 pixels',
  ],
  [
    'a table of tiles that is a program without end',
    () =>
      sql(`ALTER TABLE tiles RENAME TO t; CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n)
        SELECT t.zoom_level, t.tile_column, t.tile_row, t.tile_data FROM n, t WHERE n.i < 0`),
    'cannot be found by an index',
  ],
  [
    'a view of forty views, each of which doubles the one before',
    () =>
      sql(`${aside}; ${doublingViews(40)}; CREATE VIEW tiles AS SELECT ${columns}, a AS tile_data FROM v40`),
    'cannot be found by an index',
  ],
  [
    'a view of queries within each other',
    () =>
      sql(`${aside}; CREATE VIEW tiles AS SELECT ${columns}, a AS tile_data FROM
        ${'(SELECT *, a + a AS a FROM '.repeat(30)}(SELECT *, 1 AS a FROM t)${')'.repeat(30)}`),
    'cannot be found by an index',
  ],
  [
    'a view that makes a gigabyte for each tile',
    () =>
      sql(`${aside}; CREATE VIEW tiles AS SELECT ${columns}, hex(randomblob(450000000)) AS tile_data FROM t`),
    'cannot be found by an index',
  ],
  [
    'a view that joins texts',
    () => sql(`${aside}; CREATE VIEW tiles AS SELECT ${columns}, tile_data || tile_data AS tile_data FROM t`),
    'cannot be found by an index',
  ],
  [
    'columns that are computed',
    () =>
      sql('ALTER TABLE tiles RENAME tile_data TO a; ALTER TABLE tiles ADD COLUMN tile_data AS (a || a || a)'),
    'cannot be found by an index',
  ],
  [
    'metadata that are a program',
    () =>
      sql(
        `ALTER TABLE metadata RENAME TO m; CREATE VIEW metadata AS SELECT name, hex(randomblob(450000000)) AS value FROM m`,
      ),
    'cannot be found by an index',
  ],
  [
    'tiles with an index of their zooms alone',
    () => sql('DROP INDEX tile_index; CREATE INDEX zooms ON tiles (zoom_level)'),
    'cannot be found by an index',
  ],
  ['tiles without an index', () => sql('DROP INDEX tile_index'), 'cannot be found by an index'],
  ['a directory of twelve million tiles in some kilobytes', () => hugeDirectory(), 'was stopped. Other maps'],
  ['PMTiles that were cut', () => cut(pmtiles(), 200), 'The file was cut: it ends after 200 bytes'],
  ['a head of PMTiles alone', () => written('PMTiles\x03'), 'The file was cut'],
  ['PMTiles of version 2', () => pmtiles(at(7, 2)), 'version 2. Nadir reads version 3'],
  ['PMTiles of version 200', () => pmtiles(at(7, 200)), 'version 200'],
  ['vector PMTiles', () => pmtiles(at(99, 1)), 'not a vector tile'],
  ['PMTiles of AVIF', () => pmtiles(at(99, 5)), 'the format AVIF'],
  ['an unknown compression', () => pmtiles(at(98, 9)), 'does not read (number 9)'],
  [
    'a directory that is not packed as it says',
    () => pmtiles(at(97, 3)),
    'directory of its tiles cannot be read',
  ],
  ['a directory far outside', () => pmtiles(far(8)), 'directory of its tiles cannot be read'],
  ['tiles far outside', () => pmtiles(far(56)), 'The file was cut'],
  ['leaves far outside', () => pmtiles(far(40)), 'The file was cut'],
  ['PMTiles from zoom 9 to 3', () => pmtiles((head) => void head.set([9, 3], 100)), 'zoom levels are 9–3'],
  ['PMTiles to zoom 200', () => pmtiles(at(101, 200)), 'zoom levels are 0–200'],
  [
    'PMTiles beyond the Earth',
    () => pmtiles((head) => void head.writeInt32LE(2_000_000_000, 110)),
    'not on Earth',
  ],
  ['PMTiles described by a list', () => pmtiles(undefined, []), 'description cannot be read'],
  ['PMTiles without a tile', () => pmtiles((head) => void head.fill(0, 64, 96)), 'contains no tile'],
];

describe('a broken file', () => {
  it.each(broken)('%s says so', async (_, make, message) => {
    const said = await files.inspect(make()).then(
      () => 'accepted',
      (error: unknown) => mapMessage(error),
    );
    expect(said).toContain(message);
  });

  it('does not hold the files that wait behind it', async () => {
    const bad = files.inspect(hugeDirectory()).catch(mapMessage);
    const good = files.inspect(mbtiles());
    expect(await bad).toContain('was stopped. Other maps');
    expect((await good).kind).toBe('mbtiles');
  });

  it('is one of at least forty', () => {
    expect(broken.length).toBeGreaterThanOrEqual(40);
  });
});

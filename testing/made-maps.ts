import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { PNG } from 'pngjs';
import { writePmtiles } from '../scripts/basemap/write-pmtiles.mjs';

/** A tile of one colour, as PNG. */
export function colouredTile([red, green, blue]: readonly [number, number, number], sizePx = 256): Buffer {
  const picture = new PNG({ width: sizePx, height: sizePx });
  for (let at = 0; at < picture.data.length; at += 4) picture.data.set([red, green, blue, 255], at);
  return PNG.sync.write(picture);
}

interface MadeTile {
  z: number;
  x: number;
  /** Counted from the north. */
  y: number;
  bytes: Uint8Array;
}

/** All tiles of the zooms 0 to `maxZoom`, in one colour. */
export function pyramid(maxZoom: number, bytes: Uint8Array): MadeTile[] {
  const tiles: MadeTile[] = [];
  for (let z = 0; z <= maxZoom; z += 1)
    for (let x = 0; x < 2 ** z; x += 1) for (let y = 0; y < 2 ** z; y += 1) tiles.push({ z, x, y, bytes });
  return tiles;
}

/** Writes a file of MBTiles; `before` may break it. */
export function writeMbtiles(
  path: string,
  {
    tiles,
    metadata = { name: 'Made', format: 'png' },
    before,
  }: {
    tiles: readonly MadeTile[];
    metadata?: Readonly<Record<string, string>>;
    before?: (database: DatabaseSync) => void;
  },
): string {
  const database = new DatabaseSync(path);
  database.exec(`CREATE TABLE metadata (name TEXT, value TEXT);
    CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
    CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);`);
  const describe = database.prepare('INSERT INTO metadata VALUES (?, ?)');
  for (const [name, value] of Object.entries(metadata)) describe.run(name, value);
  const add = database.prepare('INSERT INTO tiles VALUES (?, ?, ?, ?)');
  database.exec('BEGIN');
  for (const { z, x, y, bytes } of tiles) add.run(z, x, 2 ** z - 1 - y, bytes);
  database.exec('COMMIT');
  before?.(database);
  database.close();
  return path;
}

/** The bytes of a file of PMTiles with pictures, or vector tiles that are packed; `before` may break its head. */
export function pmtilesBytes(
  tiles: readonly MadeTile[],
  {
    metadata = { name: 'Made' },
    isVector = false,
    before,
  }: { metadata?: object; isVector?: boolean; before?: (head: Buffer) => void } = {},
): Buffer {
  const bytes = writePmtiles({ tiles, metadata });
  // The kind of the tiles: MVT, or else PNG. All of them are packed.
  bytes.writeUInt8(isVector ? 1 : 2, 99);
  before?.(bytes);
  return bytes;
}

/** Writes a file of PMTiles with pictures. */
export function writePmtilesFile(path: string, ...made: Parameters<typeof pmtilesBytes>): string {
  writeFileSync(path, pmtilesBytes(...made));
  return path;
}

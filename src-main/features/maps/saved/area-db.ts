import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { TilePlace } from '../tile-grid.ts';

const tileRow = z.object({ bytes: z.instanceof(Uint8Array) });
const placeRow = z.object({ z: z.number(), x: z.number(), y: z.number() });
const sumsRow = z.object({
  done: z.number(),
  missing: z.number().nullable(),
  bytes: z.number().nullable(),
});

/** The number of tiles in the file of an area, how many of them the server does not have, and the bytes of the file. */
export interface AreaSums {
  done: number;
  missing: number;
  bytes: number;
}

/** Each open database holds some file descriptors. */
const maxOpen = 8;

/**
 * Opens the files of saved areas: one MBTiles database for each (rows count from the south), which other programs can read too. Where
 * the server has no tile, an empty one is stored. Each call blocks, so a thread makes them.
 */
export function openAreaDbs(folder: string) {
  const open = new Map<string, DatabaseSync>();
  const pathOf = (area: string) => join(folder, `${area}.mbtiles`);

  function close(area: string) {
    const database = open.get(area);
    open.delete(area);
    database?.close();
  }

  function databaseOf(area: string): DatabaseSync {
    const opened = open.get(area);
    if (opened) {
      open.delete(area);
      open.set(area, opened);
      return opened;
    }
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const database = new DatabaseSync(pathOf(area));
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA application_id = 0x4d504258;
      CREATE TABLE IF NOT EXISTS metadata (name TEXT PRIMARY KEY, value TEXT);
      CREATE TABLE IF NOT EXISTS tiles (
        zoom_level INTEGER NOT NULL, tile_column INTEGER NOT NULL, tile_row INTEGER NOT NULL, tile_data BLOB NOT NULL,
        PRIMARY KEY (zoom_level, tile_column, tile_row)
      );`);
    open.set(area, database);
    const [oldest] = open.keys();
    if (open.size > maxOpen && oldest !== undefined) close(oldest);
    return database;
  }

  const flipped = ({ z, x, y }: TilePlace) => ({ z, x, y: 2 ** z - 1 - y });

  return {
    /** Returns the tile of the first area that has it; empty bytes if the server has none there; null if no area has it. */
    get(areas: readonly string[], place: TilePlace): Uint8Array | null {
      for (const area of areas) {
        const raw = databaseOf(area)
          .prepare(
            'SELECT tile_data AS bytes FROM tiles WHERE zoom_level = :z AND tile_column = :x AND tile_row = :y',
          )
          .get(flipped(place));
        if (raw !== undefined) return tileRow.parse(raw).bytes;
      }
      return null;
    },
    put(area: string, place: TilePlace, bytes: Uint8Array) {
      databaseOf(area)
        .prepare(
          'INSERT OR REPLACE INTO tiles (zoom_level, tile_column, tile_row, tile_data) VALUES (:z, :x, :y, :bytes)',
        )
        .run({ ...flipped(place), bytes });
    },
    /** Returns the places whose tiles are not saved yet. */
    missingOf(area: string, places: readonly TilePlace[]): TilePlace[] {
      const find = databaseOf(area).prepare(
        'SELECT zoom_level AS z, tile_column AS x, tile_row AS y FROM tiles WHERE zoom_level = :z AND tile_column = :x AND tile_row = :y',
      );
      return places.filter((place) => !placeRow.safeParse(find.get(flipped(place))).success);
    },
    describe(area: string, facts: Readonly<Record<string, string>>) {
      const put = databaseOf(area).prepare(
        'INSERT OR REPLACE INTO metadata (name, value) VALUES (:name, :value)',
      );
      for (const [name, value] of Object.entries(facts)) put.run({ name, value });
    },
    sums(area: string): AreaSums {
      const { done, missing, bytes } = sumsRow.parse(
        databaseOf(area)
          .prepare(
            // What the area takes on the disk: many small tiles need much more than their own bytes.
            `SELECT count(*) AS done, sum(length(tile_data) = 0) AS missing,
               (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size) AS bytes FROM tiles`,
          )
          .get(),
      );
      return { done, missing: missing ?? 0, bytes: bytes ?? 0 };
    },
    remove(area: string) {
      close(area);
      for (const suffix of ['', '-wal', '-shm', '-journal'])
        rmSync(`${pathOf(area)}${suffix}`, { force: true });
    },
    close() {
      for (const area of [...open.keys()]) close(area);
    },
  };
}

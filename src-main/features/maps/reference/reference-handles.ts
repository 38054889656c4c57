import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { unusable } from '../unusable.ts';

const schema = `PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;
  CREATE TABLE IF NOT EXISTS feature (
    id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, name TEXT, positions BLOB NOT NULL, lengths BLOB NOT NULL,
    west REAL NOT NULL, south REAL NOT NULL, east REAL NOT NULL, north REAL NOT NULL, text TEXT NOT NULL
  ) STRICT;
  CREATE VIRTUAL TABLE IF NOT EXISTS place USING rtree (id, west, east, north, south, +kind INTEGER);`;
/** Each open database holds some file descriptors. */
const maxOpen = 8;

/** Deletes the files of layers that were being written when Nadir ended. */
function deleteUnfinished(folder: string) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder))
    if (/\.part(?:-journal)?$/.test(name)) rmSync(join(folder, name), { force: true });
}

/**
 * Creates the open databases of reference layers: one file for each layer. While a layer is written its file has another name, so
 * that half a layer is never shown. The databases that were used least recently are closed.
 */
export function createReferenceHandles({ folder }: { folder: string }) {
  const open = new Map<string, DatabaseSync>();
  const pathOf = (layer: string) => join(folder, `${layer}.db`);
  const unfinishedPathOf = (layer: string) => join(folder, `${layer}.part`);
  deleteUnfinished(folder);

  function close(path: string) {
    const database = open.get(path);
    open.delete(path);
    database?.close();
  }

  function keepOpen(path: string, database: DatabaseSync): DatabaseSync {
    open.set(path, database);
    const [oldest] = open.keys();
    if (open.size > maxOpen && oldest !== undefined) close(oldest);
    return database;
  }

  return {
    /** Creates the file of a layer that is going to be written. */
    create(layer: string) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const path = unfinishedPathOf(layer);
      const database = new DatabaseSync(path);
      database.exec(schema);
      keepOpen(path, database);
    },
    /** Returns the database of a layer that is being written. @throws MAP_UNUSABLE if it is not. */
    forWriting(layer: string): DatabaseSync {
      const path = unfinishedPathOf(layer);
      const database = open.get(path);
      if (database) return database;
      if (!existsSync(path)) throw unusable('copy-gone');
      return keepOpen(path, new DatabaseSync(path));
    },
    /** Gives the file of a layer its final name. */
    finish(layer: string) {
      close(unfinishedPathOf(layer));
      renameSync(unfinishedPathOf(layer), pathOf(layer));
    },
    /** Returns the database of a finished layer. @throws MAP_UNUSABLE if its file is gone. */
    forReading(layer: string): DatabaseSync {
      const path = pathOf(layer);
      const database = open.get(path);
      if (database) {
        // The order of the map is the order of the last use.
        open.delete(path);
        open.set(path, database);
        return database;
      }
      if (!existsSync(path)) throw unusable('reference-missing');
      return keepOpen(path, new DatabaseSync(path, { readOnly: true }));
    },
    /** Deletes the files of a layer, finished or not. */
    remove(layer: string) {
      for (const path of [pathOf(layer), unfinishedPathOf(layer)]) {
        close(path);
        for (const suffix of ['', '-journal']) rmSync(`${path}${suffix}`, { force: true });
      }
    },
    close() {
      for (const path of [...open.keys()]) close(path);
    },
  };
}

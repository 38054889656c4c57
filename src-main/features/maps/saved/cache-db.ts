import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type CachedTile, cachedTileSchema } from './saved-questions.ts';

const row = cachedTileSchema.extend({ usedAt: z.number() });
const sumRow = z.object({ bytes: z.number().nullable() });

/** A second use within this time is not stored, so that not every read is a write. */
const sameUseMs = 3_600_000;

function open(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS tile (
      source TEXT NOT NULL, z INTEGER NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL,
      bytes BLOB NOT NULL, size INTEGER NOT NULL, etag TEXT, last_modified TEXT, fresh_until REAL NOT NULL, used_at REAL NOT NULL,
      PRIMARY KEY (source, z, x, y)
    ) STRICT;
    CREATE INDEX IF NOT EXISTS tile_used ON tile (used_at, size);`);
  return database;
}

/** Opens the cache. If it cannot be read, it is deleted and created again. */
function openOrCreate(path: string): DatabaseSync {
  try {
    return open(path);
  } catch {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
    return open(path);
  }
}

/** Opens the cache of servers' tiles, which has at most `maxBytes`. Each call blocks, so a thread makes them. */
export function openCacheDb({ path, maxBytes }: { path: string; maxBytes: number }) {
  const database = openOrCreate(path);
  const get = database.prepare(
    `SELECT bytes, etag, last_modified AS lastModified, fresh_until AS freshUntil, used_at AS usedAt
     FROM tile WHERE source = :source AND z = :z AND x = :x AND y = :y`,
  );
  const touch = database.prepare(
    'UPDATE tile SET used_at = :now WHERE source = :source AND z = :z AND x = :x AND y = :y',
  );
  const put = database.prepare(
    `INSERT OR REPLACE INTO tile (source, z, x, y, bytes, size, etag, last_modified, fresh_until, used_at)
     VALUES (:source, :z, :x, :y, :bytes, length(:bytes) + 200, :etag, :lastModified, :freshUntil, :now)`,
  );
  const sum = () => sumRow.parse(database.prepare('SELECT sum(size) AS bytes FROM tile').get()).bytes ?? 0;
  let bytes = sum();

  /** Deletes the tenth that was used least recently, so that the next tiles need no deletion. */
  function makeRoom() {
    const statement = database.prepare(
      'DELETE FROM tile WHERE rowid IN (SELECT rowid FROM tile ORDER BY used_at LIMIT 200)',
    );
    while (bytes > maxBytes * 0.9 && Number(statement.run().changes) > 0) bytes = sum();
  }

  return {
    get(place: { source: string; z: number; x: number; y: number }, now: number): CachedTile | null {
      const raw = get.get(place);
      if (raw === undefined) return null;
      const { usedAt, ...tile } = row.parse(raw);
      if (now - usedAt > sameUseMs) touch.run({ ...place, now });
      return tile;
    },
    put(place: { source: string; z: number; x: number; y: number }, tile: CachedTile, now: number) {
      put.run({ ...place, ...tile, now });
      bytes += tile.bytes.byteLength + 200;
      if (bytes > maxBytes) makeRoom();
    },
    forget(source: string) {
      database.prepare('DELETE FROM tile WHERE source = :source').run({ source });
      bytes = sum();
    },
    close: () => database.close(),
  };
}

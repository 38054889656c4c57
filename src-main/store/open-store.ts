import { closeSync, copyFileSync, existsSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { forgetDamage, isCheckedAtStart } from './check-large-database.ts';
import { isOtherThanFile } from './is-other-than-file.ts';
import { migrate } from './migrate.ts';
import { quarantine } from './quarantine.ts';
import { quickCheck } from './quick-check.ts';
import { createStore, type Migration, type Store } from './store.ts';

interface OpenStoreOptions {
  folder: string;
  migrations: readonly Migration[];
  now: () => Date;
  /** Called with the path under which an unreadable database was kept. */
  onQuarantined: (path: string) => void;
}

export const databaseFileName = 'nadir.db';
const magic = 'SQLite format 3\0';

/** The WAL holds the latest commits. SQLite deletes it together with a database that it cannot use, so it is copied first. */
function closeKeepingLog(database: DatabaseSync, path: string) {
  const log = `${path}-wal`;
  const copy = `${log}.copy`;
  if (existsSync(log)) copyFileSync(log, copy);
  database.close();
  if (existsSync(copy)) renameSync(copy, log);
}

/**
 * Files created meanwhile are only for this user, also in a folder that others may read. SQLite gives the WAL the rights of the
 * database file.
 */
function withPrivateFiles<T>(make: () => T): T {
  const before = process.umask(0o077);
  try {
    return make();
  } finally {
    process.umask(before);
  }
}

function openDatabase(path: string, migrations: readonly Migration[]): DatabaseSync {
  const database = withPrivateFiles(() => new DatabaseSync(path, { timeout: 5_000 }));
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    // A larger database is checked later, by `checkLargeDatabase`.
    if (isCheckedAtStart(path)) {
      const found = quickCheck(database);
      if (found !== 'ok') throw new Error(`database check: ${found}`);
    }
    migrate(database, migrations);
    return database;
  } catch (error) {
    if (isCorrupt(error)) closeKeepingLog(database, path);
    else database.close();
    throw error;
  }
}

/** True for SQLITE_CORRUPT (11) and SQLITE_NOTADB (26), or a failed check: the file cannot be used. */
function isCorrupt(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : null;
  return code === 11 || code === 26 || error.message.startsWith('database check:');
}

/**
 * True if the file is not a database: other bytes, none, or not a file at all. Checked without SQLite, which would delete the WAL
 * of such a file when it opens it.
 */
function isNoDatabase(path: string): boolean {
  if (isOtherThanFile(path)) return true;
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  // SQLite would silently create a new database in it.
  if (found.size === 0) return true;
  const head = Buffer.alloc(magic.length);
  const file = openSync(path, 'r');
  try {
    readSync(file, head, 0, head.length, 0);
  } finally {
    closeSync(file);
  }
  return head.toString('latin1') !== magic;
}

/**
 * Opens the database of the data folder. An unreadable one is renamed beside (with its WAL), never deleted, and a new one is
 * created; a database of a newer Nadir is left unchanged and the error is thrown.
 */
export function openStore({ folder, migrations, now, onQuarantined }: OpenStoreOptions): Store {
  const path = join(folder, databaseFileName);
  const open = () => createStore(openDatabase(path, migrations), path);
  const begin = () => {
    onQuarantined(quarantine(path, now(), ['', '-wal', '-shm']));
    forgetDamage(path);
    return open();
  };
  if (isNoDatabase(path) || ['-wal', '-shm'].some((tail) => isOtherThanFile(path + tail))) return begin();
  try {
    return open();
  } catch (error) {
    if (isCorrupt(error)) return begin();
    throw error;
  }
}

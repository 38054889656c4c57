import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { isOtherThanFile } from '../store/is-other-than-file.ts';
import { makePrivate } from '../store/make-private.ts';
import { quarantine } from '../store/quarantine.ts';
import { makeDataFolder } from './make-data-folder.ts';

const ownerSchema = z.object({ host: z.string(), pid: z.number(), since: z.string() });
type LockOwner = z.infer<typeof ownerSchema>;

/** Another Nadir uses this data folder. */
export class FolderLockedError extends Error {
  readonly owner: LockOwner | null;
  constructor(owner: LockOwner | null) {
    super('the data folder is in use');
    this.owner = owner;
  }
}

/** The result codes of SQLite that have a special meaning here; other errors are passed on unchanged. */
const meanings: Readonly<Record<number, 'busy' | 'damaged' | 'EACCES' | 'ENOSPC'>> = {
  3: 'EACCES',
  5: 'busy',
  8: 'EACCES',
  13: 'ENOSPC',
  14: 'EACCES',
  26: 'damaged',
};

function meaningOf(error: unknown): (typeof meanings)[number] | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  // Only the low byte: extended codes have a detail above it.
  return meanings[error.errcode & 0xff] ?? null;
}

/**
 * Locks the data folder for this process, with an exclusive transaction on a separate file; the operating system ends it with the
 * process, however that dies. Two writers on one database and one library would undo each other's work.
 */
export function lockDataFolder(folder: string, owner: LockOwner): { release(): void } {
  // Orders and their places are private on this machine; an existing folder keeps its rights.
  makeDataFolder(folder);
  const note = join(folder, 'lock-owner.json');
  const place = join(folder, 'lock.db');
  // Opening a pipe in place of a file would block; nothing can hold a lock on it.
  for (const path of [place, note]) if (isOtherThanFile(path)) quarantine(path, new Date());
  const database = take(place, note);
  try {
    makePrivate(folder);
    writeFileSync(note, JSON.stringify(owner), { mode: 0o600 });
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    release() {
      if (!database.isOpen) return;
      // While the lock is still ours: after that, the note may belong to the next owner.
      rmSync(note, { force: true });
      database.close();
    },
  };
}

/** True if a Nadir has the data folder. It is only looked at: nothing is written, and whoever starts meanwhile is not refused. */
export function isFolderInUse(folder: string): boolean {
  const path = join(folder, 'lock.db');
  if (!existsSync(path) || isOtherThanFile(path)) return false;
  const database = new DatabaseSync(path, { readOnly: true, timeout: 0 });
  try {
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    if (meaningOf(error) === 'busy') return true;
    throw error;
  } finally {
    database.close();
  }
}

function take(path: string, note: string, mayMend = true): DatabaseSync {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path, { timeout: 250 });
    database.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    const meaning = meaningOf(error);
    if (meaning === 'busy') throw new FolderLockedError(readOwner(note));
    if (meaning === 'damaged' && mayMend) {
      // A lock can only be held on a sound file, so nothing holds one here.
      renameSync(path, `${path}.kept-${process.pid}-${Date.now()}`);
      return take(path, note, false);
    }
    if (meaning === 'EACCES' || meaning === 'ENOSPC') {
      throw Object.assign(new Error(`${meaning}: ${path}`, { cause: error }), { code: meaning });
    }
    throw error;
  }
}

function readOwner(path: string): LockOwner | null {
  try {
    return ownerSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

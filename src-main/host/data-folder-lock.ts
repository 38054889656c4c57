import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { isOtherThanFile } from '../store/is-other-than-file.ts';
import { makePrivate } from '../store/make-private.ts';
import { quarantine } from '../store/quarantine.ts';

const ownerSchema = z.object({ host: z.string(), pid: z.number(), since: z.string() });
type LockOwner = z.infer<typeof ownerSchema>;

/** Another Nadir works in this data folder. */
export class FolderLockedError extends Error {
  readonly owner: LockOwner | null;
  constructor(owner: LockOwner | null) {
    super('the data folder is in use');
    this.owner = owner;
  }
}

/** SQLite's result codes, as far as they mean something of their own here; the rest are told as they are. */
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
  // The low byte: extended codes carry a detail above it.
  return meanings[error.errcode & 0xff] ?? null;
}

/**
 * Takes the data folder for this process: an exclusive transaction on a file of its own, which the operating system ends
 * with the process, however it dies. Two writers on one database and one library would undo each other's work.
 */
export function lockDataFolder(folder: string, owner: LockOwner): { release(): void } {
  // What is ordered and where is nobody else's on this machine; a folder that was there keeps its rights.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const note = join(folder, 'lock-owner.json');
  const place = join(folder, 'lock.db');
  // A pipe in the place of a file would be waited for; nobody holds a lock on such a thing.
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
      // While the lock is still ours: after it, the note may already be the next one's.
      rmSync(note, { force: true });
      database.close();
    },
  };
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
      // Whoever holds the lock holds it on a sound file: nobody does on this one.
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

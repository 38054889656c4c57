import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const ownerSchema = z.object({ host: z.string(), pid: z.number(), since: z.string() });
export type LockOwner = z.infer<typeof ownerSchema>;

/** Another Nadir works in this data folder. */
export class FolderLockedError extends Error {
  readonly owner: LockOwner | null;
  constructor(owner: LockOwner | null) {
    super('the data folder is in use');
    this.owner = owner;
  }
}

/**
 * Takes the data folder for this process: an exclusive transaction on a file of its own, which the operating system ends
 * with the process, however it dies. Two writers on one database and one library would undo each other's work.
 */
export function lockDataFolder(folder: string, owner: LockOwner): { release(): void } {
  mkdirSync(folder, { recursive: true });
  const note = join(folder, 'lock-owner.json');
  const database = new DatabaseSync(join(folder, 'lock.db'), { timeout: 250 });
  try {
    database.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
  } catch {
    database.close();
    throw new FolderLockedError(readOwner(note));
  }
  writeFileSync(note, JSON.stringify(owner));
  return {
    release() {
      if (!database.isOpen) return;
      // While the lock is still ours: after it, the note may already be the next one's.
      rmSync(note, { force: true });
      database.close();
    },
  };
}

function readOwner(path: string): LockOwner | null {
  try {
    return ownerSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

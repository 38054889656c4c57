import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { catalogFolder } from '../format/layout.ts';
import { type Disk, TooLargeFileError } from './disk.ts';

const lockName = '.nadir-lock';
const maxBytes = 4_096;
const lockSchema = z.object({ instance: z.string(), turn: z.string() });

/** Thrown if another Nadir holds the lock for longer than `maxWaitMs`, or has taken it over. */
export class LibraryBusyError extends Error {}

/** The right to change the catalogs of a library folder. */
export interface LibraryLock {
  /** Shows other processes that the owner is running. Throws LibraryBusyError if another Nadir has taken the lock over. */
  renew(): Promise<void>;
  release(): Promise<void>;
}

/** The times of a lock, in milliseconds. Tests pass a clock of their own. */
export interface LockTimes {
  monotonic: () => number;
  wait: (ms: number) => Promise<unknown>;
  /** If the text of a lock does not change for this time, its owner has ended. */
  staleMs: number;
  /** The owner changes the text at this interval. */
  renewMs: number;
  maxWaitMs: number;
}

const realTimes: LockTimes = {
  monotonic: () => performance.now(),
  wait: (ms) => wait(ms, undefined, { ref: false }),
  staleMs: 40_000,
  renewMs: 8_000,
  maxWaitMs: 90_000,
};

const ownerOf = (text: string): string | null => {
  try {
    return lockSchema.parse(JSON.parse(text)).instance;
  } catch {
    return null;
  }
};

/** Resolves with the text of a lock file; '' if it is too large, so that it becomes stale like any other lock. */
async function readLock(disk: Disk, path: string): Promise<string> {
  try {
    return (await disk.read(path, maxBytes)) ?? '';
  } catch (error) {
    if (error instanceof TooLargeFileError) return '';
    throw error;
  }
}

/**
 * Removes a lock whose owner has ended. Two processes may do so at once: each renames the file first, and puts it back if it is not the
 * stale lock.
 */
async function removeStale(disk: Disk, path: string, staleText: string): Promise<void> {
  const aside = `${path}.${randomUUID().slice(0, 8)}`;
  const isMoved = await disk.rename(path, aside).then(
    () => true,
    () => false,
  );
  if (!isMoved) return;
  const moved = await readLock(disk, aside);
  if (moved !== '' && moved !== staleText) await disk.create(path, moved);
  await disk.remove(aside);
}

/**
 * Waits for the lock of a library folder. `instance` identifies the data folder, which only one process has open: a lock with it was left
 * by a crash and is taken over at once. Clocks of two computers are never compared. Throws LibraryBusyError.
 */
export async function lockLibrary(
  { disk, library, instance }: { disk: Disk; library: string; instance: string },
  times: LockTimes = realTimes,
): Promise<LibraryLock> {
  const folder = join(library, catalogFolder);
  const path = join(folder, lockName);
  const newText = () => JSON.stringify({ instance, turn: randomUUID() });
  await disk.makeFolder(folder);
  const began = times.monotonic();
  let text = newText();
  let seen = { text: '', since: began };
  while (!(await disk.create(path, text))) {
    const found = await readLock(disk, path);
    const now = times.monotonic();
    if (found !== seen.text) seen = { text: found, since: now };
    if (ownerOf(found) === instance || now - seen.since >= times.staleMs) {
      await removeStale(disk, path, found);
      seen = { text: '', since: now };
    } else if (now - began >= times.maxWaitMs) throw new LibraryBusyError();
    else await times.wait(50 + Math.random() * 100);
  }
  let renewedAt = times.monotonic();
  const isOurs = async () => (await readLock(disk, path)) === text;
  return {
    async renew() {
      const now = times.monotonic();
      if (now - renewedAt < times.renewMs) return;
      if (!(await isOurs())) throw new LibraryBusyError();
      text = newText();
      await disk.replace(path, text);
      renewedAt = now;
    },
    async release() {
      if (await isOurs()) await disk.remove(path);
    },
  };
}

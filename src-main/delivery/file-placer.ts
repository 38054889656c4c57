import { mkdir, open, readdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { systemErrorCode } from '../core/system-error.ts';
import { freeName, type Place, placeFolder } from './final-place.ts';
import { foldedName } from './safe-name.ts';

/** A whole, checked file that is about to get its final name. */
export interface FileToPlace {
  /** Root of the library, or where a rule wants it. */
  library: string;
  place: Place;
  partial: string;
  /** Where it lies already, when an earlier session moved it and could not say so. */
  lies: string | null;
  signal: AbortSignal;
}

export interface PlaceFilesOptions<T extends FileToPlace> {
  /** Notes in one commit where each is about to be, so that a crash in between does not cost the bytes. */
  note: (placed: readonly { file: T; path: string }[]) => void;
  /** They lie there, for good; in one commit. */
  placed: (placed: readonly { file: T; path: string }[]) => void;
}

interface Job<T> {
  file: T;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** More would make the first wait for the last. */
const maxAtOnce = 256;

export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders; there the rename is durable by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Some network drives know no sync of a folder; nothing better can be had from them.
    const code = systemErrorCode(error);
    if (code !== 'EINVAL' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
  } finally {
    await handle.close();
  }
}

/** Makes the folder; answers those whose list of names changed by it. */
async function makeFolder(folder: string): Promise<string[]> {
  const first = await mkdir(folder, { recursive: true });
  const changed: string[] = [];
  if (first === undefined) return changed;
  for (let at = folder; at.length >= first.length; at = dirname(at)) changed.push(dirname(at));
  return changed;
}

/** Gives a whole file its final name. On Windows a scanner may hold it for a moment: tried again. */
export async function moveIntoPlace(partial: string, path: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await rename(partial, path);
      return;
    } catch (error) {
      const code = systemErrorCode(error);
      if (attempt >= 6 || !['EPERM', 'EBUSY', 'EACCES'].includes(code) || process.platform !== 'win32')
        throw error;
      await wait(50 * 2 ** attempt);
    }
  }
}

/**
 * Final names, one group at a time: between looking for a free name and taking it no other transfer may take it, and a group
 * shares its commits and its folder syncs.
 */
export function createFilePlacer<T extends FileToPlace>({ note, placed }: PlaceFilesOptions<T>) {
  const waiting: Job<T>[] = [];
  let running = false;

  async function placeGroup(jobs: readonly Job<T>[]) {
    const taken = new Map<string, Promise<Set<string>>>();
    const names = new Map<string, Set<string>>();
    const failed = new Set<Job<T>>();
    // A new folder is as good as its name in the one above.
    const changed = new Set<string>();
    const namesIn = async (folder: string) => {
      for (const above of await makeFolder(folder)) changed.add(above);
      return new Set((await readdir(folder)).map(foldedName));
    };
    const going: { job: Job<T>; file: T; path: string }[] = [];
    await Promise.all(
      jobs.map(async (job) => {
        try {
          job.file.signal.throwIfAborted();
          const folder = placeFolder(job.file.library, job.file.place);
          if (!taken.has(folder)) taken.set(folder, namesIn(folder));
          names.set(folder, (await taken.get(folder)) ?? new Set());
        } catch (error) {
          failed.add(job);
          job.reject(error);
        }
      }),
    );
    for (const job of jobs) {
      if (failed.has(job)) continue;
      const { file } = job;
      const folder = placeFolder(file.library, file.place);
      const path = file.lies ?? freeName(folder, file.place.fileName, names.get(folder) ?? new Set());
      going.push({ job, file, path });
    }
    note(going.filter(({ file }) => file.lies === null));
    const moved = await Promise.all(
      going.map(async (each) => {
        try {
          if (each.file.lies === null) await moveIntoPlace(each.file.partial, each.path);
          return [each];
        } catch (error) {
          each.job.reject(error);
          return [];
        }
      }),
    );
    const there = moved.flat();
    for (const { path } of there) changed.add(dirname(path));
    await Promise.all([...changed].map(syncFolder));
    placed(there);
    for (const { job } of there) job.resolve();
  }

  async function run() {
    running = true;
    while (waiting.length > 0) {
      const group = waiting.splice(0, maxAtOnce);
      await placeGroup(group).catch((error: unknown) => {
        for (const { reject } of group) reject(error);
      });
    }
    running = false;
  }

  return (file: T): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ file, resolve, reject });
      if (!running) void run();
    });
}

import { mkdir, open, readdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { systemErrorCode } from '../../core/system-error.ts';
import { freeName, type Place, placeFolder } from './final-place.ts';
import { foldedName } from './safe-name.ts';

/** A whole, verified file that is about to get its final name. */
export interface FileToPlace {
  /** The root of the library, or where a rule wants the file. */
  library: string;
  place: Place;
  partial: string;
  /** Where the file is already, when an earlier session moved it and ended before it could say so. */
  placedPath: string | null;
  signal: AbortSignal;
}

interface PlacedFile<T> {
  file: T;
  path: string;
}

interface FilePlacerOptions<T extends FileToPlace> {
  /** Notes in one commit where each file is about to be, so that a crash in between does not cost the bytes. */
  note: (files: readonly PlacedFile<T>[]) => void;
  /** The files are there, for good; to be noted in one commit. */
  placed: (files: readonly PlacedFile<T>[]) => void;
}

interface Job<T> {
  file: T;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** In a larger group the first file would wait for the last. */
const maxGroupSize = 256;
const maxMoveAttempts = 6;

/** Brings the list of names of a folder to the disk. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders; there the rename is durable without it.
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

/** Makes the folder; resolves with those folders whose list of names changed by it. */
async function makeFolder(folder: string): Promise<string[]> {
  const first = await mkdir(folder, { recursive: true });
  const changed: string[] = [];
  if (first === undefined) return changed;
  for (let created = folder; created.length >= first.length; created = dirname(created))
    changed.push(dirname(created));
  return changed;
}

/** Gives a whole file its final name. A scanner on Windows may hold it for a moment, so the move is tried again there. */
export async function moveIntoPlace(partial: string, path: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await rename(partial, path);
      return;
    } catch (error) {
      const isLocked = ['EPERM', 'EBUSY', 'EACCES'].includes(systemErrorCode(error));
      if (attempt >= maxMoveAttempts || !isLocked || process.platform !== 'win32') throw error;
      await wait(50 * 2 ** attempt);
    }
  }
}

/**
 * Makes the folders of a group. Resolves with the names that are taken in each, and with the folders whose list of names changed,
 * since a new folder is as durable as its name in the one above. A job whose folder cannot be made is rejected, and left out.
 */
async function makeFolders<T extends FileToPlace>(jobs: readonly Job<T>[]) {
  const reading = new Map<string, Promise<Set<string>>>();
  const names = new Map<string, Set<string>>();
  const changed = new Set<string>();
  const namesIn = async (folder: string) => {
    for (const above of await makeFolder(folder)) changed.add(above);
    return new Set((await readdir(folder)).map(foldedName));
  };
  const ready = await Promise.all(
    jobs.map(async (job) => {
      try {
        job.file.signal.throwIfAborted();
        const folder = placeFolder(job.file.library, job.file.place);
        const found = reading.get(folder) ?? namesIn(folder);
        reading.set(folder, found);
        names.set(folder, await found);
        return [job];
      } catch (error) {
        job.reject(error);
        return [];
      }
    }),
  );
  return { ready: ready.flat(), names, changed };
}

/** Chooses the path of each file: a name that is free in its folder, each name for one file only. */
function choosePaths<T extends FileToPlace>(
  jobs: readonly Job<T>[],
  names: ReadonlyMap<string, Set<string>>,
): { job: Job<T>; file: T; path: string }[] {
  return jobs.map((job) => {
    const { file } = job;
    const folder = placeFolder(file.library, file.place);
    const path = file.placedPath ?? freeName(folder, file.place.fileName, names.get(folder) ?? new Set());
    return { job, file, path };
  });
}

async function placeGroup<T extends FileToPlace>(
  jobs: readonly Job<T>[],
  { note, placed }: FilePlacerOptions<T>,
): Promise<void> {
  const { ready, names, changed } = await makeFolders(jobs);
  const chosen = choosePaths(ready, names);
  note(chosen.filter(({ file }) => file.placedPath === null));
  const moved = await Promise.all(
    chosen.map(async (choice) => {
      const { job, file, path } = choice;
      try {
        if (file.placedPath === null) await moveIntoPlace(file.partial, path);
        return [choice];
      } catch (error) {
        job.reject(error);
        return [];
      }
    }),
  );
  const inPlace = moved.flat();
  for (const { path } of inPlace) changed.add(dirname(path));
  await Promise.all([...changed].map(syncFolder));
  placed(inPlace);
  for (const { job } of inPlace) job.resolve();
}

/**
 * Returns what gives files their final names, one group at a time: between looking for a free name and taking it no other
 * transfer may take it, and a group shares its commits and its folder syncs.
 */
export function createFilePlacer<T extends FileToPlace>(
  options: FilePlacerOptions<T>,
): (file: T) => Promise<void> {
  const waiting: Job<T>[] = [];
  let isRunning = false;

  async function run() {
    isRunning = true;
    while (waiting.length > 0) {
      const group = waiting.splice(0, maxGroupSize);
      await placeGroup(group, options).catch((error: unknown) => {
        for (const { reject } of group) reject(error);
      });
    }
    isRunning = false;
  }

  return (file) =>
    new Promise((resolve, reject) => {
      waiting.push({ file, resolve, reject });
      if (!isRunning) void run();
    });
}

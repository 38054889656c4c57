import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { foldedNamesIn } from '../../core/folded-names-in.ts';
import { makeFolderInside } from '../../core/library-path.ts';
import { systemErrorCode } from '../../core/system-error.ts';
import { freeName, type Place, placeFolder } from './final-place.ts';

/** A complete, verified file that is about to get its final name. */
export interface FileToPlace {
  /** The root of the library, or the folder that a rule sets. */
  library: string;
  place: Place;
  partial: string;
  /** The path of the file if an earlier session moved it but ended before recording that; else null. */
  placedPath: string | null;
  signal: AbortSignal;
}

interface PlacedFile<T> {
  file: T;
  path: string;
}

interface FilePlacerOptions<T extends FileToPlace> {
  /** Stores in one commit where each file is about to be, so that a crash in between does not lose the bytes. */
  note: (files: readonly PlacedFile<T>[]) => void;
  /** Called when the files are durable at their places; must store this in one commit. */
  placed: (files: readonly PlacedFile<T>[]) => void;
}

interface Job<T> {
  file: T;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** In a larger group the first file would wait too long for the last. */
const maxGroupSize = 256;
const maxMoveAttempts = 6;

/** Flushes the entries of a folder to disk (fsync), so that a rename in it survives a crash. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder for this; a rename there is durable without it.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Some network drives do not support fsync of a folder; nothing better is possible there.
    const code = systemErrorCode(error);
    if (code !== 'EINVAL' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
  } finally {
    await handle.close();
  }
}

/** Creates the folder; resolves with the folders whose entries changed. Throws PATH_LINKED if a link in it leads out of the library. */
async function makeFolder(folder: string, library: string): Promise<string[]> {
  const first = await makeFolderInside(folder, library);
  const changed: string[] = [];
  if (first === undefined) return changed;
  for (let created = folder; created.length >= first.length; created = dirname(created))
    changed.push(dirname(created));
  return changed;
}

/** Gives a complete file its final name. On Windows a virus scanner may hold it for a moment, so the move is retried there. */
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
 * Creates the folders of a group. Resolves with the names that are taken in each, and with the folders whose entries changed,
 * because a new folder is only as durable as its entry in its parent. A job whose folder cannot be created is rejected and left
 * out.
 */
async function makeFolders<T extends FileToPlace>(jobs: readonly Job<T>[]) {
  const reading = new Map<string, Promise<Set<string>>>();
  const names = new Map<string, Set<string>>();
  const changed = new Set<string>();
  const namesIn = async (folder: string, library: string) => {
    for (const above of await makeFolder(folder, library)) changed.add(above);
    return foldedNamesIn(folder);
  };
  const ready = await Promise.all(
    jobs.map(async (job) => {
      try {
        job.file.signal.throwIfAborted();
        const folder = placeFolder(job.file.library, job.file.place.folders);
        const found = reading.get(folder) ?? namesIn(folder, job.file.library);
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

/** Chooses a free name in its folder for each file; no two files get the same name. */
function choosePaths<T extends FileToPlace>(
  jobs: readonly Job<T>[],
  names: ReadonlyMap<string, Set<string>>,
): { job: Job<T>; file: T; path: string }[] {
  return jobs.map((job) => {
    const { file } = job;
    const folder = placeFolder(file.library, file.place.folders);
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
 * Creates the function that gives files their final names, one group at a time: no other transfer may take a name between the
 * search for a free name and the move, and a group shares its commits and its folder flushes.
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

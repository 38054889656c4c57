import { randomUUID } from 'node:crypto';
import { lstat, open, rename, rm, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../core/app-error.ts';
import { openPlain } from '../../core/open-plain.ts';
import { openJsonDocument } from '../../store/json-document.ts';
import { ensureWritable } from './settings.ts';

/** The file in a library folder that tells it from the empty folder below a mount point (docs/library-format.md). */
export const markerName = '.nadir-library.json';

const maxMarkerBytes = 4_096;
const markerSchema = z.object({ nadirLibrary: z.literal(1), id: z.uuid() });
const knownSchema = z.object({ ids: z.record(z.string(), z.string()) });

/** The options of `createLibraryPresence`. */
export interface LibraryPresenceOptions {
  /** The library folder, absolute. */
  library: () => string;
  /** True while the library is in the default folder, which no person has chosen. */
  isDefault: () => boolean;
  /** The data folder, which remembers the ids of libraries. */
  dataFolder: string;
  /** Returns some recorded paths of files, the newest first: relative to the library, or absolute for files that lie elsewhere. */
  recordedPaths: () => readonly string[];
  now: () => Date;
}

/** Knows whether the library folder is really there. A drive that is not mounted leaves nothing, or an empty folder. */
export interface LibraryPresence {
  /** Rejects with FOLDER_AWAY if the library folder is missing, or is not the library that this data folder knows. */
  ensureThere(): Promise<void>;
  /** Creates and marks the folder that a person has chosen. Rejects with FOLDER_NOT_WRITABLE. */
  choose(): Promise<void>;
  /** Creates the default folder at the first start; any other must be there. Rejects with FOLDER_AWAY or FOLDER_NOT_WRITABLE. */
  start(): Promise<void>;
}

/** Resolves with the id in the marker of a folder; null if there is none, or none that can be read. */
async function readMarker(folder: string): Promise<string | null> {
  const file = await openPlain(join(folder, markerName)).catch(() => null);
  if (file === null) return null;
  try {
    const bytes = Buffer.alloc(maxMarkerBytes);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return markerSchema.parse(JSON.parse(bytes.toString('utf8', 0, bytesRead))).id;
  } catch {
    return null;
  } finally {
    await file.close();
  }
}

/** Writes a new marker; resolves with its id, or with null if the library cannot be written. */
async function writeMarker(folder: string): Promise<string | null> {
  const id = randomUUID();
  const beside = join(folder, `${markerName}.${id.slice(0, 8)}.tmp`);
  try {
    const file = await open(beside, 'wx', 0o644);
    try {
      await file.writeFile(`${JSON.stringify({ nadirLibrary: 1, id }, null, 1)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, join(folder, markerName));
    return id;
  } catch {
    await rm(beside, { force: true }).catch(() => undefined);
    return null;
  }
}

const isFolder = (path: string) =>
  stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );

/** Creates the knowledge of whether the library folder is there. */
export function createLibraryPresence(options: LibraryPresenceOptions): LibraryPresence {
  const { library } = options;
  const known = openJsonDocument({
    path: join(options.dataFolder, 'libraries.json'),
    version: 1,
    schema: knownSchema,
    initial: { ids: {} },
    now: options.now,
    // Without it a library is known again by its files.
    onQuarantined: () => undefined,
  });

  function remember(folder: string, id: string) {
    const { ids } = known.read();
    if (ids[folder] !== id) known.write({ ids: { ...ids, [folder]: id } });
  }

  /** Remembers a library that is surely there, and marks it if an older Nadir has made it. */
  async function adopt(folder: string): Promise<void> {
    const id = (await readMarker(folder)) ?? (await writeMarker(folder));
    if (id !== null) remember(folder, id);
  }

  async function hasRecordedFile(folder: string, paths: readonly string[]): Promise<boolean> {
    for (const path of paths) if ((await lstat(join(folder, path)).catch(() => null)) !== null) return true;
    return false;
  }

  /** Until a folder that was just chosen is marked, nobody can tell it from an empty mount point. */
  let choosing: Promise<void> = Promise.resolve();

  async function ensureThere(): Promise<void> {
    await choosing.catch(() => undefined);
    const folder = library();
    const away = () => new AppError('FOLDER_AWAY', { path: folder, state: 'away' });
    if (!(await isFolder(folder))) throw away();
    const id = known.read().ids[folder];
    if (id !== undefined && (await readMarker(folder)) === id) return;
    const recorded = options.recordedPaths().filter((path) => !isAbsolute(path));
    const isNew = id === undefined && recorded.length === 0;
    if (!isNew && !(await hasRecordedFile(folder, recorded))) throw away();
    await adopt(folder);
  }

  function choose(): Promise<void> {
    const folder = library();
    choosing = ensureWritable(folder).then(() => adopt(folder));
    return choosing;
  }

  return {
    ensureThere,
    choose,
    async start() {
      const isFirst = known.read().ids[library()] === undefined && options.recordedPaths().length === 0;
      if (options.isDefault() && isFirst) return choose();
      await ensureThere();
      // The folder exists, so that nothing is created here: this only tells whether it can be written.
      await ensureWritable(library());
    },
  };
}

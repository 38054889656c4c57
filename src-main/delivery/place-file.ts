import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, stat } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { foldedName, safeName } from './safe-name.ts';

export interface Place {
  project: string | null;
  sceneId: string;
  fileName: string;
}

/** Nadir's own folders in the library: no project may move in. */
const ownFolders = new Set(['.partial', '.display']);

function projectFolder(project: string | null): string {
  const name = safeName(project ?? '', 'No project');
  return ownFolders.has(foldedName(name)) ? `_${name}` : name;
}

/** Runs jobs in turn: between looking for a free name and taking it, no other transfer may take it. */
export function oneAtATime(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const mine = last.then(job);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** `<library>/<project>/<scene>/<file>`: what a person finds again in a file manager. Every part is made safe. */
export async function freePath(library: string, { project, sceneId, fileName }: Place): Promise<string> {
  const folder = join(library, projectFolder(project), safeName(sceneId, 'scene'));
  await mkdir(folder, { recursive: true });
  const taken = new Set((await readdir(folder)).map(foldedName));
  const wanted = safeName(fileName, 'file');
  const extension = extname(wanted);
  const stem = wanted.slice(0, wanted.length - extension.length);
  // A name that is taken, also by another spelling, is never overwritten.
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wanted : `${stem} (${n})${extension}`;
    if (!taken.has(foldedName(name))) return join(folder, name);
  }
}

async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle;
  try {
    handle = await open(folder, 'r');
  } catch {
    // Windows opens no folders; there the rename is durable by itself.
    return;
  }
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Gives the whole file its final name. On Windows a scanner may hold it for a moment: tried again. */
export async function moveIntoPlace(partial: string, path: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await rename(partial, path);
      break;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      if (
        attempt >= 6 ||
        !['EPERM', 'EBUSY', 'EACCES'].includes(String(code)) ||
        process.platform !== 'win32'
      )
        throw error;
      await wait(50 * 2 ** attempt);
    }
  }
  await syncFolder(dirname(path));
}

/**
 * The file that an earlier session moved into place and then died before it could say so: the partial file is gone, and
 * what lies at the noted place has the length of the whole.
 */
export async function placedBefore(
  { place, doneBytes, totalBytes }: { place: string | null; doneBytes: number; totalBytes: number | null },
  partial: string,
  signal: AbortSignal,
): Promise<{ path: string; sizeBytes: number; sha256: string } | null> {
  if (place === null || totalBytes === null || doneBytes !== totalBytes) return null;
  if ((await stat(partial).catch(() => null)) !== null) return null;
  const there = await stat(place).catch(() => null);
  if (!there?.isFile() || there.size !== totalBytes) return null;
  const hash = createHash('sha256');
  for await (const piece of createReadStream(place, { signal })) hash.update(piece);
  return { path: place, sizeBytes: there.size, sha256: hash.digest('hex') };
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
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

/** `<library>/<project>/<scene>`: what a person finds again in a file manager. Every part is made safe. */
export function placeFolder(library: string, { project, sceneId }: Place): string {
  return join(library, projectFolder(project), safeName(sceneId, 'scene'));
}

/** A name that is taken, also by another spelling, is never overwritten; the one that is answered is taken then. */
export function freeName(folder: string, fileName: string, taken: Set<string>): string {
  const wanted = safeName(fileName, 'file');
  const extension = extname(wanted);
  const stem = wanted.slice(0, wanted.length - extension.length);
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wanted : `${stem} (${n})${extension}`;
    const folded = foldedName(name);
    if (taken.has(folded)) continue;
    taken.add(folded);
    return join(folder, name);
  }
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

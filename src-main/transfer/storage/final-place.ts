import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { foldedName } from '../../core/folded-name.ts';
import { safeName } from './safe-name.ts';

/** The parts of a file's final path: the names of its folders, the outermost first, and its own; none of them is safe yet. */
export interface Place {
  folders: readonly string[];
  fileName: string;
}

/** Nadir's own names in the library (`holdings/format/layout.ts` has those of the catalog); the first folder may not use them. */
const ownFolders = new Set(['.partial', '.display', '_catalog', 'catalog.json', 'nadir-catalog.json']);
/** The names of the items that describe scenes, and of their reviews; no file of a scene may use them. */
const itemNames = /^(stac-item( \(\d{1,4}\))?|stac-review\..*)\.json$/;

/** Returns the folder of a file, where a person finds it in a file manager. The name of every folder on the way is made safe. */
export function placeFolder(library: string, folders: readonly string[]): string {
  const names = folders.map((name) => safeName(name, 'scene'));
  const [first = ''] = names;
  return join(library, ...(ownFolders.has(foldedName(first)) ? [`_${first}`, ...names.slice(1)] : names));
}

/** Returns the path of a name that is not taken in any spelling, and adds the name to `taken`. */
export function freeName(folder: string, fileName: string, taken: Set<string>): string {
  const safe = safeName(fileName, 'file');
  const wanted = itemNames.test(foldedName(safe)) ? `_${safe}` : safe;
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
 * Resolves with the file that an earlier session moved into place before it crashed, without recording the move: the partial
 * file is gone, and the file at the stored place has the full length. Otherwise resolves with null.
 */
export async function findFileMovedEarlier(
  { place, doneBytes, totalBytes }: { place: string | null; doneBytes: number; totalBytes: number | null },
  partial: string,
  signal: AbortSignal,
): Promise<{ path: string; sizeBytes: number; sha256: string } | null> {
  if (place === null || totalBytes === null || doneBytes !== totalBytes) return null;
  if ((await stat(partial).catch(() => null)) !== null) return null;
  const found = await stat(place).catch(() => null);
  if (!found?.isFile() || found.size !== totalBytes) return null;
  const hash = createHash('sha256');
  for await (const piece of createReadStream(place, { signal })) hash.update(piece);
  return { path: place, sizeBytes: found.size, sha256: hash.digest('hex') };
}

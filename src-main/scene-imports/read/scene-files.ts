import { basename, extname, relative, sep } from 'node:path';
import { foldedName } from '../../core/folded-name.ts';
import type { FoundFile } from '../found-scene.ts';

/** The parts of a path that are folders of a scene. */
const maxFolders = 4;
/** No file of a scene gets the name of an item of the library's catalog. */
const itemName = /^stac-item( \(\d{1,4}\))?\.json$/;

/** A file before it has its name in the scene. */
export interface UnnamedFile
  extends Pick<FoundFile, 'kind' | 'bands' | 'from' | 'isRemote' | 'sizeBytes' | 'sha256'> {
  /** The name that an attachment should have; null for its file name. */
  role: string | null;
  /** The way to it from the folder of the scene, with the separators of this system. */
  way: string;
  own?: (FoundFile['own'] & { name: string; fileName: string }) | null;
}

/** Returns `wanted`, or the first of `wanted (2).tif`, `wanted (3).tif` … that is not taken in any spelling. */
function freeText(wanted: string, taken: Set<string>): string {
  const end = extname(wanted);
  const stem = wanted.slice(0, wanted.length - end.length);
  for (let n = 1; ; n += 1) {
    const text = n === 1 ? wanted : `${stem} (${n})${end}`;
    if (taken.has(foldedName(text))) continue;
    taken.add(foldedName(text));
    return text;
  }
}

/** Returns the way from the folder of a scene to a file; the name alone if the file lies elsewhere. */
export function wayTo(folder: string, path: string): string {
  const way = relative(folder, path);
  return way === '' || way.startsWith('..') || way.split(sep).length > maxFolders + 1 ? basename(path) : way;
}

/** Gives out the places in the folder of a scene, in any spelling; no file is where another one needs a folder. */
function createPlaces() {
  const files = new Set<string>();
  const taken = new Set<string>();
  return (folders: readonly string[], name: string): string => {
    const ways = folders.map((_, n) => foldedName(folders.slice(0, n + 1).join('/')));
    // A file has the name of one of the folders already: then this one lies beside it.
    const isBlocked = ways.some((way) => files.has(way));
    const place = freeText(isBlocked ? name : [...folders, name].join('/'), taken);
    files.add(foldedName(place));
    if (!isBlocked) for (const way of ways) taken.add(way);
    return place;
  };
}

/**
 * Gives the files of a scene their names: each has one of its own among those of its kind, and a place of its own in the folder of
 * the scene, in any spelling.
 */
export function nameFiles(files: readonly UnnamedFile[], safeName: (name: string) => string): FoundFile[] {
  const names = { raster: new Set<string>(), attachment: new Set<string>() };
  const placeFor = createPlaces();
  return files.map(({ role, way, own = null, ...file }) => {
    const parts = way.split(sep).map(safeName);
    const last = parts.at(-1) ?? 'file';
    const free = itemName.test(foldedName(last)) ? `_${last}` : last;
    const place = placeFor(parts.slice(0, -1), free);
    const fileName = basename(place);
    const wanted = own?.name ?? (file.kind === 'raster' ? fileName : (role ?? fileName));
    const name = freeText(wanted.slice(0, 300), names[file.kind]);
    const { savedAt = null, fetchedFrom = null, order = null, deliverable = null } = own ?? {};
    return {
      ...file,
      ...{ name, fileName: own?.fileName ?? fileName, place },
      own: own === null ? null : { savedAt, fetchedFrom, order, deliverable },
    };
  });
}

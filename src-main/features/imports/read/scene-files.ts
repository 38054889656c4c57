import { basename, extname, relative, sep } from 'node:path';
import { foldedName } from '../../../core/folded-name.ts';
import type { FoundFile } from '../found-scene.ts';

/** The folders of a path that are kept within the folder of a scene. */
const maxFolders = 4;
/** Items of the library's catalog have these names, so no file of a scene may have one. */
const itemName = /^stac-item( \(\d{1,4}\))?\.json$/;

/** A file before it gets its name in the scene. */
export interface UnnamedFile
  extends Pick<FoundFile, 'kind' | 'bands' | 'from' | 'isRemote' | 'sizeBytes' | 'sha256'> {
  /** The name that an attachment should have; null for its file name. */
  role: string | null;
  /** The path from the folder of the scene to the file, with the separators of this system. */
  pathInScene: string;
  bandCount?: number | null;
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

/** Returns the path from the folder of a scene to a file; the name alone if the file is outside of the folder or too deep. */
export function pathInSceneOf(folder: string, path: string): string {
  const below = relative(folder, path);
  return below === '' || below.startsWith('..') || below.split(sep).length > maxFolders + 1
    ? basename(path)
    : below;
}

/**
 * Creates the function that returns a free path for each file in the folder of a scene, whatever its spelling. No file gets a path at
 * which another one needs a folder.
 */
function createPlaces() {
  const files = new Set<string>();
  const taken = new Set<string>();
  return (folders: readonly string[], name: string): string => {
    const parents = folders.map((_, n) => foldedName(folders.slice(0, n + 1).join('/')));
    // If a file already has the name of one of the folders, this file is placed beside it.
    const isBlocked = parents.some((parent) => files.has(parent));
    const place = freeText(isBlocked ? name : [...folders, name].join('/'), taken);
    files.add(foldedName(place));
    if (!isBlocked) for (const parent of parents) taken.add(parent);
    return place;
  };
}

/**
 * Returns the files of a scene with their names: each name is unique among the files of its kind, and each path is unique in the folder
 * of the scene, whatever the spelling.
 */
export function nameFiles(files: readonly UnnamedFile[], safeName: (name: string) => string): FoundFile[] {
  const names = { raster: new Set<string>(), attachment: new Set<string>() };
  const placeFor = createPlaces();
  return files.map(({ role, pathInScene, own = null, ...file }) => {
    const parts = pathInScene.split(sep).map(safeName);
    const last = parts.at(-1) ?? 'file';
    const free = itemName.test(foldedName(last)) ? `_${last}` : last;
    const place = placeFor(parts.slice(0, -1), free);
    const fileName = basename(place);
    const wanted = own?.name ?? (file.kind === 'raster' ? fileName : (role ?? fileName));
    const name = freeText(wanted.slice(0, 300), names[file.kind]);
    return {
      ...file,
      bandCount: file.bandCount ?? null,
      // `readSource` knows what was selected.
      originalPath: null,
      original: null,
      name,
      fileName: own?.fileName ?? fileName,
      place,
      own:
        own === null
          ? null
          : {
              savedAt: own.savedAt,
              fetchedFrom: own.fetchedFrom,
              order: own.order,
              deliverable: own.deliverable,
              originalPath: own.originalPath,
            },
    };
  });
}

import { join } from 'node:path';
import { maxCatalogBytes, readCatalog } from '../format/catalogs.ts';
import { catalogFolder, rootNames } from '../format/layout.ts';
import { checkTwice, type Disk, TooLargeFileError } from './disk.ts';

/**
 * Resolves with the text of a catalog file, '' if it is too large for a catalog; null if there is no such file. `path` is relative to
 * the library.
 */
export const readCatalogText = (disk: Disk, library: string, path: string): Promise<string | null> =>
  checkTwice(disk, library, () => disk.read(join(library, path), maxCatalogBytes)).catch((error: unknown) => {
    if (error instanceof TooLargeFileError) return '';
    throw error;
  });

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * Resolves with the path of the root catalog: that of Nadir's own, or else the first free name. A catalog of another tool keeps its
 * name; a damaged file is taken for Nadir's root if there are catalogs below it.
 */
export async function rootPathOf(disk: Disk, library: string): Promise<string> {
  const hasCatalogs = await disk.isFolder(join(library, catalogFolder));
  const free: string[] = [];
  for (const name of rootNames) {
    const text = await readCatalogText(disk, library, name);
    if (text !== null && readCatalog(text) !== null) return name;
    if (text === null || (hasCatalogs && !isJson(text))) free.push(name);
  }
  return free[0] ?? rootNames[1];
}

import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { CatalogScene } from '../../../../core/catalog-scene.ts';
import { extendBy, formatCollection, readCollectionExtent } from '../format/collection.ts';
import { catalogFolder, collectionPath } from '../format/layout.ts';
import type { Disk } from './disk.ts';
import { readCatalogText } from './root-path.ts';

/**
 * Makes sure that the collection of a library folder is on disk and that its extent has these scenes; the library must be locked. It is
 * called before an item is written that names the collection. Resolves with true if the collection was lost: the items of all scenes must
 * then be written again, so that its extent has them all.
 */
export async function ensureCollection(
  { disk, library, rootPath }: { disk: Disk; library: string; rootPath: string },
  scenes: readonly CatalogScene[],
): Promise<boolean> {
  const path = join(library, collectionPath);
  const text = await readCatalogText(disk, library, collectionPath);
  const extent = text === null ? null : readCollectionExtent(text);
  const periods = extent === null ? await disk.list(join(library, catalogFolder)) : [];
  if (text !== null && extent === null)
    await disk.rename(path, `${path}.damaged-${randomUUID().slice(0, 8)}`);
  const wanted = formatCollection(extendBy(extent, scenes), rootPath);
  if (wanted === text) return false;
  await disk.makeFolder(dirname(path));
  await disk.replace(path, wanted);
  await disk.sync(dirname(path));
  return periods.some((name) => /^(\d{4}|undated)$/.test(name));
}

import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { CatalogSource } from '../../../../core/catalog-scene.ts';
import type { FileClaim } from '../../../../core/file-claims.ts';
import { foldedName } from '../../../../core/folded-name.ts';
import { isEntry, isSameEntry } from '../../../../core/same-entry.ts';
import { isSameScene } from '../format/from-item.ts';
import type { Disk } from './disk.ts';
import { createNamingItems, type NamingItem } from './naming-items.ts';

/** A scene that is about to lose files, and these files; see `BesideQuestion` of the library. */
interface Losing {
  library: string;
  paths: readonly string[];
  source: CatalogSource | null;
  ownItem: string | null;
}

/**
 * Creates the function that finds which files of a scene are claimed by items of other scenes: those in the folder of the file, whatever
 * their name, and those in the folders above it, up to the library folder. Paths are compared as entries of the file system, not as texts.
 */
export function createClaimsBeside(disk: Disk, monotonic: () => number = () => performance.now()) {
  const searchItems = createNamingItems(disk, monotonic);

  /** Resolves with the claimed paths and their claims. A file of which this cannot be found out counts as claimed. */
  return async ({ library, paths, source, ownItem }: Losing): Promise<[string, FileClaim][]> => {
    const itemsFor = searchItems(await realpath(library).catch(() => library));
    const isOwnItem = async (path: string) => ownItem !== null && (await isSameEntry(path, ownItem));
    const isOwnScene = (item: NamingItem) =>
      item.source !== null && source !== null && isSameScene(item.source, source);

    async function claimOn(path: string): Promise<FileClaim | null> {
      const file = join(await realpath(dirname(path)), basename(path));
      for await (const [itemPath, item] of itemsFor(file)) {
        if (item === null) continue;
        if (item === 'unreadable') {
          // Nadir writes its own item again.
          if (!(await isOwnItem(itemPath))) return { by: 'unreadable', path: itemPath };
          continue;
        }
        if (isOwnScene(item)) continue;
        for (const named of item.files.get(foldedName(basename(file))) ?? [])
          if (await isSameEntry(named, file))
            return item.source === null
              ? { by: 'item', path: item.path }
              : { by: 'scene', sceneId: item.source.sceneId };
      }
      return null;
    }

    const claims: [string, FileClaim][] = [];
    for (const path of paths) {
      const claim = await claimOn(path).catch(
        async (): Promise<FileClaim | null> =>
          (await isEntry(path).catch(() => true)) ? { by: 'unreadable', path: dirname(path) } : null,
      );
      if (claim !== null) claims.push([path, claim]);
    }
    return claims;
  };
}

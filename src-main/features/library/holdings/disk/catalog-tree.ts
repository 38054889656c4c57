import { dirname, join, posix } from 'node:path';
import type { AcquisitionPeriod } from '../../../../../src-preload/contract/acquired.ts';
import { catalogPath, changeLinks, linkedPaths } from '../format/catalogs.ts';
import { isPagePath, itemsPerPage, pageFolder, pageNumber, periodFolder } from '../format/layout.ts';
import { createCatalogFiles } from './catalog-files.ts';
import type { Disk } from './disk.ts';
import { readCatalogText } from './root-path.ts';

interface PageChange {
  add: Map<string, string | null>;
  remove: Set<string>;
}

/**
 * Opens the catalogs of a library folder for one batch of changes; the library must be locked. Links to items are collected and written
 * by `flush`, each page once. A catalog is on disk before any other links to it, so that every link leads to a file at every moment.
 */
export function openCatalogTree(disk: Disk, library: string, rootPath: string) {
  const changes = new Map<string, PageChange>();
  const { load, write, ensure, ensureAll, isDamaged, unload } = createCatalogFiles(disk, library, rootPath);

  const changeOf = (page: string): PageChange => {
    const change = changes.get(page) ?? { add: new Map(), remove: new Set() };
    changes.set(page, change);
    return change;
  };

  async function isPageWithRoom(page: string): Promise<boolean> {
    const items = linkedPaths(catalogPath(page), await load(page), 'item').length;
    return items + (changes.get(page)?.add.size ?? 0) < itemsPerPage;
  }

  return {
    rootPath,
    /** True if a catalog was lost, so that the items of all scenes must be written again. */
    isDamaged,
    /**
     * Resolves with the page for a scene. `present` is the path of the page that it is on: there it stays, even if its time has changed,
     * because an interrupted move would leave the item on both pages or on none. For null it is the last page of its month, or a new one
     * if that is full.
     */
    async pageFor(acquired: AcquisitionPeriod | null, present: string | null): Promise<string> {
      if (present !== null && isPagePath(present)) {
        const own = posix.dirname(present);
        await ensureAll(own);
        return own;
      }
      const period = periodFolder(acquired);
      await ensureAll(period);
      const numbers = (await disk.list(join(library, period))).map((name) => pageNumber(name) ?? 0);
      const last = numbers.reduce((max, n) => Math.max(max, n), 1);
      const page = pageFolder(period, last);
      await ensure(page, period);
      if (await isPageWithRoom(page)) return page;
      const next = pageFolder(period, last + 1);
      await ensure(next, period);
      return next;
    },
    /** True if a page on disk links to an item. */
    isLinked: async (page: string, itemPath: string): Promise<boolean> =>
      linkedPaths(catalogPath(page), await load(page), 'item').includes(itemPath),
    /** Adds the link to an item, which must be on disk when `flush` is called. */
    link(page: string, itemPath: string, title: string) {
      changeOf(page).remove.delete(itemPath);
      changeOf(page).add.set(itemPath, title);
    },
    /** Removes the link to an item from the page that the item names as its parent. */
    unlink(pagePath: string | null, itemPath: string) {
      if (pagePath === null || !isPagePath(pagePath)) return;
      const change = changeOf(posix.dirname(pagePath));
      change.add.delete(itemPath);
      change.remove.add(itemPath);
    },
    /** Writes the pages whose links have changed. */
    async flush(): Promise<void> {
      for (const [page, change] of changes) {
        const path = catalogPath(page);
        if (change.add.size === 0 && (await readCatalogText(disk, library, path)) === null) continue;
        const before = await load(page);
        const after = changeLinks(path, before, 'item', change);
        if (after !== before) await write(page, after);
        await disk.sync(dirname(join(library, path)));
      }
      changes.clear();
      unload();
    },
  };
}

/** What `openCatalogTree` returns. */
export type CatalogTree = ReturnType<typeof openCatalogTree>;

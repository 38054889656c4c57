import { randomUUID } from 'node:crypto';
import { dirname, join, posix } from 'node:path';
import {
  catalogPath,
  changeLinks,
  emptyCatalog,
  linkedPaths,
  mostCatalogBytes,
  readCatalog,
} from '../format/catalogs.ts';
import {
  catalogFolder,
  isPagePath,
  itemsPerPage,
  pageFolder,
  pageNumber,
  periodFolder,
  rootNames,
} from '../format/layout.ts';
import type { StacCatalog, StacLink } from '../format/stac-schemas.ts';
import { checkTwice, type Disk, TooLargeFileError } from './disk.ts';

interface PageChange {
  add: Map<string, string | null>;
  remove: Set<string>;
}

const jsonText = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`;

const isUpward = ({ rel }: StacLink) => rel === 'root' || rel === 'parent';

/** Returns the catalog with the links to root and parent that a new one would have; the same one if it has them. */
function withUpwardLinks(catalog: StacCatalog, fresh: StacCatalog): StacCatalog {
  const hrefs = ({ links }: StacCatalog) => JSON.stringify(links.filter(isUpward).map(({ href }) => href));
  if (hrefs(catalog) === hrefs(fresh)) return catalog;
  return { ...catalog, links: [...fresh.links, ...catalog.links.filter((link) => !isUpward(link))] };
}

/** Resolves with the text of a catalog file, '' if it is too large to be one; null if there is none. */
const readText = (disk: Disk, library: string, path: string): Promise<string | null> =>
  checkTwice(disk, library, () => disk.read(join(library, path), mostCatalogBytes)).catch(
    (error: unknown) => {
      if (error instanceof TooLargeFileError) return '';
      throw error;
    },
  );

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * Resolves with the path of the root catalog: the one that is Nadir's own, else the first name that is free. A catalog of another
 * tool keeps its name; a damaged one is Nadir's if there are catalogs below it.
 */
export async function rootPathOf(disk: Disk, library: string): Promise<string> {
  const hasCatalogs = await disk.isFolder(join(library, catalogFolder));
  const free: string[] = [];
  for (const name of rootNames) {
    const text = await readText(disk, library, name);
    if (text !== null && readCatalog(text) !== null) return name;
    if (text === null || (hasCatalogs && !isJson(text))) free.push(name);
  }
  return free[0] ?? rootNames[1];
}

/**
 * Creates the catalogs of one batch of changes; the library must be locked. Links are collected and written by `flush`, each page
 * once. A catalog is on disk before anything links to it, so that every link leads somewhere at every moment.
 */
export function openCatalogTree(disk: Disk, library: string, rootPath: string) {
  const loaded = new Map<string | null, StacCatalog>();
  const changes = new Map<string, PageChange>();
  let isDamaged = false;
  const pathOf = (folder: string | null) => (folder === null ? rootPath : catalogPath(folder));
  const absolute = (path: string) => join(library, path);

  /** Resolves with the links of a catalog that was lost, to those below it; those of its scenes come back with their items. */
  async function childrenOnDisk(folder: string | null): Promise<Map<string, string | null>> {
    const own = folder ?? catalogFolder;
    const found = new Map<string, string | null>();
    for (const name of await disk.list(absolute(own))) {
      const below = catalogPath(posix.join(own, name));
      if (/^(\d{2,4}|undated|page-\d{4,7})$/.test(name) && (await disk.isFile(absolute(below))))
        found.set(below, name);
    }
    return found;
  }

  /** Writes a catalog that is new or was lost. */
  async function create(folder: string | null, wasThere: boolean): Promise<StacCatalog> {
    const path = pathOf(folder);
    await disk.makeFolder(dirname(absolute(path)));
    const isPage = isPagePath(path);
    const add = isPage ? new Map<string, string | null>() : await childrenOnDisk(folder);
    // A lost catalog may have had scenes that nothing else links to.
    if (wasThere || add.size > 0) isDamaged = true;
    const catalog = changeLinks(path, emptyCatalog(folder, rootPath), 'child', { add, remove: new Set() });
    await disk.replace(absolute(path), jsonText(catalog));
    return catalog;
  }

  async function load(folder: string | null): Promise<StacCatalog> {
    const known = loaded.get(folder);
    if (known !== undefined) return known;
    const path = pathOf(folder);
    const text = await readText(disk, library, path);
    let catalog = text === null ? null : readCatalog(text);
    if (catalog === null) {
      if (text !== null)
        await disk.rename(absolute(path), `${absolute(path)}.damaged-${randomUUID().slice(0, 8)}`);
      catalog = await create(folder, text !== null);
    }
    // The root has another name since another tool took its own.
    const upward = withUpwardLinks(catalog, emptyCatalog(folder, rootPath));
    if (upward !== catalog) await disk.replace(absolute(path), jsonText(upward));
    loaded.set(folder, upward);
    return upward;
  }

  /** Makes sure that a catalog is there and that the one above links to it. */
  async function ensure(folder: string, above: string | null): Promise<void> {
    const parent = await load(above);
    await load(folder);
    const path = catalogPath(folder);
    const changed = changeLinks(pathOf(above), parent, 'child', {
      add: new Map([[path, posix.basename(folder)]]),
      remove: new Set(),
    });
    if (changed === parent) return;
    // Also of one that an earlier process wrote: a drive that is pulled out must not keep the link alone.
    const own = dirname(absolute(path));
    await disk.sync(own);
    await disk.sync(dirname(own));
    await disk.replace(absolute(pathOf(above)), jsonText(changed));
    loaded.set(above, changed);
  }

  const changeOf = (page: string): PageChange => {
    const change = changes.get(page) ?? { add: new Map(), remove: new Set() };
    changes.set(page, change);
    return change;
  };

  /** Makes sure that a catalog is there and linked to, with all those above it up to the root. */
  async function ensureAll(folder: string): Promise<void> {
    const parts = folder.split('/').slice(1);
    let above: string | null = null;
    for (const [n] of parts.entries()) {
      const next = posix.join(catalogFolder, ...parts.slice(0, n + 1));
      await ensure(next, above);
      above = next;
    }
  }

  async function isPageWithRoom(page: string): Promise<boolean> {
    const items = linkedPaths(catalogPath(page), await load(page), 'item').length;
    return items + (changes.get(page)?.add.size ?? 0) < itemsPerPage;
  }

  return {
    rootPath,
    /** True if a catalog was lost, so that the items of all scenes have to be looked at again. */
    isDamaged: () => isDamaged,
    /**
     * Resolves with the page for a scene: the one that it is on, whatever its time is now, because an item that moved between two
     * pages would be on both or on none if that was interrupted; else the last page of its month, or a new one if that is full.
     */
    async pageFor(timestamp: string | null, present: string | null): Promise<string> {
      if (present !== null && isPagePath(present)) {
        const own = posix.dirname(present);
        await ensureAll(own);
        return own;
      }
      const period = periodFolder(timestamp);
      await ensureAll(period);
      const numbers = (await disk.list(absolute(period))).map((name) => pageNumber(name) ?? 0);
      const last = numbers.reduce((most, n) => Math.max(most, n), 1);
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
    /** Adds the link to an item, which is on disk when `flush` is called. */
    link(page: string, itemPath: string, title: string) {
      changeOf(page).remove.delete(itemPath);
      changeOf(page).add.set(itemPath, title);
    },
    /** Removes the link to an item from the page that it names as its parent. */
    unlink(pagePath: string | null, itemPath: string) {
      if (pagePath === null || !isPagePath(pagePath)) return;
      const change = changeOf(posix.dirname(pagePath));
      change.add.delete(itemPath);
      change.remove.add(itemPath);
    },
    /** Writes the pages whose links changed. */
    async flush(): Promise<void> {
      for (const [page, change] of changes) {
        const path = catalogPath(page);
        if (change.add.size === 0 && (await readText(disk, library, path)) === null) continue;
        const before = await load(page);
        const after = changeLinks(path, before, 'item', change);
        if (after !== before) await disk.replace(absolute(path), jsonText(after));
        await disk.sync(dirname(absolute(path)));
      }
      changes.clear();
      loaded.clear();
    },
  };
}

/** What `openCatalogTree` returns. */
export type CatalogTree = ReturnType<typeof openCatalogTree>;

import { randomUUID } from 'node:crypto';
import { dirname, join, posix } from 'node:path';
import { catalogPath, changeLinks, emptyCatalog, readCatalog } from '../format/catalogs.ts';
import { catalogFolder, isPagePath } from '../format/layout.ts';
import type { StacCatalog, StacLink } from '../format/stac-schemas.ts';
import type { Disk } from './disk.ts';
import { readCatalogText } from './root-path.ts';

const isUpward = ({ rel }: StacLink) => rel === 'root' || rel === 'parent';

/** Returns the catalog with the links to root and parent that a new one would have; the same object if it has them. */
function withUpwardLinks(catalog: StacCatalog, fresh: StacCatalog): StacCatalog {
  const hrefs = ({ links }: StacCatalog) => JSON.stringify(links.filter(isUpward).map(({ href }) => href));
  if (hrefs(catalog) === hrefs(fresh)) return catalog;
  return { ...catalog, links: [...fresh.links, ...catalog.links.filter((link) => !isUpward(link))] };
}

/**
 * Creates the catalog files of a library folder: they are loaded, created where they are missing, and linked to from those above. The
 * library must be locked. `folder` is relative to the library, null for that of the root catalog at `rootPath`.
 */
export function createCatalogFiles(disk: Disk, library: string, rootPath: string) {
  const loaded = new Map<string | null, StacCatalog>();
  let isDamaged = false;
  const pathOf = (folder: string | null) => (folder === null ? rootPath : catalogPath(folder));
  const absolute = (path: string) => join(library, path);

  /** Writes a catalog to the disk. */
  const write = (folder: string | null, catalog: StacCatalog) =>
    disk.replace(absolute(pathOf(folder)), `${JSON.stringify(catalog, null, 1)}\n`);

  /** Resolves with the links from a lost catalog to those below it. The links to its items come back when these are written. */
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

  /** Writes a catalog that is new, or that was lost or damaged. */
  async function create(folder: string | null, wasDamaged: boolean): Promise<StacCatalog> {
    const path = pathOf(folder);
    await disk.makeFolder(dirname(absolute(path)));
    const isPage = isPagePath(path);
    const add = isPage ? new Map<string, string | null>() : await childrenOnDisk(folder);
    // A lost catalog may have had scenes to which no other catalog links.
    if (wasDamaged || add.size > 0) isDamaged = true;
    const catalog = changeLinks(path, emptyCatalog(folder, rootPath), 'child', { add, remove: new Set() });
    await write(folder, catalog);
    return catalog;
  }

  async function load(folder: string | null): Promise<StacCatalog> {
    const before = loaded.get(folder);
    if (before !== undefined) return before;
    const path = pathOf(folder);
    const text = await readCatalogText(disk, library, path);
    let catalog = text === null ? null : readCatalog(text);
    if (catalog === null) {
      if (text !== null)
        await disk.rename(absolute(path), `${absolute(path)}.damaged-${randomUUID().slice(0, 8)}`);
      catalog = await create(folder, text !== null);
    }
    // The root has another name if another tool has taken the one of before.
    const upward = withUpwardLinks(catalog, emptyCatalog(folder, rootPath));
    if (upward !== catalog) await write(folder, upward);
    loaded.set(folder, upward);
    return upward;
  }

  async function ensure(folder: string, above: string | null): Promise<void> {
    const parent = await load(above);
    await load(folder);
    const path = catalogPath(folder);
    const changed = changeLinks(pathOf(above), parent, 'child', {
      add: new Map([[path, posix.basename(folder)]]),
      remove: new Set(),
    });
    if (changed === parent) return;
    // An earlier process may have written the catalog: if the drive is pulled out, the link must not be there without it.
    const own = dirname(absolute(path));
    await disk.sync(own);
    await disk.sync(dirname(own));
    await write(above, changed);
    loaded.set(above, changed);
  }

  return {
    /** Resolves with a catalog, which is created if it is missing or damaged. */
    load,
    write,
    /** Makes sure that a catalog exists and that the one above links to it. */
    ensure,
    /** Makes sure that a catalog exists and that the root leads to it. */
    async ensureAll(folder: string): Promise<void> {
      const parts = folder.split('/').slice(1);
      let above: string | null = null;
      for (const [n] of parts.entries()) {
        const next = posix.join(catalogFolder, ...parts.slice(0, n + 1));
        await ensure(next, above);
        above = next;
      }
    },
    /** True if a catalog was lost, so that the items of all scenes must be written again. */
    isDamaged: () => isDamaged,
    /** Forgets the loaded catalogs, which another process may change from now on. */
    unload: () => loaded.clear(),
  };
}

import { posix } from 'node:path';
import { isBeyondBounds } from '../../../../service/http/nesting.ts';
import { pathOfHref, relativeHref } from './hrefs.ts';
import { catalogFolder, catalogName } from './layout.ts';
import { type StacCatalog, type StacLink, stacCatalogSchema, stacVersion } from './stac-schemas.ts';

/** Catalogs of Nadir are never larger: a page has two hundred links, and a year twelve. */
export const maxCatalogBytes = 16 * 1024 * 1024;

/** The field by which Nadir recognises its own catalogs; its value is the version of the folder layout. */
const layoutField = 'nadir:layout';
const layout = 1;

/** Returns the path of the catalog in a folder below `_catalog`. */
export const catalogPath = (folder: string): string => posix.join(folder, catalogName);

/** Returns the path of the parent of a catalog in a folder below `_catalog`. */
export function parentPath(folder: string, rootPath: string): string {
  const above = posix.dirname(folder);
  return above === catalogFolder ? rootPath : catalogPath(above);
}

/** Returns an empty catalog. `folder` is its folder relative to the library, null for the root. */
export function emptyCatalog(folder: string | null, rootPath: string): StacCatalog {
  const path = folder === null ? rootPath : catalogPath(folder);
  const name = folder === null ? 'library' : folder.slice(catalogFolder.length + 1);
  const link = (rel: string, to: string) => ({ rel, href: relativeHref(path, to), type: 'application/json' });
  return {
    type: 'Catalog',
    stac_version: stacVersion,
    id: `nadir-${name.replaceAll('/', '-')}`,
    title: folder === null ? 'Library' : name,
    description: folder === null ? 'Scenes and their files, kept by Nadir.' : `Scenes of ${name}.`,
    [layoutField]: layout,
    links: [
      link('root', rootPath),
      ...(folder === null ? [] : [link('parent', parentPath(folder, rootPath))]),
    ],
  };
}

/** Returns the catalog in a text; null if Nadir did not write it or it is damaged. */
export function readCatalog(text: string): StacCatalog | null {
  try {
    const value: unknown = JSON.parse(text);
    if (isBeyondBounds(value)) return null;
    const read = stacCatalogSchema.safeParse(value);
    return read.success && read.data[layoutField] === layout ? read.data : null;
  } catch {
    return null;
  }
}

/** Returns the paths, relative to the library, to which links with this relation lead; links out of the library are left out. */
export function linkedPaths(path: string, { links }: Pick<StacCatalog, 'links'>, rel: string): string[] {
  return links.flatMap((link) => {
    if (link.rel !== rel) return [];
    const found = pathOfHref(path, link.href);
    return 'path' in found ? [found.path] : [];
  });
}

/** Returns the catalog with links added and removed, without duplicates; the same object if nothing changes. */
export function changeLinks(
  path: string,
  catalog: StacCatalog,
  rel: 'child' | 'item',
  { add, remove }: { add: ReadonlyMap<string, string | null>; remove: ReadonlySet<string> },
): StacCatalog {
  const present = new Set<string>();
  const kept = catalog.links.filter((link) => {
    if (link.rel !== rel) return true;
    const found = pathOfHref(path, link.href);
    // Links of Nadir lead to files in the library; a user added the others by hand.
    if ('problem' in found || remove.has(found.path) || present.has(found.path)) return false;
    present.add(found.path);
    return true;
  });
  const added: StacLink[] = [...add].flatMap(([to, title]) =>
    present.has(to)
      ? []
      : [
          {
            rel,
            href: relativeHref(path, to),
            type: rel === 'item' ? 'application/geo+json' : 'application/json',
            ...(title === null ? {} : { title }),
          },
        ],
  );
  if (added.length === 0 && kept.length === catalog.links.length) return catalog;
  return { ...catalog, links: [...kept, ...added] };
}

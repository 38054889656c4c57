import { posix } from 'node:path';
import type { AcquisitionPeriod } from '../../../../../src-preload/contract/acquired.ts';
import { foldedName } from '../../../../core/folded-name.ts';

/** The folder of the catalogs below the root of the library. No project gets this name (`delivery/storage/final-place.ts`). */
export const catalogFolder = '_catalog';

/** The names of the root catalog: the second one is used where the first belongs to another tool. */
export const rootNames = ['catalog.json', 'nadir-catalog.json'] as const;

/** The name of each catalog below the root. */
export const catalogName = 'catalog.json';

/** The path of the collection to which all items of the library belong, relative to the library. */
export const collectionPath = posix.join(catalogFolder, 'collection.json');

/** The scenes of one page. A page stays small, because it is rewritten when a scene is added. */
export const itemsPerPage = 200;

/** True for the file names of items. No file of a scene gets such a name (`delivery/storage/final-place.ts`). */
export const isItemName = (name: string): boolean =>
  /^stac-item( \(\d{1,4}\))?\.json$/.test(foldedName(name));

/** Returns the nth name for an item in a folder, from 1: several scenes may share a folder. */
export const itemName = (n: number): string => (n === 1 ? 'stac-item.json' : `stac-item (${n}).json`);

/** Returns the default path of the item of a scene: beside a file of the scene. */
export const itemPathBeside = (path: string): string => posix.join(posix.dirname(path), itemName(1));

/** Returns the folder for the pages of a month, or of scenes of which no month is known: a year alone is not one of its months. */
export function periodFolder(acquired: AcquisitionPeriod | null): string {
  const { start, end } = acquired ?? { start: '', end: '' };
  const [, year, month] = start.slice(0, 7) === end.slice(0, 7) ? (/^(\d{4})-(\d\d)-/.exec(start) ?? []) : [];
  if (year === undefined || month === undefined) return posix.join(catalogFolder, 'undated');
  return posix.join(catalogFolder, year, month);
}

/** Returns the folder of the nth page of a period, from 1. */
export const pageFolder = (period: string, n: number): string =>
  posix.join(period, `page-${String(n).padStart(4, '0')}`);

/** Returns the number of a page from the name of its folder; null if it is no page. */
export function pageNumber(name: string): number | null {
  const digits = /^page-(\d{4,7})$/.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** True for the path of a page of the catalog, as an item names it as its parent. */
export const isPagePath = (path: string): boolean =>
  /^_catalog\/(undated|\d{4}\/\d\d)\/page-\d{4,7}\/catalog\.json$/.test(path);

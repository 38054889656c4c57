import { randomUUID } from 'node:crypto';
import { dirname, join, posix } from 'node:path';
import { importedConnectionId } from '../../../../../src-preload/contract/library.ts';
import type { CatalogFile, CatalogScene, CatalogSource } from '../../../../core/catalog-scene.ts';
import { withBandsEntriesOf, withLaterEntered } from '../../../../core/entered-facts.ts';
import { readAcquired } from '../../../../core/foreign-time.ts';
import { systemErrorCode } from '../../../../core/system-error.ts';
import { extendBy, formatCollection, readCollectionExtent } from '../format/collection.ts';
import { folderOf, isSameScene, maxItemBytes, type ReadItem, readItem } from '../format/from-item.ts';
import { catalogFolder, collectionPath, isPagePath, itemName } from '../format/layout.ts';
import { toItem } from '../format/to-item.ts';
import { type CatalogTree, openCatalogTree } from './catalog-tree.ts';
import { checkTwice, confineDisk, type Disk, LibraryMissingError, TooLargeFileError } from './disk.ts';
import { LibraryBusyError, type LockTimes, lockLibrary } from './library-lock.ts';
import { readCatalogText, rootPathOf } from './root-path.ts';

/**
 * Makes sure that the collection of a library folder is on disk and that its extent has these scenes; the library must be locked. It is
 * called before an item is written that names the collection. Resolves with true if the collection was lost: the items of all scenes must
 * then be written again, so that its extent has them all.
 */
async function ensureCollection(
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

/** The content that the catalog is to have for one scene. */
export interface HoldingEntry {
  sceneRow: number;
  /** The identity of the scene, by which its item is found. */
  source: CatalogSource;
  /** The path at which the item was written, or was about to be, relative to the library folder; null if it never was. */
  itemPath: string | null;
  /** The path of the catalog that linked to it. */
  pagePath: string | null;
  /** Null if the scene has no file in the library folder any more. */
  scene: CatalogScene | null;
  /** Paths of files that the scene gave up because another scene claims them; its item must no longer name them. */
  released?: readonly string[];
}

/** The result for one entry. `code` is that of the system error; a failed entry is retried later. */
export type HoldingResult =
  | {
      sceneRow: number;
      outcome: 'written';
      itemPath: string;
      pagePath: string;
      /** The scene as it was written, if its present item had facts that a person entered later on another computer. */
      entered?: CatalogScene;
    }
  | { sceneRow: number; outcome: 'removed' | 'no-files' }
  | { sceneRow: number; outcome: 'failed'; code: string };

/** The results for a batch. */
export interface WrittenHoldings {
  results: HoldingResult[];
  /** True if a catalog was damaged: the items of all scenes must be written again, so that it links to them. */
  isDamaged: boolean;
}

/** The scenes that may share one folder. More would only keep the disk busy. */
const maxItemsOfFolder = 200;

interface Batch {
  disk: Disk;
  library: string;
  tree: CatalogTree;
  /** Folders whose entries changed. */
  changed: Set<string>;
  /** Items to be removed once no catalog links to them. */
  removals: string[];
  /** Makes sure, once for the batch, that the collection is on disk to which all items belong. */
  ensureCollection: () => Promise<void>;
}

interface PresentItem {
  text: string | null;
  read: ReadItem | null;
}

async function readPresent({ disk, library }: Batch, itemPath: string): Promise<PresentItem> {
  try {
    const text = await checkTwice(disk, library, () => disk.read(join(library, itemPath), maxItemBytes));
    return { text, read: text === null ? null : readItem(itemPath, text) };
  } catch (error) {
    if (error instanceof TooLargeFileError) return { text: '', read: null };
    throw error;
  }
}

async function isPresent({ disk, library }: Pick<Batch, 'disk' | 'library'>, path: string): Promise<boolean> {
  const check = async () => (await disk.isFile(join(library, path))) || null;
  return (await checkTwice(disk, library, check)) === true;
}

/** Resolves with the existing files of an item that this Nadir has no record of: another Nadir added them. */
async function othersOf(
  { disk, library }: Batch,
  present: ReadItem | null,
  { scene, released = [] }: Pick<HoldingEntry, 'scene' | 'released'>,
): Promise<CatalogFile[]> {
  const own = new Set([...(scene?.files ?? []).map(({ path }) => path), ...released]);
  const others: CatalogFile[] = [];
  for (const file of present?.scene?.files ?? [])
    if (!own.has(file.path) && (await isPresent({ disk, library }, file.path))) others.push(file);
  return others;
}

/** Returns the paths that an item in a folder may have, the recorded one first. */
function namesIn(folder: string, recorded: string | null): string[] {
  const names = Array.from({ length: maxItemsOfFolder }, (_, n) => posix.join(folder, itemName(n + 1)));
  return recorded !== null && folderOf(recorded) === folder ? [recorded, ...names] : names;
}

/** Resolves with the path for the scene's item in a folder: that of its present item, or a free one. Null if none is free. */
async function choosePath(batch: Batch, { itemPath, pagePath, source }: HoldingEntry, folder: string) {
  let free: string | null = null;
  for (const path of namesIn(folder, itemPath)) {
    const present = await readPresent(batch, path);
    const other = present.read?.scene?.source;
    if (other !== undefined && isSameScene(other, source)) return { path, present };
    // Nadir wrote this item and it is damaged now, so it is replaced.
    if (path === itemPath && other === undefined && pagePath !== null) return { path, present };
    if (present.text === null) {
      free ??= path;
      // Names are used in sequence, so after the first free one there is an item only if an earlier one was removed.
      if (path !== itemPath) break;
    }
  }
  return free === null ? null : { path: free, present: { text: null, read: null } };
}

/** Resolves with the scene's item in the folder of the recorded path; null if there is none. */
async function findItem(batch: Batch, { source }: HoldingEntry, itemPath: string) {
  for (const path of namesIn(folderOf(itemPath), itemPath)) {
    const present = await readPresent(batch, path);
    const found = present.read?.scene ?? null;
    if (found !== null && isSameScene(found.source, source))
      return { path, scene: found, read: present.read };
    if (present.text === null && path !== itemPath) return null;
  }
  return null;
}

/**
 * Returns a file with what the present item says about its pixels, if this Nadir has not read them: another one has, and the content is the
 * same.
 */
function withRasterOf(present: ReadItem | null, file: CatalogFile): CatalogFile {
  if (file.raster !== null || file.sha256 === null) return file;
  const same = present?.scene?.files.find(({ path, sha256 }) => path === file.path && sha256 === file.sha256);
  return { ...file, raster: same?.raster ?? null };
}

async function put(batch: Batch, entry: HoldingEntry, recorded: CatalogScene): Promise<HoldingResult> {
  const { disk, library, tree } = batch;
  const { sceneRow, itemPath } = entry;
  const existing: CatalogFile[] = [];
  for (const file of recorded.files) if (await disk.isFile(join(library, file.path))) existing.push(file);
  const [first] = existing;
  // The folder may be the mount point of a drive that is away.
  if (first === undefined) return { sceneRow, outcome: 'no-files' };
  const chosen = await choosePath(batch, entry, folderOf(first.path));
  if (chosen === null) return { sceneRow, outcome: 'failed', code: 'EEXIST' };
  const { path, present } = chosen;
  const { connectionId } = recorded.source;
  const there = connectionId === importedConnectionId ? (present.read?.scene ?? null) : null;
  const entered = there === null ? null : withLaterEntered(recorded, there);
  const scene = entered ?? recorded;
  await batch.ensureCollection();
  const before = present.read?.parentPath ?? (path === itemPath ? entry.pagePath : null);
  const page = await tree.pageFor(readAcquired(scene), before);
  const pagePath = posix.join(page, 'catalog.json');
  const own = scene.files.map((file) => withRasterOf(present.read, file));
  const others = await othersOf(batch, present.read, entry);
  const raw = there === null ? scene.raw : withBandsEntriesOf(scene.raw, there.raw, others);
  const item = toItem(
    { ...scene, raw, files: [...own, ...others] },
    { itemPath: path, pagePath, rootPath: tree.rootPath },
  );
  const text = `${JSON.stringify(item, null, 1)}\n`;
  const isNew = text !== present.text;
  if (isNew) await disk.replace(join(library, path), text);
  // A process that ended before it wrote the link may not have flushed the item either.
  if (isNew || !(await tree.isLinked(page, path))) batch.changed.add(dirname(join(library, path)));
  tree.link(page, path, scene.source.sceneId);
  // Nadir may have ended before it stored where the page is: then it is the one that the moved item names, or the last of its month.
  if (itemPath !== null && folderOf(itemPath) !== folderOf(path))
    await drop(batch, { ...entry, pagePath: entry.pagePath ?? pagePath }, itemPath);
  return { sceneRow, outcome: 'written', itemPath: path, pagePath, ...(entered === null ? {} : { entered }) };
}

/** Removes the item of a scene. If it has files of another Nadir, it stays with these only. */
async function drop(batch: Batch, entry: HoldingEntry, itemPath: string): Promise<void> {
  const { disk, library, tree } = batch;
  const found = await findItem(batch, entry, itemPath);
  if (found === null) {
    // Another program has removed the item; the link to it may still exist.
    if (!(await isPresent(batch, itemPath))) tree.unlink(entry.pagePath, itemPath);
    return;
  }
  const { path, scene, read } = found;
  // A user may have edited the parent of the item by hand; only pages have links to items.
  const page =
    [read?.parentPath ?? null, entry.pagePath].find((each) => each !== null && isPagePath(each)) ?? null;
  const others = await othersOf(batch, read, entry);
  // A thumbnail alone was only loaded to show the scene.
  if (others.every(({ name }) => name === 'thumbnail')) {
    tree.unlink(page, path);
    batch.removals.push(path);
    return;
  }
  await batch.ensureCollection();
  const kept = await tree.pageFor(readAcquired(scene), page);
  const item = toItem(
    { ...scene, files: others },
    { itemPath: path, pagePath: posix.join(kept, 'catalog.json'), rootPath: tree.rootPath },
  );
  await disk.replace(join(library, path), `${JSON.stringify(item, null, 1)}\n`);
  // The other Nadir may have ended before it wrote the link.
  tree.link(kept, path, scene.source.sceneId);
}

/** Errors that concern the whole library; others concern one scene. */
const ofLibrary = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'ENODEV', 'ENXIO', 'ESTALE', 'EHOSTDOWN']);

async function writeEntry(batch: Batch, entry: HoldingEntry): Promise<HoldingResult> {
  try {
    if (entry.scene !== null) return await put(batch, entry, entry.scene);
    if (entry.itemPath !== null) await drop(batch, entry, entry.itemPath);
    return { sceneRow: entry.sceneRow, outcome: 'removed' };
  } catch (error) {
    const code = systemErrorCode(error);
    const isOfAll = error instanceof LibraryBusyError || error instanceof LibraryMissingError;
    if (isOfAll || ofLibrary.has(code)) throw error;
    return { sceneRow: entry.sceneRow, outcome: 'failed', code: code || 'UNKNOWN' };
  }
}

/**
 * Writes the items of a batch of scenes and the catalogs that link to them. Items are written before the links to them, and removed after
 * them: whenever the process ends, each link leads to a file. Throws LibraryMissingError, LibraryBusyError or a system error; the same
 * batch can then be written again.
 */
export async function writeHoldings(
  {
    disk: wholeDisk,
    library,
    instance,
    times,
  }: { disk: Disk; library: string; instance: string; times?: LockTimes | undefined },
  entries: readonly HoldingEntry[],
): Promise<WrittenHoldings> {
  const disk = confineDisk(wholeDisk, library);
  if (!(await disk.isFolder(library))) throw new LibraryMissingError();
  const lock = await lockLibrary({ disk, library, instance }, times);
  try {
    const rootPath = await rootPathOf(disk, library);
    const tree = openCatalogTree(disk, library, rootPath);
    let isCollectionThere = false;
    let wasCollectionLost = false;
    const batch: Batch = {
      disk,
      library,
      tree,
      changed: new Set(),
      removals: [],
      async ensureCollection() {
        if (isCollectionThere) return;
        const scenes = entries.flatMap(({ scene }) => scene ?? []);
        wasCollectionLost = await ensureCollection({ disk, library, rootPath }, scenes);
        isCollectionThere = true;
      },
    };
    const results: HoldingResult[] = [];
    for (const entry of entries) {
      await lock.renew();
      results.push(await writeEntry(batch, entry));
    }
    for (const folder of batch.changed) await disk.sync(folder);
    await lock.renew();
    await tree.flush();
    for (const path of batch.removals) {
      await disk.remove(join(library, path));
      // The removal also succeeds while the drive is away, and then the item still exists afterwards.
      if (await isPresent(batch, path)) throw new LibraryMissingError();
    }
    return { results, isDamaged: tree.isDamaged() || wasCollectionLost };
  } finally {
    await lock.release().catch(() => undefined);
  }
}

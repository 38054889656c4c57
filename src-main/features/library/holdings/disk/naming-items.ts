import { lstat } from 'node:fs/promises';
import { basename, dirname, join, parse, relative, sep } from 'node:path';
import type { CatalogSource } from '../../../../core/catalog-scene.ts';
import { foldedName } from '../../../../core/folded-name.ts';
import { systemErrorCode } from '../../../../core/system-error.ts';
import { maxItemBytes, readNamedFiles } from '../format/from-item.ts';
import { isItemName, itemName } from '../format/layout.ts';
import { type Disk, TooLargeFileError } from './disk.ts';

/** Unpacked files are at most this many folders below the item of their scene. */
const maxLevelsAbove = 3;
/** More items in one folder are not read, because somebody may have made them to keep the disk busy. */
const maxItems = 200;
/** The names of a folder with at least this many entries are cached for this time, because it is listed for each of its files. */
const cachedFromEntries = 2_000;
const cachedForMs = 5_000;

/** An item and the files that it names. */
export interface NamingItem {
  path: string;
  source: CatalogSource | null;
  /** Absolute paths of the files, by the folded form of their last part. */
  files: ReadonlyMap<string, readonly string[]>;
}

/** The content of an item; `unreadable` if it may name any file, null if there is no item. */
export type ReadNamingItem = NamingItem | 'unreadable' | null;

/** Returns the folders whose items may name a file: that of the file and those above it, up to `root`. */
function foldersOf(folder: string, root: string): string[] {
  const folders = [folder];
  const isBelow = (path: string) => path.startsWith(root.endsWith(sep) ? root : root + sep);
  for (let each = folder; isBelow(each) && folders.length <= maxLevelsAbove; each = dirname(each))
    folders.push(dirname(each));
  return folders;
}

/** Creates the search for items that may name a file. `monotonic` is a clock in milliseconds that no setting changes. */
export function createNamingItems(disk: Disk, monotonic: () => number) {
  let listed = { folder: '', at: 0, names: [] as string[] };

  /** Resolves with the names in a folder that contains `name`. */
  async function namesWith(folder: string, name: string): Promise<string[]> {
    const has = (names: readonly string[]) => names.some((each) => foldedName(each) === foldedName(name));
    const isFresh = listed.folder === folder && monotonic() - listed.at < cachedForMs;
    if (!isFresh || listed.names.length < cachedFromEntries || !has(listed.names))
      listed = { folder, at: monotonic(), names: await disk.list(folder) };
    // A folder on a drive that is away for a moment lists no names.
    if (!has(listed.names)) throw new Error('the folder does not list its file');
    return listed.names;
  }

  async function readOne(path: string): Promise<ReadNamingItem> {
    const { root } = parse(path);
    const below = relative(root, path).split(sep).join('/');
    const text = await disk.read(path, maxItemBytes).catch((error: unknown) => {
      if (error instanceof TooLargeFileError) return '';
      throw error;
    });
    if (text === null) {
      // A link or a folder of this name is no item.
      const entry = await lstat(path).catch((error: unknown) => {
        if (systemErrorCode(error) === 'ENOENT') return null;
        throw error;
      });
      return entry?.isFile() ? 'unreadable' : null;
    }
    const named = readNamedFiles(below, text);
    if (named === null) return 'unreadable';
    const files = new Map<string, string[]>();
    for (const each of named.paths) {
      const file = join(root, ...each.split('/'));
      const key = foldedName(basename(file));
      files.set(key, [...(files.get(key) ?? []), file]);
    }
    return { path, source: named.source, files };
  }

  /** Starts a search below `root` in which each item is read once. The function it returns yields the items for one file. */
  return (root: string) => {
    const read = new Map<string, ReadNamingItem>();
    async function itemAt(path: string): Promise<ReadNamingItem> {
      const before = read.get(path);
      if (before !== undefined) return before;
      const found = await readOne(path);
      read.set(path, found);
      return found;
    }

    /**
     * Yields the items, with their paths, that may name a file: all in its folder, and in those above it the ones with names that Nadir
     * gives. Throws if the folder does not list the file.
     */
    return async function* itemsFor(file: string): AsyncGenerator<[string, ReadNamingItem]> {
      for (const folder of foldersOf(dirname(file), root)) {
        const isOwn = folder === dirname(file);
        const names = isOwn
          ? (await namesWith(folder, basename(file))).filter(isItemName)
          : Array.from({ length: maxItems }, (_, n) => itemName(n + 1));
        if (isOwn && names.length > maxItems) yield [folder, 'unreadable'];
        for (const name of names.slice(0, maxItems)) {
          const item = await itemAt(join(folder, name));
          if (item === null && !isOwn) break;
          yield [join(folder, name), item];
        }
      }
    };
  };
}

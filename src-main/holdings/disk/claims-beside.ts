import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, parse, relative, sep } from 'node:path';
import type { CatalogSource } from '../../core/catalog-scene.ts';
import type { FileClaim } from '../../core/file-claims.ts';
import { foldedName } from '../../core/folded-name.ts';
import { isEntry, isSameEntry } from '../../core/same-entry.ts';
import { systemErrorCode } from '../../core/system-error.ts';
import { isSameScene, mostItemBytes, readNamedFiles } from '../format/from-item.ts';
import { isItemName, itemName } from '../format/layout.ts';
import { type Disk, TooLargeFileError } from './disk.ts';

/** What is unpacked lies so many folders below the item of its scene at most. */
const mostAbove = 3;
/** More items in one folder are the work of somebody who wants to keep the disk busy. */
const mostItems = 200;
/** A folder with so many files is not listed anew for each of them, but this often at most. */
const manyEntries = 2_000;
const listedAnewMs = 5_000;

interface NamingItem {
  path: string;
  source: CatalogSource | null;
  /** The absolute paths of the files that it names, by their folded last part. */
  files: ReadonlyMap<string, readonly string[]>;
}

/** What is known of an item; `unreadable` if it may name any file. */
type ReadItem = NamingItem | 'unreadable' | null;

/** Which files the claims of others are looked for on; see `BesideQuestion` of the library. */
interface Losing {
  library: string;
  paths: readonly string[];
  source: CatalogSource | null;
  ownItem: string | null;
}

/**
 * Creates the search for items that name files: those in the folder of a file, by whatever name, and those of the folders above it, as
 * far as the library. What an item says is compared by entries of the file system and not by texts.
 */
export function createClaimsBeside(disk: Disk, monotonic: () => number = () => performance.now()) {
  let listed = { folder: '', at: 0, names: [] as string[] };

  /** Resolves with the names of a folder that has this one. */
  async function namesWith(folder: string, name: string): Promise<string[]> {
    const has = (names: readonly string[]) => names.some((each) => foldedName(each) === foldedName(name));
    const isFresh = listed.folder === folder && monotonic() - listed.at < listedAnewMs;
    if (!isFresh || listed.names.length < manyEntries || !has(listed.names))
      listed = { folder, at: monotonic(), names: await disk.list(folder) };
    // A drive that is away for a moment has no names.
    if (!has(listed.names)) throw new Error('the folder does not list its file');
    return listed.names;
  }

  async function readOne(path: string): Promise<ReadItem> {
    const { root } = parse(path);
    const below = relative(root, path).split(sep).join('/');
    const text = await disk.read(path, mostItemBytes).catch((error: unknown) => {
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

  /** Returns the folders whose items may name a file, from its own upwards. */
  function foldersOf(folder: string, root: string): string[] {
    const folders = [folder];
    const isBelow = (path: string) => path.startsWith(root.endsWith(sep) ? root : root + sep);
    for (let each = folder; isBelow(each) && folders.length <= mostAbove; each = dirname(each))
      folders.push(dirname(each));
    return folders;
  }

  return async ({ library, paths, source, ownItem }: Losing): Promise<[string, FileClaim][]> => {
    const root = await realpath(library).catch(() => library);
    const read = new Map<string, ReadItem>();
    const itemAt = async (path: string): Promise<ReadItem> => {
      const known = read.get(path);
      if (known !== undefined) return known;
      const found = await readOne(path);
      read.set(path, found);
      return found;
    };

    /** The items of a folder with the file, or of one above it, where only the names that Nadir gives are looked at. */
    async function* itemsFor(file: string): AsyncGenerator<[string, ReadItem]> {
      for (const folder of foldersOf(dirname(file), root)) {
        const isOwn = folder === dirname(file);
        const names = isOwn
          ? (await namesWith(folder, basename(file))).filter(isItemName)
          : Array.from({ length: mostItems }, (_, n) => itemName(n + 1));
        if (isOwn && names.length > mostItems) yield [folder, 'unreadable'];
        for (const name of names.slice(0, mostItems)) {
          const item = await itemAt(join(folder, name));
          if (item === null && !isOwn) break;
          yield [join(folder, name), item];
        }
      }
    }

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

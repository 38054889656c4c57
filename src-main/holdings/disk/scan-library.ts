import type { Dir } from 'node:fs';
import { lstat, opendir, readdir, realpath } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import type { CatalogFile, CatalogScene } from '../../core/catalog-scene.ts';
import { foldedName } from '../../core/folded-name.ts';
import { type ItemProblem, maxItemBytes, readItem } from '../format/from-item.ts';
import { catalogFolder, catalogName, isItemName } from '../format/layout.ts';
import { type Disk, TooLargeFileError } from './disk.ts';

/** Why an item, a folder or a file is not used. */
export type ScanProblem =
  | ItemProblem
  | 'too-large'
  | 'unreadable'
  | 'too-deep'
  | 'file-link'
  | 'file-ambiguous';

/** A problem with its place; `path` is below the library folder. */
export interface FoundProblem {
  path: string;
  problem: ScanProblem;
}

/** A scene of the library folder. `missing` are the paths of its files that are not there. */
export interface FoundScene {
  itemPath: string;
  scene: CatalogScene;
  missing: string[];
}

/** What a stretch of the folder contains; `entries` counts all files and folders that were looked at so far. */
export interface ScannedStretch {
  scenes: FoundScene[];
  problems: FoundProblem[];
  entries: number;
}

/** Projects, scenes and what is unpacked are three deep; a folder that was chosen by mistake may be a whole disk. */
const maxDepth = 8;
/** After so many of each the stretch is told, so that the reader's memory stays bounded. */
const maxScenes = 20;
const maxProblems = 200;
const maxEntries = 2_000;

/** Creates the search for files of items: names may differ by case or normalization where another system copied the folder. */
function createFileFinder(library: string, root: string) {
  let listed = { folder: '', names: [] as string[] };
  const namesIn = async (folder: string) => {
    if (listed.folder !== folder) listed = { folder, names: await readdir(folder).catch(() => []) };
    return listed.names;
  };
  const entryOf = (path: string) => lstat(join(library, path)).catch(() => null);

  /** Resolves with the path as it is on disk; null if there is no such file, or more than one. */
  async function spelled(path: string): Promise<{ path: string } | 'none' | 'ambiguous'> {
    if ((await entryOf(path)) !== null) return { path };
    const folder = posix.dirname(path);
    const wanted = foldedName(posix.basename(path));
    const names = (await namesIn(join(library, folder))).filter((name) => foldedName(name) === wanted);
    if (names.length > 1) return 'ambiguous';
    return names[0] === undefined ? 'none' : { path: posix.join(folder, names[0]) };
  }

  /** A folder on the way may be a link that leads out of the library. */
  const isInLibrary = (real: string) =>
    real === root || real.startsWith(root.endsWith(sep) ? root : root + sep);

  /**
   * Resolves with a file that is not there: it may come back. Where a link leads out of the library it may not, because a file that
   * somebody makes there later is none of the library, and would be deleted with its scene.
   */
  async function awayFile(file: CatalogFile): Promise<{ file: CatalogFile; isThere: boolean } | ScanProblem> {
    for (let folder = posix.dirname(file.path); folder !== '.'; folder = posix.dirname(folder)) {
      const entry = await entryOf(folder);
      if (entry === null) continue;
      const real = await realpath(join(library, folder)).catch(() => null);
      const isOutside = real === null ? entry.isSymbolicLink() : !isInLibrary(real);
      return isOutside ? 'file-link' : { file, isThere: false };
    }
    return { file, isThere: false };
  }

  return async (file: CatalogFile): Promise<{ file: CatalogFile; isThere: boolean } | ScanProblem> => {
    const found = await spelled(file.path);
    if (found === 'ambiguous') return 'file-ambiguous';
    if (found === 'none') return awayFile(file);
    const path = join(library, found.path);
    const entry = await lstat(path).catch(() => null);
    if (entry === null) return awayFile(file);
    if (!entry.isFile()) return 'file-link';
    const real = await realpath(path).catch(() => null);
    if (real === null || !isInLibrary(real)) return 'file-link';
    return { file: { ...file, path: found.path }, isThere: true };
  };
}

/** The folder that files for the user are written to (`library/takeaway/exports-folder.ts`). */
const exportsFolder = 'exports';

const isOwnFolder = (depth: number, name: string) =>
  name.startsWith('.') || (depth === 0 && name === catalogFolder);

/**
 * Reads all items below a library folder, a stretch at a time. It goes by the folders and not by the links of the catalog, so a
 * damaged catalog hides nothing; it follows no link of the file system. Only the list of a folder's subfolders is in memory.
 */
export async function* scanLibrary(disk: Disk, library: string): AsyncGenerator<ScannedStretch> {
  const root = await realpath(library);
  const findFile = createFileFinder(library, root);
  let stretch: ScannedStretch = { scenes: [], problems: [], entries: 0 };
  let toldAt = 0;

  async function readOne(itemPath: string) {
    const problem = (what: string, reason: ScanProblem) =>
      stretch.problems.push({ path: what === '' ? itemPath : `${itemPath}: ${what}`, problem: reason });
    try {
      const text = await disk.read(join(library, itemPath), maxItemBytes);
      if (text === null) return problem('', 'unreadable');
      const { scene, problems } = readItem(itemPath, text);
      for (const each of problems) problem(each.what, each.problem);
      if (scene === null) return;
      const files: CatalogFile[] = [];
      const missing: string[] = [];
      for (const file of scene.files) {
        const found = await findFile(file);
        if (typeof found === 'string') {
          problem(file.fileName, found);
          continue;
        }
        files.push(found.file);
        if (!found.isThere) missing.push(found.file.path);
      }
      if (files.length > 0) stretch.scenes.push({ itemPath, scene: { ...scene, files }, missing });
    } catch (error) {
      problem('', error instanceof TooLargeFileError ? 'too-large' : 'unreadable');
    }
  }

  const waiting: { path: string; depth: number }[] = [{ path: '', depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path: folder, depth } = next;
    const opened: Dir | null = await opendir(join(library, folder)).catch(() => null);
    if (opened === null) {
      stretch.problems.push({ path: folder, problem: 'unreadable' });
      continue;
    }
    try {
      for await (const entry of opened) {
        stretch.entries += 1;
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory()) {
          if (isOwnFolder(depth, entry.name)) continue;
          // What was handed on is in the library too, and was copied there.
          if (folder === exportsFolder && (await disk.isFile(join(library, path, catalogName)))) continue;
          if (depth < maxDepth) waiting.push({ path, depth: depth + 1 });
          else stretch.problems.push({ path, problem: 'too-deep' });
        } else if (isItemName(entry.name)) await readOne(path);
        const { scenes, problems, entries } = stretch;
        if (
          scenes.length >= maxScenes ||
          problems.length >= maxProblems ||
          entries - toldAt >= maxEntries
        ) {
          toldAt = entries;
          yield stretch;
          stretch = { scenes: [], problems: [], entries };
        }
      }
    } catch {
      // A drive that goes away in the middle: what was read stays.
      stretch.problems.push({ path: folder, problem: 'unreadable' });
    }
  }
  yield stretch;
}

import type { Dir } from 'node:fs';
import { lstat, opendir, readdir, realpath } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import type { CatalogFile, CatalogScene } from '../../../../core/catalog-scene.ts';
import { foldedName } from '../../../../core/folded-name.ts';
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

/** A problem and where it is; `path` is relative to the library folder. */
export interface FoundProblem {
  path: string;
  problem: ScanProblem;
}

/** A scene of the library folder. `missing` are the paths of its files that do not exist. */
export interface FoundScene {
  itemPath: string;
  scene: CatalogScene;
  missing: string[];
}

/** A batch of scenes and problems; `entries` counts all files and folders so far. */
export interface ScannedBatch {
  scenes: FoundScene[];
  problems: FoundProblem[];
  entries: number;
}

/** Projects, scenes and unpacked files are three levels deep. A user may select a whole disk by mistake. */
const maxDepth = 8;
/** The limits of a batch, so that memory stays bounded. */
const maxScenes = 20;
const maxProblems = 200;
const maxEntries = 2_000;

/** Creates the function that finds files of items: names may differ by case or normalization if another system copied the folder. */
function createFileFinder(library: string, root: string) {
  let listed = { folder: '', names: [] as string[] };
  const namesIn = async (folder: string) => {
    if (listed.folder !== folder) listed = { folder, names: await readdir(folder).catch(() => []) };
    return listed.names;
  };
  const entryOf = (path: string) => lstat(join(library, path)).catch(() => null);

  /** Resolves with the path as it is spelled on disk. */
  async function spelled(path: string): Promise<{ path: string } | 'none' | 'ambiguous'> {
    if ((await entryOf(path)) !== null) return { path };
    const folder = posix.dirname(path);
    const wanted = foldedName(posix.basename(path));
    const names = (await namesIn(join(library, folder))).filter((name) => foldedName(name) === wanted);
    if (names.length > 1) return 'ambiguous';
    return names[0] === undefined ? 'none' : { path: posix.join(folder, names[0]) };
  }

  /** True for a real path in the library: a folder in the recorded path may be a link that leads out of it. */
  const isInLibrary = (real: string) =>
    real === root || real.startsWith(root.endsWith(sep) ? root : root + sep);

  /**
   * Resolves with a file that does not exist; it may come back. If a link in its path leads out of the library, it is a problem: a file that
   * is created there later does not belong to the library, and would be deleted with the scene.
   */
  async function awayFile(
    file: CatalogFile,
  ): Promise<{ file: CatalogFile; isPresent: boolean } | ScanProblem> {
    for (let folder = posix.dirname(file.path); folder !== '.'; folder = posix.dirname(folder)) {
      const entry = await entryOf(folder);
      if (entry === null) continue;
      const real = await realpath(join(library, folder)).catch(() => null);
      const isOutside = real === null ? entry.isSymbolicLink() : !isInLibrary(real);
      return isOutside ? 'file-link' : { file, isPresent: false };
    }
    return { file, isPresent: false };
  }

  return async (file: CatalogFile): Promise<{ file: CatalogFile; isPresent: boolean } | ScanProblem> => {
    const found = await spelled(file.path);
    if (found === 'ambiguous') return 'file-ambiguous';
    if (found === 'none') return awayFile(file);
    const path = join(library, found.path);
    const entry = await lstat(path).catch(() => null);
    if (entry === null) return awayFile(file);
    if (!entry.isFile()) return 'file-link';
    const real = await realpath(path).catch(() => null);
    if (real === null || !isInLibrary(real)) return 'file-link';
    return { file: { ...file, path: found.path }, isPresent: true };
  };
}

/** The folder to which files for the user are exported (`library/takeaway/exports-folder.ts`). */
const exportsFolder = 'exports';

const isOwnFolder = (depth: number, name: string) =>
  name.startsWith('.') || (depth === 0 && name === catalogFolder);

/**
 * Yields the scenes of all items below a library folder in batches. It walks the folders, not the links of the catalog, so that a damaged
 * catalog hides nothing. No symbolic link is followed. Only the list of folders still to be read is held in memory.
 */
export async function* scanLibrary(disk: Disk, library: string): AsyncGenerator<ScannedBatch> {
  const root = await realpath(library);
  const findFile = createFileFinder(library, root);
  let batch: ScannedBatch = { scenes: [], problems: [], entries: 0 };
  let batchStart = 0;

  async function readOne(itemPath: string) {
    const problem = (what: string, reason: ScanProblem) =>
      batch.problems.push({ path: what === '' ? itemPath : `${itemPath}: ${what}`, problem: reason });
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
        if (!found.isPresent) missing.push(found.file.path);
      }
      if (files.length > 0) batch.scenes.push({ itemPath, scene: { ...scene, files }, missing });
    } catch (error) {
      problem('', error instanceof TooLargeFileError ? 'too-large' : 'unreadable');
    }
  }

  const waiting: { path: string; depth: number }[] = [{ path: '', depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path: folder, depth } = next;
    const opened: Dir | null = await opendir(join(library, folder)).catch(() => null);
    if (opened === null) {
      batch.problems.push({ path: folder, problem: 'unreadable' });
      continue;
    }
    try {
      for await (const entry of opened) {
        batch.entries += 1;
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory()) {
          if (isOwnFolder(depth, entry.name)) continue;
          // An exported folder has copies of scenes that are in the library too.
          if (folder === exportsFolder && (await disk.isFile(join(library, path, catalogName)))) continue;
          if (depth < maxDepth) waiting.push({ path, depth: depth + 1 });
          else batch.problems.push({ path, problem: 'too-deep' });
        } else if (isItemName(entry.name)) await readOne(path);
        const { scenes, problems, entries } = batch;
        if (
          scenes.length >= maxScenes ||
          problems.length >= maxProblems ||
          entries - batchStart >= maxEntries
        ) {
          batchStart = entries;
          yield batch;
          batch = { scenes: [], problems: [], entries };
        }
      }
    } catch {
      // The drive was removed meanwhile. The items read before that are used.
      batch.problems.push({ path: folder, problem: 'unreadable' });
    }
  }
  yield batch;
}

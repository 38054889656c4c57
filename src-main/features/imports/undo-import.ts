import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ImportProblem } from '../../../src-preload/contract/scene-imports.ts';
import type { KeptFiles, LosingScene } from '../../core/file-claims.ts';
import { isEntry } from '../../core/same-entry.ts';
import type { ImportOptions } from './import-options.ts';
import type { PlacedFile } from './import-plan.ts';
import type { StoredImport } from './import-records.ts';
import { ImportTroubleError } from './import-thread.ts';
import { libraryOfScene } from './library-of-scene.ts';
import { isReachableFolder } from './reachable-folder.ts';
import type { ImportedRow } from './undo-records.ts';

const rowsAtOnce = 20;
const foldersAtOnce = 200;
const nothingLeft: KeptFiles = { count: 0, claimed: [], changed: [], shared: [] };

/**
 * Deletes the files of a scene that the import placed in the library. Files that another Nadir has placed at the same paths since stay, and
 * so do those that another scene claims too. With `toTrash` they go to the trash, if there is one. Resolves with the files that stay.
 * Rejects with ImportTroubleError while the library is away.
 */
export async function removePlaced(
  { library, removeUntouched }: Pick<ImportOptions, 'library' | 'removeUntouched'>,
  folder: string,
  placed: readonly PlacedFile[],
  scene: LosingScene,
  toTrash = false,
): Promise<KeptFiles> {
  const home = join(library(), ...folder.split('/'));
  const files = placed.map(({ place, sizeBytes, stamp }) => ({ name: place, sizeBytes, stamp }));
  // Twice, because the library may be away for a moment: then the files of the first call only seem to be gone.
  await removeUntouched(home, files, scene, toTrash);
  if (!(await isReachableFolder(library()))) throw new ImportTroubleError('library-missing');
  return removeUntouched(home, files, scene, toTrash);
}

/** Returns which files of an undone scene stayed and why, as its row shows it; null if none did. */
function keptProblem({ changed, shared }: KeptFiles): { problem: ImportProblem; detail: string } | null {
  const detail = [...changed, ...shared].join(', ');
  if (changed.length > 0 && shared.length > 0) return { problem: 'kept-several', detail };
  if (changed.length > 0) return { problem: 'kept-changed', detail };
  return shared.length > 0 ? { problem: 'kept-shared', detail } : null;
}

/** Creates the function that undoes one scene of an import: it deletes the files that are unchanged since, then their records. */
function createUndoOne(options: ImportOptions, live: StoredImport, toTrash: boolean) {
  const { store, table, ports, countReviewed } = options;
  const { importId } = live;

  /** The user may have moved or replaced files since: only those at their original paths are deleted. */
  return async (row: ImportedRow) => {
    const { seq, sceneRow, folder, placed } = row;
    const takenOver = table.takenOver(importId, row);
    const library = libraryOfScene(options, row);
    const home = join(library, ...folder.split('/'));
    const paths = new Map(placed.map((file) => [join(home, ...file.place.split('/')), file]));
    const own = ports.filesOf(sceneRow).flatMap(({ fileId, path, sha256 }) => {
      const file = path === null ? '' : ports.absolute(path);
      return paths.get(file)?.sha256 === sha256 ? [{ fileId, file }] : [];
    });
    const left =
      takenOver === null
        ? await removePlaced({ ...options, library: () => library }, folder, placed, { sceneRow }, toTrash)
        : nothingLeft;
    store.transaction(() => {
      // The item of the scene would go on to name them, as if another Nadir had added them to it.
      for (const { file } of own) if (left.claimed.includes(file)) ports.release(sceneRow, file);
      if (takenOver !== 'recorded') ports.forget(own.map(({ fileId }) => fileId));
      table.markUndone(importId, seq, keptProblem(left));
      live.counts.imported -= 1;
      live.counts.undone += 1;
      live.counts.undoneReviewed += countReviewed([sceneRow]);
      live.counts.left += left.count;
      table.put(live);
    });
  };
}

/**
 * Undoes an import from the last scene to the first: deletes the files that are unchanged since the import, then their records. They go to
 * the trash, if there is one and they are not to be deleted `permanently`. Rejects with ImportTroubleError while the library is away.
 */
export async function undoImport(
  options: ImportOptions,
  live: StoredImport,
  { signal, permanently }: { signal: AbortSignal; permanently: boolean },
): Promise<void> {
  const { table } = options;
  const { importId } = live;
  const undoOne = createUndoOne(options, live, !permanently);
  for (;;) {
    signal.throwIfAborted();
    if (!(await isReachableFolder(options.library()))) throw new ImportTroubleError('library-missing');
    const rows = table.imported(importId, rowsAtOnce);
    for (const row of rows) await undoOne(row);
    options.scenesChanged();
    options.changed();
    if (rows.length < rowsAtOnce) return;
    await yieldToEventLoop();
  }
}

/**
 * Ends the undo of the scene at which an undo was interrupted, if its files are gone already: the records of what was deleted would stay.
 * The scenes before it are left to the user, who may not want to go on. Does nothing while the library is away.
 */
export async function finishInterruptedUndo(options: ImportOptions, live: StoredImport): Promise<void> {
  const [row] = options.table.imported(live.importId, 1);
  if (row === undefined) return;
  const library = libraryOfScene(options, row);
  if (!(await isReachableFolder(library))) return;
  const home = join(library, ...row.folder.split('/'));
  for (const { place } of row.placed) {
    if (await isEntry(join(home, ...place.split('/')))) continue;
    await createUndoOne(options, live, true)(row);
    options.scenesChanged();
    return;
  }
}

/** Removes the empty folders and empty scenes of undone imports, once the catalog of the library no longer has them. */
export async function cleanUndone(options: ImportOptions): Promise<void> {
  const { store, table, ports } = options;
  const left = table.leftFolders(foldersAtOnce);
  if (left.length === 0 || !ports.removeEmpty(left.map(({ sceneRow }) => sceneRow))) return;
  const library = options.library();
  // A folder with other files in it stays.
  for (const { folder } of left) await rmdir(join(library, ...folder.split('/'))).catch(() => undefined);
  store.transaction(() => {
    for (const { importId, seq } of left) table.markClean(importId, seq);
  });
  options.scenesChanged();
}

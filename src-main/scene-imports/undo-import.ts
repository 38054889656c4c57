import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { LosingScene } from '../core/file-claims.ts';
import type { ImportOptions } from './import-options.ts';
import type { PlacedFile } from './import-plan.ts';
import type { StoredImport } from './import-records.ts';
import { ImportTroubleError } from './import-thread.ts';
import { isReachableFolder } from './reachable-folder.ts';
import type { ImportedRow } from './undo-records.ts';

const rowsAtOnce = 20;
const foldersAtOnce = 200;

/**
 * Deletes the files of a scene that are the very ones that were put into the library: what another Nadir has put to the same place since
 * stays, and so does what is another scene's too. Resolves with the number of files that stay. Rejects with ImportTroubleError if the
 * library is away, also if it was so for a moment: a file that was not there then is there again.
 */
export async function removePlaced(
  { library, removeUntouched }: Pick<ImportOptions, 'library' | 'removeUntouched'>,
  folder: string,
  placed: readonly PlacedFile[],
  scene: LosingScene,
): Promise<number> {
  const home = join(library(), ...folder.split('/'));
  const files = placed.map(({ place, sizeBytes, stamp }) => ({ name: place, sizeBytes, stamp }));
  await removeUntouched(home, files, scene);
  if (!(await isReachableFolder(library()))) throw new ImportTroubleError('library-missing');
  return removeUntouched(home, files, scene);
}

/**
 * Takes an import back, from the last scene to the first: its files are deleted if they are as they were imported, then their records.
 * Rejects with ImportTroubleError while the library is away.
 */
export async function undoImport(
  options: ImportOptions,
  live: StoredImport,
  signal: AbortSignal,
): Promise<void> {
  const { store, table, ports } = options;
  const { importId } = live;

  /** The files of a scene may have been moved or replaced since: only those at their places are deleted. */
  async function undoOne(row: ImportedRow) {
    const { seq, sceneRow, folder, placed } = row;
    const takenOver = table.takenOver(importId, row);
    const library = options.library();
    const home = join(library, ...folder.split('/'));
    const paths = new Map(placed.map((file) => [join(home, ...file.place.split('/')), file]));
    const own = ports
      .filesOf(sceneRow)
      .filter(({ path, sha256 }) => path !== null && paths.get(ports.absolute(path))?.sha256 === sha256);
    const left = takenOver === null ? await removePlaced(options, folder, placed, { sceneRow }) : 0;
    store.transaction(() => {
      if (takenOver !== 'recorded') ports.forget(own.map(({ fileId }) => fileId));
      table.markUndone(importId, seq);
      live.counts.imported -= 1;
      live.counts.left += left;
      table.put(live);
    });
  }

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

/** Removes what is left of imports that were taken back, once the catalog of the folder has left it: empty folders and empty scenes. */
export async function cleanUndone(options: ImportOptions): Promise<void> {
  const { store, table, ports } = options;
  const left = table.leftFolders(foldersAtOnce);
  if (left.length === 0 || !ports.removeEmpty(left.map(({ sceneRow }) => sceneRow))) return;
  const library = options.library();
  // A folder with something of the user in it stays.
  for (const { folder } of left) await rmdir(join(library, ...folder.split('/'))).catch(() => undefined);
  store.transaction(() => {
    for (const { importId, seq } of left) table.markClean(importId, seq);
  });
  options.scenesChanged();
}

import { isAbsolute, resolve } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  type LibraryFolder,
  type LibraryFolderId,
  mostLibraryFolders,
} from '../../../../src-preload/contract/library-folders.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Store } from '../../../store/store.ts';
import type { FolderLookup } from './folder-lookup.ts';
import type { FolderReadings } from './folder-readings.ts';
import { asPrefix, type FolderWatch } from './folder-watch.ts';
import type { FoldersTable } from './folders-table.ts';

const isWithin = (folder: string, path: string) => asPrefix(path).startsWith(asPrefix(folder));

/**
 * Returns a path that the user entered as it is stored. `mainFolder` is the folder of new downloads, `others` are the other further
 * folders. Throws INVALID_INPUT for a path that is not absolute or overlaps one of them, and if there are too many folders.
 */
function checkedFolderPath(
  entered: string,
  { mainFolder, others }: { mainFolder: string; others: readonly string[] },
): string {
  const refused = (reason: string) => new AppError('INVALID_INPUT', { fields: { path: [reason] } });
  if (!isAbsolute(entered)) throw refused('validation.absolutePath');
  const path = resolve(entered);
  if ([mainFolder, ...others].some((other) => isWithin(other, path) || isWithin(path, other)))
    throw refused('validation.folderOverlaps');
  if (others.length >= mostLibraryFolders) throw refused('validation.tooManyFolders');
  return path;
}

/** The options of `createFolderChanges`. */
export interface FolderChangesOptions {
  store: Pick<Store, 'transaction'>;
  table: FoldersTable;
  watch: Pick<FolderWatch, 'rows' | 'reload' | 'probe'>;
  readings: Pick<FolderReadings, 'start' | 'cancel'>;
  lookup: FolderLookup;
  /** Returns the folder of new downloads, absolute. */
  mainFolder: () => string;
  /** Makes another folder that of new downloads; throws FOLDER_NOT_WRITABLE. */
  setMainFolder: (path: string) => Promise<unknown>;
  /** Called when the list has changed. */
  changed: () => void;
  /** Called when records of files have changed. */
  filesChanged: () => void;
}

/** Creates the changes that a user can make to the list of further library folders. No change touches a file in a folder. */
export function createFolderChanges(options: FolderChangesOptions) {
  const { store, table, watch, readings, lookup, mainFolder, setMainFolder, changed, filesChanged } = options;
  const { rowOf, ensureReadable, toFolder } = lookup;

  /** Checks a path for a folder; `id` is null for a new one. Throws INVALID_INPUT. */
  const checkedPath = (entered: string, id: LibraryFolderId | null) =>
    checkedFolderPath(entered, {
      mainFolder: mainFolder(),
      others: watch.rows().flatMap((row) => (row.id === id ? [] : [row.path])),
    });

  /** Changes records in steps, each a transaction, because there may be very many. */
  async function runSteps(steps: Generator<void>): Promise<void> {
    while (store.transaction(() => steps.next()).done !== true) await yieldToEventLoop();
  }

  return {
    /** Adds a folder and starts to read it. Throws INVALID_INPUT, or FOLDER_AWAY if it cannot be read. */
    async add(entered: string): Promise<LibraryFolder> {
      const { id } = table.add(checkedPath(entered, null), 'sleeping');
      watch.reload();
      try {
        await ensureReadable(id);
      } catch (error) {
        table.remove(id);
        watch.reload();
        throw error;
      }
      readings.start(rowOf(id));
      changed();
      return toFolder(rowOf(id));
    },
    /** Removes a folder from the list, and the records of the files in it. */
    async remove(id: LibraryFolderId): Promise<void> {
      const { path } = rowOf(id);
      await readings.cancel(id);
      table.remove(id);
      watch.reload();
      await runSteps(table.forgetFiles(asPrefix(path)));
      changed();
      filesChanged();
    },
    /** Stores the new path of a folder that was moved, and reads it. Throws INVALID_INPUT or FOLDER_AWAY. */
    async relocate(id: LibraryFolderId, entered: string): Promise<LibraryFolder> {
      const path = checkedPath(entered, id);
      const before = rowOf(id);
      await readings.cancel(id);
      table.setPath(id, path);
      watch.reload();
      try {
        await ensureReadable(id);
      } catch (error) {
        table.setPath(id, before.path);
        watch.reload();
        throw error;
      }
      await runSteps(table.moveFiles(asPrefix(before.path), asPrefix(path)));
      readings.start(rowOf(id));
      changed();
      filesChanged();
      return toFolder(rowOf(id));
    },
    /** Makes a folder that of new downloads; the one of before becomes a further folder. Throws FOLDER_AWAY, FOLDER_NOT_WRITABLE. */
    async use(id: LibraryFolderId): Promise<void> {
      await ensureReadable(id);
      await readings.cancel(id);
      const { path } = rowOf(id);
      const before = mainFolder();
      await setMainFolder(path);
      table.remove(id);
      const other = table.add(before, 'there');
      watch.reload();
      await watch.probe(other);
      changed();
    },
  };
}

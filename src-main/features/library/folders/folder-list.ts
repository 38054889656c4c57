import type { LibraryFolderId } from '../../../../src-preload/contract/library-folders.ts';
import { createFolderChanges, type FolderChangesOptions } from './folder-changes.ts';
import { createFolderLookup } from './folder-lookup.ts';
import type { FolderReadings } from './folder-readings.ts';
import { canRead } from './folder-watch.ts';

/** The options of `createFolderList`. */
export interface FolderListOptions extends Omit<FolderChangesOptions, 'lookup'> {
  readings: FolderReadings;
}

/** Creates the list of further library folders as the user sees, changes and reads it. */
export function createFolderList(options: FolderListOptions) {
  const { watch, readings, mainFolder } = options;
  const lookup = createFolderLookup({ watch, readings });
  return {
    ...createFolderChanges({ ...options, lookup }),
    /** Returns the folder of new downloads and the further folders. */
    list: () => ({ main: mainFolder(), folders: watch.rows().map(lookup.toFolder) }),
    /** Starts to read a folder again. Throws FOLDER_AWAY. */
    async read(id: LibraryFolderId): Promise<void> {
      await lookup.ensureReadable(id);
      readings.start(lookup.rowOf(id));
    },
    /** Starts to read a folder that has come back; it may have been removed from the list meanwhile. */
    isBack(id: LibraryFolderId) {
      const row = watch.rows().find((each) => each.id === id);
      if (row !== undefined) readings.start(row);
    },
    /** Cancels the reading of folders that cannot be read any more, because it would wait for their drives. */
    endLostReadings: () =>
      Promise.all(watch.rows().flatMap(({ id, state }) => (canRead(state) ? [] : [readings.cancel(id)]))),
  };
}

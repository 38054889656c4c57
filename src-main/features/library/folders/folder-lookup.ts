import type { LibraryFolder, LibraryFolderId } from '../../../../src-preload/contract/library-folders.ts';
import { AppError } from '../../../core/app-error.ts';
import type { FolderReadings } from './folder-readings.ts';
import { canRead, type FolderWatch } from './folder-watch.ts';
import type { FolderRow } from './folders-table.ts';

/** The options of `createFolderLookup`. */
export interface FolderLookupOptions {
  watch: Pick<FolderWatch, 'rows' | 'probe'>;
  readings: Pick<FolderReadings, 'of'>;
}

/** Creates the functions that look up a further library folder by its id. */
export function createFolderLookup({ watch, readings }: FolderLookupOptions) {
  /** Returns a folder; throws NOT_FOUND. */
  function rowOf(id: LibraryFolderId): FolderRow {
    const row = watch.rows().find((each) => each.id === id);
    if (row === undefined) throw new AppError('NOT_FOUND', { what: `library folder ${id}` });
    return row;
  }
  return {
    rowOf,
    /** Resolves if the folder can be read now; throws FOLDER_AWAY otherwise. */
    async ensureReadable(id: LibraryFolderId): Promise<void> {
      const row = rowOf(id);
      const state = await watch.probe(row);
      if (!canRead(state)) throw new AppError('FOLDER_AWAY', { path: row.path, state });
    },
    /** Returns a folder as the page shows it, with the progress of its reading. */
    toFolder({ id, path, state, seenAt, scenes }: FolderRow): LibraryFolder {
      const reading = readings.of(id);
      const isReading = reading?.state === 'running';
      return {
        id,
        path,
        state,
        seenAt,
        scenes,
        reading: isReading ? { entries: reading.entries, scenes: reading.scenes } : null,
        problemCount: reading?.problemCount ?? 0,
      };
    },
  };
}

/** What `createFolderLookup` returns. */
export type FolderLookup = ReturnType<typeof createFolderLookup>;

import type { LibraryFolderId } from '../../../../src-preload/contract/library-folders.ts';
import type { FolderRow } from './folders-table.ts';

/** The reading of one folder into the index; see `holdings/rebuild.ts`. */
export interface FolderReading {
  status(): { state: string; entries: number; scenes: number; problemCount: number };
  start(): void;
  cancel(): Promise<void>;
}

/** The options of `createFolderReadings`. */
export interface FolderReadingsOptions {
  /** Creates the reading of a folder; `changed` is called when its state has changed. */
  createReading: (row: FolderRow, changed: () => void) => FolderReading;
  /** Called when a folder has been read to its end. */
  read: (row: FolderRow, scenes: number) => void;
  changed: () => void;
  /** Called when a reading has ended, completely or not. */
  ended: () => void;
}

/** Creates the readings of further folders into the index, at most one for each folder. */
export function createFolderReadings({ createReading, read, changed, ended }: FolderReadingsOptions) {
  const readings = new Map<LibraryFolderId, FolderReading>();
  return {
    /** Returns the progress of the last reading of a folder; null if there was none. */
    of: (id: LibraryFolderId) => readings.get(id)?.status() ?? null,
    /** Starts to read a folder, unless that is in progress. */
    start(row: FolderRow) {
      const { id } = row;
      if (readings.get(id)?.status().state === 'running') return;
      const reading = createReading(row, () => {
        // A newer reading may have replaced this one.
        if (readings.get(id) !== reading) return;
        const { state, scenes } = reading.status();
        if (state === 'done') read(row, scenes);
        if (state !== 'running') ended();
        changed();
      });
      readings.set(id, reading);
      reading.start();
    },
    /** Cancels the reading of a folder and forgets its progress. */
    async cancel(id: LibraryFolderId) {
      const reading = readings.get(id);
      readings.delete(id);
      await reading?.cancel();
    },
    close: () => Promise.allSettled([...readings.values()].map((reading) => reading.cancel())),
  };
}

/** What `createFolderReadings` returns. */
export type FolderReadings = ReturnType<typeof createFolderReadings>;

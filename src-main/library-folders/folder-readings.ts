import type { LibraryFolderId } from '../../src-preload/contract/library-folders.ts';
import type { FolderRow } from './folders-table.ts';

/** The reading of one folder into the index; see `holdings/rebuild.ts`. */
export interface FolderReading {
  status(): { state: string; entries: number; scenes: number; problemCount: number };
  start(): void;
  cancel(): Promise<void>;
}

/** What the readings of further folders need. */
export interface FolderReadingsOptions {
  /** Creates the reading of a folder; `changed` is called when its state has changed. */
  createReading: (row: FolderRow, changed: () => void) => FolderReading;
  /** Called when a folder has been read to its end. */
  read: (row: FolderRow, scenes: number) => void;
  changed: () => void;
  /** Called when a reading has ended in whatever way. */
  ended: () => void;
}

/** Creates the readings of further folders, at most one of each. */
export function createFolderReadings({ createReading, read, changed, ended }: FolderReadingsOptions) {
  const readings = new Map<LibraryFolderId, FolderReading>();
  return {
    of: (id: LibraryFolderId) => readings.get(id)?.status() ?? null,
    /** Reads a folder, unless that is under way. */
    start(row: FolderRow) {
      const { id } = row;
      if (readings.get(id)?.status().state === 'running') return;
      const reading = createReading(row, () => {
        // Another one may have begun meanwhile.
        if (readings.get(id) !== reading) return;
        const { state, scenes } = reading.status();
        if (state === 'done') read(row, scenes);
        if (state !== 'running') ended();
        changed();
      });
      readings.set(id, reading);
      reading.start();
    },
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

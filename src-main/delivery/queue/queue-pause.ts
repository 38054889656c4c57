import type { StoredError } from '../../../src-preload/contract/errors.ts';
import type { LibraryFileId } from '../../../src-preload/contract/ids.ts';
import { toStoredError } from '../../app-error.ts';
import { databaseFailure, diskPauseMs } from '../transfer/retry-rules.ts';

/** Why and until when the whole queue is paused, with the transfers of which the database could take no note. */
interface Pause {
  because: StoredError;
  /** ISO time, as a person's clock shows it. */
  until: string;
  fileIds: LibraryFileId[];
}

interface QueuePauseOptions {
  /** The folder of the database, to be named to the user. */
  dataFolder: () => string;
  /** Returns the moment that lies so far ahead, as a person's clock shows it. */
  shownTimeIn: (ms: number) => string;
  setTimer: (run: () => void, ms: number) => () => void;
  isClosed: () => boolean;
  onError: (error: unknown) => void;
  resumed: (fileIds: readonly LibraryFileId[]) => void;
}

/** Pauses and resumes the whole queue while the database cannot be written. */
export type QueuePause = ReturnType<typeof createQueuePause>;

/**
 * Pauses the queue as a whole when the database takes nothing, most likely because its disk is full. What comes in could not be
 * vouched for, and what cannot be noted as waiting would begin again at once, for ever.
 */
export function createQueuePause(options: QueuePauseOptions) {
  let pause: Pause | null = null;
  return {
    isPaused: () => pause !== null,
    /** Returns why the transfer waits; null where it does not wait for the database. */
    pauseOf: (fileId: LibraryFileId) => (pause?.fileIds.includes(fileId) ? pause : null),
    pauseBecause(error: unknown, fileId: LibraryFileId) {
      options.onError(error);
      if (options.isClosed()) return;
      if (pause) {
        pause.fileIds.push(fileId);
        return;
      }
      const because = toStoredError(databaseFailure(error, options.dataFolder()) ?? error);
      pause = { because, until: options.shownTimeIn(diskPauseMs), fileIds: [fileId] };
      options.setTimer(() => {
        const fileIds = pause?.fileIds ?? [];
        pause = null;
        options.resumed(fileIds);
      }, diskPauseMs);
    },
  };
}

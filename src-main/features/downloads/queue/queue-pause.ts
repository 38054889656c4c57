import type { StoredError } from '../../../../src-preload/contract/errors.ts';
import type { LibraryFileId } from '../../../../src-preload/contract/ids.ts';
import { toStoredError } from '../../../core/app-error.ts';
import { databaseFailure, diskPauseMs } from '../../../transfer/retry-rules.ts';

/** Why and until when the whole queue is paused, with the transfers whose state the database could not store. */
interface Pause {
  because: StoredError;
  /** ISO time of the system clock. */
  until: string;
  fileIds: LibraryFileId[];
}

interface QueuePauseOptions {
  /** The folder of the database, named in the error. */
  dataFolder: () => string;
  /** Returns the time this far ahead, by the system clock. */
  shownTimeIn: (ms: number) => string;
  setTimer: (run: () => void, ms: number) => () => void;
  isClosed: () => boolean;
  onError: (error: unknown) => void;
  resumed: (fileIds: readonly LibraryFileId[]) => void;
}

/** Pauses and resumes the whole queue while the database cannot be written. */
export type QueuePause = ReturnType<typeof createQueuePause>;

/**
 * Creates the pause of the whole queue, for a database that cannot be written, most likely because its disk is full. Received
 * bytes could not be recorded then, and a transfer that cannot be stored as waiting would start again at once, endlessly.
 */
export function createQueuePause(options: QueuePauseOptions) {
  let pause: Pause | null = null;
  return {
    isPaused: () => pause !== null,
    /** Returns why the transfer waits; null if it does not wait for the database. */
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

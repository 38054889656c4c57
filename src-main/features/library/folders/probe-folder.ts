import { accessSync, constants, opendirSync } from 'node:fs';
import type { FolderState } from '../../../../src-preload/contract/library-folders.ts';

/** A question to the thread. With `hadScenes` an empty folder counts as away, because it may be the mount point of a drive. */
export interface ProbeQuestion {
  id: number;
  path: string;
  hadScenes: boolean;
}

/** The answer to the question with the same id. */
export interface ProbeAnswer {
  id: number;
  state: Exclude<FolderState, 'sleeping'>;
}

/**
 * Returns whether a folder can be used. It blocks its thread until the drive answers: an asynchronous call would occupy one of the threads
 * that all other file access shares.
 */
export function probeFolder({ path, hadScenes }: Omit<ProbeQuestion, 'id'>): ProbeAnswer['state'] {
  try {
    const folder = opendirSync(path);
    try {
      if (hadScenes && folder.readSync() === null) return 'away';
    } finally {
      folder.closeSync();
    }
  } catch {
    return 'away';
  }
  try {
    // On Windows this does not check the permissions of a folder; a later write fails with its own error.
    accessSync(path, constants.W_OK);
    return 'there';
  } catch {
    return 'read-only';
  }
}

import { accessSync, constants, opendirSync } from 'node:fs';
import type { FolderState } from '../../src-preload/contract/library-folders.ts';

/** What the thread is asked. `hadScenes`: an empty folder may be where a drive is mounted, and is not there then. */
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
 * Says whether a folder can be used. It blocks its thread until the drive answers, on purpose: an asynchronous call would hold one of
 * the threads that all other work with files shares.
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
    // On Windows this says nothing of the rights of a folder; what cannot be written there fails with its own error.
    accessSync(path, constants.W_OK);
    return 'there';
  } catch {
    return 'read-only';
  }
}

import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isFolderInUse } from '../host/data-folder-lock.ts';
import { makeDataFolder } from '../host/make-data-folder.ts';
import { askThread, type StartThread } from './ask-thread.ts';
import { type Check, failed, ok } from './check.ts';
import { errorWords } from './run-checks.ts';
import { folderTrialSchema } from './thread-questions.ts';

/** With less than this the store itself soon finds no room. */
const leastFreeBytes = 200 * 1_024 * 1_024;
const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

/**
 * The user's data folder and its drive. What is written goes into a folder of its own in it, which is removed; whether a Nadir has the
 * folder is read without taking it.
 */
export function dataFolderCheck({
  dataFolder,
  start,
  freeBytes = async (folder) => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
}: {
  dataFolder: string;
  start?: StartThread;
  freeBytes?: (folder: string) => Promise<number>;
}): Check {
  const otherPlace = `Choose another folder than ${dataFolder} with --data-dir.`;
  return {
    name: 'data folder',
    proves: 'The data folder takes and keeps files, and only one Nadir at a time can have it.',
    async run({ signal }) {
      let trial: ReturnType<typeof folderTrialSchema.parse>;
      try {
        makeDataFolder(dataFolder);
        const folder = join(dataFolder, `self-test-${randomUUID()}`);
        trial = folderTrialSchema.parse(await askThread({ ask: 'folder', folder }, signal, start));
      } catch (error) {
        return failed(`it cannot be used: ${errorWords(error)}. ${otherPlace}`);
      }
      if (!trial.keepsBytes) return failed(`a file has other bytes than were written. ${otherPlace}`);
      if (!trial.hasLog) return failed(`its drive does not take SQLite’s write-ahead log. ${otherPlace}`);
      if (!trial.locks) return failed(`its drive does not lock files for one program. ${otherPlace}`);
      const free = await freeBytes(dataFolder);
      if (free < leastFreeBytes)
        return failed(`only ${gigabytes(free)} are free on its drive. Free some space.`);
      const isUsed = isFolderInUse(dataFolder);
      return ok(
        `writable, locks, ${gigabytes(free)} free; ${isUsed ? 'a Nadir is using it' : 'no Nadir uses it'}`,
      );
    },
  };
}

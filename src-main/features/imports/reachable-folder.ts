import { stat } from 'node:fs/promises';

/** Resolves with true if the folder exists and can be reached. */
export const isReachableFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (entry) => entry.isDirectory(),
    () => false,
  );

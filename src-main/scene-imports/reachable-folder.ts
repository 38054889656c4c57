import { stat } from 'node:fs/promises';

/** Resolves with true if the folder is there. */
export const isReachableFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (entry) => entry.isDirectory(),
    () => false,
  );

import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import { systemErrorCode } from '../core/system-error.ts';

/** What `createDisplayPaths` needs. */
export interface DisplayPathsOptions {
  /** Returns the library folder. */
  folder: () => string;
  /** Distinguishes the display copies from those of another data folder that shares the library. */
  instance: string;
  /** The absolute folder for display copies of a library that cannot be written. */
  ownFolder: string | undefined;
}

/** Creates the functions that say where display copies are: in the library folder, or in the data folder if that cannot be written. */
export function createDisplayPaths({ folder, instance, ownFolder }: DisplayPathsOptions) {
  const readOnly = new Set<string>();
  const displayFolder = () =>
    ownFolder !== undefined && readOnly.has(folder()) ? ownFolder : join(folder(), '.display');
  const cannotWrite = (path: string) =>
    access(path, constants.W_OK).then(
      () => false,
      (error: unknown) => ['EROFS', 'EACCES', 'EPERM'].includes(systemErrorCode(error) ?? ''),
    );

  return {
    /** Returns the path of the display copy of a raster. */
    pathOf: (fileId: LibraryFileId) =>
      join(displayFolder(), `${instance === '' ? '' : `${instance}-`}${fileId}.tif`),
    /** Checks whether the library can be written; if it cannot, `pathOf` returns paths in `ownFolder` from now on. */
    async checkWritable(): Promise<void> {
      const library = folder();
      if ((await cannotWrite(library)) || (await cannotWrite(join(library, '.display'))))
        readOnly.add(library);
    },
  };
}

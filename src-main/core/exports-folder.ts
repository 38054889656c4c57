import { access, readdir, rename, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type ExportedFile, exportNameSchema } from '../../src-preload/contract/takeaway.ts';
import { AppError, isAppError } from './app-error.ts';
import { ensureFileInsideNow, makeFolderInside } from './library-path.ts';
import { systemErrorCode } from './system-error.ts';

/** The folder in the library that files for the user are written to. */
export const exportsFolderName = 'exports';

/** Returns the path of the file beside a raster in which GDAL keeps what the raster itself has no place for. */
export const besideCrop = (path: string) => `${path}.aux.xml`;

/** An unfinished file that is older than this was left by a Nadir that was killed. */
const leftMs = 24 * 3_600_000;

/** Deletes old unfinished files in a folder. New ones stay, because another Nadir may be writing them. */
async function removeLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^\.\d+-\d+\.part(\.aux\.xml)?$/.test(name)) continue;
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > leftMs) await rm(path, { force: true, recursive: true });
  }
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Creates the access to the folder of exports. Files in it are only named by their names, which contain no folder, so that no path from the
 * page reaches the disk.
 */
export function createExportsFolder(libraryFolder: () => string) {
  const folder = () => join(libraryFolder(), exportsFolderName);
  let writing = 0;

  async function freeName(wanted: string): Promise<string> {
    const extension = extname(wanted);
    const stem = wanted.slice(0, wanted.length - extension.length);
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? wanted : `${stem} (${number})${extension}`;
      const path = join(folder(), name);
      // A file beside that was left of another raster must not be taken for one of the new file.
      if (!(await isThere(path)) && !(await isThere(besideCrop(path)))) return name;
    }
  }

  return {
    folder,
    /** Resolves with the path of an existing file; rejects with NOT_FOUND if it does not exist. */
    async find(name: string): Promise<string> {
      const path = join(folder(), exportNameSchema.parse(name));
      ensureFileInsideNow({ path, root: libraryFolder() });
      if (!(await isThere(path))) throw new AppError('NOT_FOUND', { what: name });
      return path;
    },
    /**
     * Calls `write` with a hidden path for a file or a folder, and renames it when it is complete, with the file `.aux.xml` beside it if there
     * is one. If the name exists, the new one gets a
     * number. Rejects with FOLDER_NOT_WRITABLE, DISK_FULL, and the errors of `write`.
     */
    async write(name: string, write: (path: string) => Promise<void>): Promise<ExportedFile> {
      writing += 1;
      const partial = join(folder(), `.${process.pid}-${writing}.part`);
      try {
        await makeFolderInside(folder(), libraryFolder());
        // Old files that cannot be removed must not prevent an export.
        await removeLeft(folder()).catch(() => undefined);
        await write(partial);
        const { size } = await stat(partial);
        const free = await freeName(exportNameSchema.parse(name));
        const path = join(folder(), free);
        // First, so that the file is never there without it.
        if (await isThere(besideCrop(partial))) await rename(besideCrop(partial), besideCrop(path));
        await rename(partial, path);
        return { name: free, path, sizeBytes: size };
      } catch (error) {
        for (const left of [partial, besideCrop(partial)])
          await rm(left, { force: true, recursive: true }).catch(() => undefined);
        if (isAppError(error)) throw error;
        const code = systemErrorCode(error);
        if (code === 'ENOSPC' || code === 'EDQUOT')
          throw new AppError('DISK_FULL', { path: folder(), neededBytes: null }, { cause: error });
        if (code !== '')
          throw new AppError('FOLDER_NOT_WRITABLE', { path: folder(), detail: code }, { cause: error });
        throw error;
      }
    },
  };
}

/** What `createExportsFolder` returns. */
export type ExportsFolder = ReturnType<typeof createExportsFolder>;

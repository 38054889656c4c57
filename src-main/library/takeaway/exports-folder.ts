import { access, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type ExportedFile, exportNameSchema } from '../../../src-preload/contract/takeaway.ts';
import { AppError, isAppError } from '../../app-error.ts';
import { systemErrorCode } from '../../core/system-error.ts';

/** The folder in the library that files for the user are written to. */
export const exportsFolderName = 'exports';

/** A file that was begun this long ago was left by a Nadir that was killed. */
const leftMs = 24 * 3_600_000;

/** Deletes what was begun in a folder and never finished. Another Nadir may be writing there, so what is new stays. */
async function removeLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^\.\d+-\d+\.part$/.test(name)) continue;
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
 * Creates the access to the folder of exports. A file in it is only ever named by its name, which has no folder in it:
 * no path from the page reaches the disk.
 */
export function createExportsFolder(libraryFolder: () => string) {
  const folder = () => join(libraryFolder(), exportsFolderName);
  let writing = 0;

  async function freeName(wanted: string): Promise<string> {
    const extension = extname(wanted);
    const stem = wanted.slice(0, wanted.length - extension.length);
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? wanted : `${stem} (${number})${extension}`;
      if (!(await isThere(join(folder(), name)))) return name;
    }
  }

  return {
    folder,
    /** Returns the path of a file that is there; throws NOT_FOUND if it is not. */
    async find(name: string): Promise<string> {
      const path = join(folder(), exportNameSchema.parse(name));
      if (!(await isThere(path))) throw new AppError('NOT_FOUND', { what: name });
      return path;
    },
    /**
     * Has a file or a folder written under a hidden name and gives it its own when it is whole; one of the same name stays, and the
     * new one gets a number. Throws FOLDER_NOT_WRITABLE, DISK_FULL, and what `write` throws.
     */
    async write(name: string, write: (path: string) => Promise<void>): Promise<ExportedFile> {
      writing += 1;
      const partial = join(folder(), `.${process.pid}-${writing}.part`);
      try {
        await mkdir(folder(), { recursive: true });
        // What cannot be removed must not keep the user from writing.
        await removeLeft(folder()).catch(() => undefined);
        await write(partial);
        const { size } = await stat(partial);
        const free = await freeName(exportNameSchema.parse(name));
        const path = join(folder(), free);
        await rename(partial, path);
        return { name: free, path, sizeBytes: size };
      } catch (error) {
        await rm(partial, { force: true, recursive: true }).catch(() => undefined);
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

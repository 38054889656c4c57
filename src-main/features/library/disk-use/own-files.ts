import { lstat, opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type LibraryFileId, libraryFileIdSchema } from '../../../../src-preload/contract/ids.ts';
import { systemErrorCode } from '../../../core/system-error.ts';

/** A kind of Nadir's own files in the library folder: display copies, or partial files of ended downloads. */
export type OwnKind = 'display' | 'partial';

/** One of Nadir's own files. */
export interface OwnFile {
  path: string;
  bytes: number;
}

const locations = {
  display: { folder: '.display', end: '.tif' },
  partial: { folder: '.partial', end: '.part' },
};

/** The options of `createOwnFiles`. */
export interface OwnFilesOptions {
  /** The library folder, absolute. */
  folder: () => string;
  /** The id of this data folder, which the names of its files have. Files of other data folders are left out. */
  instance: string;
  /** Resolves with true for a file whose partial file a transfer still needs. */
  isInUse: (fileId: LibraryFileId) => Promise<boolean>;
}

/** Creates the search for Nadir's own files that may be freed. A folder that cannot be read has none. */
export function createOwnFiles({ folder, instance, isInUse }: OwnFilesOptions) {
  /** Returns the id of the library's file to which an own file belongs; null for other names. */
  function fileIdOf(name: string, end: string): LibraryFileId | null {
    const digits =
      name.startsWith(`${instance}-`) && name.endsWith(end)
        ? name.slice(instance.length + 1, -end.length)
        : '';
    return /^\d{1,15}$/.test(digits) ? libraryFileIdSchema.parse(Number(digits)) : null;
  }

  async function* files(kind: OwnKind): AsyncGenerator<OwnFile> {
    const place = locations[kind];
    const path = join(folder(), place.folder);
    // A link in its place leads to files that are not Nadir's.
    const opened = (await lstat(path).catch(() => null))?.isDirectory()
      ? await opendir(path).catch(() => null)
      : null;
    if (opened === null) return;
    for await (const entry of opened) {
      const fileId = entry.isFile() ? fileIdOf(entry.name, place.end) : null;
      if (fileId === null || (kind === 'partial' && (await isInUse(fileId)))) continue;
      const found = await lstat(join(path, entry.name)).catch(() => null);
      if (found !== null) yield { path: join(path, entry.name), bytes: found.size };
    }
  }

  return {
    files,
    /** Resolves with the number and the bytes of the files of a kind. */
    async use(kind: OwnKind): Promise<{ files: number; bytes: number }> {
      const use = { files: 0, bytes: 0 };
      for await (const { bytes } of files(kind)) {
        use.files += 1;
        use.bytes += bytes;
      }
      return use;
    },
    /** Deletes a file; resolves with false if it does not exist. */
    async remove({ path }: OwnFile): Promise<boolean> {
      try {
        await rm(path);
        return true;
      } catch (error) {
        if (systemErrorCode(error) === 'ENOENT') return false;
        throw error;
      }
    },
  };
}

/** What `createOwnFiles` returns. */
export type OwnFiles = ReturnType<typeof createOwnFiles>;

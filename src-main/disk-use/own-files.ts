import { lstat, opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type LibraryFileId, libraryFileIdSchema } from '../../src-preload/contract/ids.ts';
import { systemErrorCode } from '../core/system-error.ts';

/** A kind of files that Nadir made for itself in the library folder. */
export type OwnKind = 'display' | 'partial';

/** A file that Nadir made for itself. */
export interface OwnFile {
  path: string;
  bytes: number;
}

const placeOf = {
  display: { folder: '.display', end: '.tif' },
  partial: { folder: '.partial', end: '.part' },
};

/** What the search for Nadir's own files needs. */
export interface OwnFilesOptions {
  /** The library folder, absolute. */
  folder: () => string;
  /** The id of this data folder in the names of its files: those of another Nadir on the same folder stay. */
  instance: string;
  /** True for a file of which a transfer still needs its bytes. */
  isInUse: (fileId: LibraryFileId) => Promise<boolean>;
}

/** Creates the search for display copies, and for what ended downloads left; a folder that cannot be read has none. */
export function createOwnFiles({ folder, instance, isInUse }: OwnFilesOptions) {
  /** Returns the file that a name belongs to; null if it is not one of this data folder. */
  function fileIdOf(name: string, end: string): LibraryFileId | null {
    const digits =
      name.startsWith(`${instance}-`) && name.endsWith(end)
        ? name.slice(instance.length + 1, -end.length)
        : '';
    return /^\d{1,15}$/.test(digits) ? libraryFileIdSchema.parse(Number(digits)) : null;
  }

  async function* files(kind: OwnKind): AsyncGenerator<OwnFile> {
    const place = placeOf[kind];
    const path = join(folder(), place.folder);
    const opened = await opendir(path).catch(() => null);
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
    async use(kind: OwnKind): Promise<{ files: number; bytes: number }> {
      const use = { files: 0, bytes: 0 };
      for await (const { bytes } of files(kind)) {
        use.files += 1;
        use.bytes += bytes;
      }
      return use;
    },
    /** Deletes one; false if it is gone already. */
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

import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { link, lstat, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasCode } from '../../../../core/app-error.ts';
import { ensureFolderInside } from '../../../../core/library-path.ts';
import { makeFolders } from '../../../../core/make-folders.ts';
import { systemErrorCode } from '../../../../core/system-error.ts';

/** Thrown for a file that is larger than its kind of file may be. */
export class TooLargeFileError extends Error {}

/**
 * The access of the catalog to a disk; all paths are absolute. Every function may reject with a system error. Tests and fault-injection
 * runs wrap it to inject faults.
 */
export interface Disk {
  /** Resolves with the text of a file; null if there is none. Symbolic links are not followed. Throws TooLargeFileError. */
  read(path: string, maxBytes: number): Promise<string | null>;
  /** Replaces the text of a file: writes and flushes a new file and renames it, so that readers see the old or the new text. */
  replace(path: string, text: string): Promise<void>;
  /** Creates a file; resolves with false if it exists already. */
  create(path: string, text: string): Promise<boolean>;
  rename(from: string, to: string): Promise<void>;
  /** Removes a file; resolves also if there is none. */
  remove(path: string): Promise<void>;
  /** Resolves with the names in a folder; an empty list if there is no such folder. */
  list(folder: string): Promise<string[]>;
  isFile(path: string): Promise<boolean>;
  isFolder(path: string): Promise<boolean>;
  /** Creates a folder with those above it. */
  makeFolder(folder: string): Promise<void>;
  /** Flushes the entries of a folder, so that renames in it survive a crash. */
  sync(folder: string): Promise<void>;
}

/** Thrown if the library folder is away; its drive may come back. */
export class LibraryMissingError extends Error {}

/**
 * Resolves with the result of `check`, which is called again if it was null: a drive that was away for a moment must not make a file look
 * removed. Throws LibraryMissingError if the library folder is away.
 */
export async function checkTwice<T>(
  disk: Pick<Disk, 'isFolder'>,
  library: string,
  check: () => Promise<T | null>,
): Promise<T | null> {
  const found = await check();
  if (found !== null) return found;
  if (!(await disk.isFolder(library))) throw new LibraryMissingError();
  return check();
}

/** On Windows a file that another program has open for a moment cannot be renamed. */
const isLockedForNow = (error: unknown) =>
  process.platform === 'win32' && ['EPERM', 'EBUSY', 'EACCES'].includes(systemErrorCode(error));

async function renameSoon(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (attempt >= 5 || !isLockedForNow(error)) throw error;
    }
  }
}

/** Writes and flushes a new temporary file beside `path`; resolves with its path. */
async function writeBeside(path: string, text: string): Promise<string> {
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.tmp`);
  const file = await open(beside, 'wx', 0o644);
  try {
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw error;
  }
  return beside;
}

const absent = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG']);
const withoutSync = new Set(['EINVAL', 'ENOTSUP', 'ENOSYS', 'EISDIR', 'EPERM']);

const present = <T>(found: Promise<T>): Promise<T | null> =>
  found.catch((error: unknown) => {
    if (absent.has(systemErrorCode(error))) return null;
    throw error;
  });

async function read(path: string, maxBytes: number): Promise<string | null> {
  // Only plain files are opened: opening a pipe would block for ever.
  const entry = await present(lstat(path));
  if (entry === null || !entry.isFile()) return null;
  if (entry.size > maxBytes) throw new TooLargeFileError();
  const file = await present(open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)));
  if (file === null) return null;
  try {
    const bytes = Buffer.alloc(Math.min(maxBytes, entry.size + 1));
    let length = 0;
    for (let read = 1; read > 0 && length < bytes.length; length += read)
      read = (await file.read(bytes, length, bytes.length - length, length)).bytesRead;
    return bytes.toString('utf8', 0, length);
  } finally {
    await file.close();
  }
}

/** Thrown as a system error, so that it is told as trouble of the disk. */
const linked = (path: string) =>
  Object.assign(new Error(`a link leads out of the library: ${path}`), { code: 'ELOOP' });

/**
 * Returns the access to a disk that leaves alone what links in a library lead to outside of it: others can write to a shared library,
 * and replace a folder by a link. Such a folder has no files to read, and writing to it fails.
 */
export function confineDisk(disk: Disk, library: string): Disk {
  async function ensureInside(folder: string, path: string) {
    await ensureFolderInside(folder, library).catch((error: unknown) => {
      if (hasCode(error, 'PATH_LINKED')) throw linked(path);
      // A folder that is not there yet is created, and then looked at.
      if (!absent.has(systemErrorCode(error))) throw error;
    });
  }
  const ofFile =
    <A extends [string, ...unknown[]], T>(act: (...words: A) => Promise<T>) =>
    async (...words: A): Promise<T> => {
      await ensureInside(dirname(words[0]), words[0]);
      return act(...words);
    };
  return {
    ...disk,
    read: async (path, maxBytes) => present(ofFile(disk.read)(path, maxBytes)),
    replace: ofFile(disk.replace),
    create: ofFile(disk.create),
    rename: ofFile(disk.rename),
    remove: ofFile(disk.remove),
    async list(folder) {
      await ensureInside(folder, folder);
      return disk.list(folder);
    },
    async makeFolder(folder) {
      await disk.makeFolder(folder);
      await ensureInside(folder, folder);
    },
  };
}

/** Creates the access to the real disk. */
export function createDisk(): Disk {
  return {
    read,
    async replace(path, text) {
      const beside = await writeBeside(path, text);
      try {
        await renameSoon(beside, path);
      } catch (error) {
        await rm(beside, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    async create(path, text) {
      const beside = await writeBeside(path, text);
      try {
        await link(beside, path);
        return true;
      } catch (error) {
        const code = systemErrorCode(error);
        if (code === 'EEXIST') return false;
        // Some file systems have no hard links. On them the file is visible before it is complete.
        const file = await open(path, 'wx', 0o644).catch((reason: unknown) => {
          if (systemErrorCode(reason) === 'EEXIST') return null;
          throw reason;
        });
        if (file === null) return false;
        await file.writeFile(text).finally(() => file.close());
        return true;
      } finally {
        await rm(beside, { force: true });
      }
    },
    rename: renameSoon,
    remove: (path) => rm(path, { force: true }),
    list: async (folder) => (await present(readdir(folder))) ?? [],
    isFile: async (path) => (await present(lstat(path)))?.isFile() ?? false,
    isFolder: async (path) => (await present(stat(path)))?.isDirectory() ?? false,
    async makeFolder(folder) {
      await makeFolders(folder);
    },
    async sync(folder) {
      if (process.platform === 'win32') return;
      const handle = await open(folder, 'r');
      try {
        await handle.sync();
      } catch (error) {
        if (!withoutSync.has(systemErrorCode(error))) throw error;
      } finally {
        await handle.close();
      }
    },
  };
}

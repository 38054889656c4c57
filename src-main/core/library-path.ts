import { constants, realpathSync } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { AppError, isAppError } from './app-error.ts';
import { makeFolders } from './make-folders.ts';
import { openPlain } from './open-plain.ts';
import { systemErrorCode } from './system-error.ts';

/** A file of a library folder. Both are absolute, and `path` is below `root`. */
export interface LibraryPath {
  root: string;
  path: string;
}

const isBelow = (path: string, root: string) =>
  path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);

/**
 * Returns the folder that the links in a path must not lead out of. `roots` are the library folders. The files of a rule with a
 * folder of its own lie in none of them, but in the project's and the scene's folder below that one.
 */
export const libraryRootOf = (path: string, roots: readonly string[]): string =>
  roots.find((root) => isBelow(path, root)) ?? dirname(dirname(dirname(path)));

const leadsOut = (path: string, cause?: unknown) => new AppError('PATH_LINKED', { path }, { cause });

/** Resolves with the real path of a folder. Throws PATH_LINKED if a link in its path leads out of the root, and errors of the system. */
async function realFolder(folder: string, root: string): Promise<string> {
  const [real, realRoot] = [await realpath(folder), await realpath(root)];
  if (!isBelow(real, realRoot)) throw leadsOut(folder);
  return real;
}

/** Throws PATH_LINKED if a link in the path of an existing folder leads out of the root; else errors of the system. */
export async function ensureFolderInside(folder: string, root: string): Promise<void> {
  await realFolder(folder, root);
}

/**
 * Creates a folder of a library with those above it; resolves with the first one that is new. Throws PATH_LINKED if a link in its path
 * leads out of the root, before anything is created there, and errors of the system.
 */
export async function makeFolderInside(folder: string, root: string): Promise<string | undefined> {
  // The root itself is never created: without it the drive of the library is away.
  await realpath(root);
  for (let above = folder; above !== root && dirname(above) !== above; above = dirname(above)) {
    if ((await lstat(above).catch(() => null)) === null) continue;
    await ensureFolderInside(above, root);
    break;
  }
  const first = await makeFolders(folder);
  await ensureFolderInside(folder, root);
  return first;
}

/** Does the same as `ensureFolderInside` for the folder of an existing file without waiting; a file that is gone is no error. */
export function ensureFileInsideNow({ root, path }: LibraryPath): void {
  try {
    if (!isBelow(realpathSync(dirname(path)), realpathSync(root))) throw leadsOut(path);
  } catch (error) {
    if (isAppError(error)) throw error;
  }
}

/**
 * Calls `act` with a path to the folder of a file that cannot be turned elsewhere meanwhile, and closes it afterwards. Others may write
 * to a shared library, and replace a folder by a link between the look at it and its use. On Linux the path names the open folder
 * itself; elsewhere Node has no function for that, so the folder is resolved immediately before its use.
 */
async function inRealFolder<T>({ root, path }: LibraryPath, act: (at: string) => Promise<T>): Promise<T> {
  const folder = await realFolder(dirname(path), root);
  if (process.platform !== 'linux') return act(join(folder, basename(path)));
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW).catch(
    (error: unknown) => {
      throw systemErrorCode(error) === 'ELOOP' ? leadsOut(path, error) : error;
    },
  );
  try {
    const held = `/proc/self/fd/${handle.fd}`;
    if (!isBelow(await readlink(held), await realpath(root))) throw leadsOut(path);
    return await act(join(held, basename(path)));
  } finally {
    await handle.close();
  }
}

/**
 * Opens a file of a library for reading, immediately before its use. Throws PATH_LINKED if it is a link, or if one in its path leads out
 * of the root; another error if it is not a plain file; and errors of the system.
 */
export function openLibraryFile(file: LibraryPath): Promise<FileHandle> {
  return inRealFolder(file, async (at) => {
    try {
      return await openPlain(at);
    } catch (error) {
      throw systemErrorCode(error) === 'ELOOP' ? leadsOut(file.path, error) : error;
    }
  });
}

/**
 * Opens a file by the real path that it had when it was found, for reading. Throws PATH_LINKED if its folder has been replaced by a link
 * since, or the file itself; else as `openLibraryFile`.
 */
export async function openAtRealPath(path: string): Promise<FileHandle> {
  const folder = dirname(path);
  if ((await realpath(folder)) !== folder) throw leadsOut(path);
  return openLibraryFile({ root: folder, path });
}

/** What tells a file from another one that somebody has put in its place. */
export type FileIdentity = string;

async function identityAt(path: string): Promise<FileIdentity> {
  const { dev, ino, size, mtimeNs } = await lstat(path, { bigint: true });
  return [dev, ino, size, mtimeNs].join(' ');
}

/**
 * Resolves with what tells a file from another in its place; null if there is none. Throws PATH_LINKED if a link in its path leads out
 * of the root, and errors of the system.
 */
export async function identifyLibraryFile(file: LibraryPath): Promise<FileIdentity | null> {
  try {
    return await inRealFolder(file, identityAt);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error))) return null;
    throw error;
  }
}

async function ensureSame(at: string, path: string, expected: FileIdentity): Promise<void> {
  if ((await identityAt(at)) !== expected) throw new AppError('FILE_REPLACED', { path });
}

/**
 * Deletes a file of a library that was identified before. Throws PATH_LINKED as `identifyLibraryFile`, FILE_REPLACED if another file is
 * in its place or its content has changed since, and errors of the system. A file that is gone is no error.
 */
export async function deleteLibraryFile(file: LibraryPath, expected: FileIdentity): Promise<void> {
  await inRealFolder(file, async (at) => {
    await ensureSame(at, file.path, expected);
    await rm(at, { force: true });
  }).catch((error: unknown) => {
    if (!['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error))) throw error;
  });
}

/**
 * Moves a file of a library that was identified before to the trash. Throws as `deleteLibraryFile`, and TRASH_FAILED if the system refuses.
 * A file that is gone is no error.
 */
export async function trashLibraryFile(
  file: LibraryPath,
  expected: FileIdentity,
  moveToTrash: (path: string) => Promise<void>,
): Promise<void> {
  const { path } = file;
  const now = await identifyLibraryFile(file);
  if (now === null) return;
  if (now !== expected) throw new AppError('FILE_REPLACED', { path });
  try {
    await moveToTrash(path);
  } catch (error) {
    const detail = systemErrorCode(error) || 'unknown';
    throw new AppError('TRASH_FAILED', { path, detail }, { cause: error });
  }
}

/** Renames a file of a library within its folder. Throws PATH_LINKED as `identifyLibraryFile`, and errors of the system. */
export async function renameLibraryFile(file: LibraryPath, name: string): Promise<void> {
  await inRealFolder(file, (at) => rename(at, join(dirname(at), name)));
}

import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ensureFolderInside } from '../../core/library-path.ts';
import { systemErrorCode } from '../../core/system-error.ts';
import { type Block, checkedBlocks } from './journal.ts';

/** Reads the bytes of a span; fewer if the file ends before. */
export async function readSpan(file: FileHandle, start: number, end: number): Promise<Uint8Array> {
  const bytes = Buffer.alloc(end - start);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
  return bytes.subarray(0, bytesRead);
}

/** Creates the folder of partial files in a library; the library itself is never created, because its drive may be away. */
async function makeOwnFolder(folder: string): Promise<void> {
  await mkdir(folder).catch((error: unknown) => {
    // Another download has just created it.
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  });
}

/**
 * The name of a partial file can be guessed, and others can write to the drives of libraries: a link in its place is not
 * followed, neither to read nor to create.
 */
async function createFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx+');
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') await rm(path, { force: true });
    else if (systemErrorCode(error) === 'ENOENT') await makeOwnFolder(dirname(path));
    else throw error;
    return open(path, 'wx+');
  }
}

const openExisting = (path: string) => open(path, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));

/**
 * Returns the size of a partial file that has a journal; 0 if the file is missing. If even the folder of the library is missing,
 * its drive is disconnected: this error is thrown, so that the download does not start again on another drive.
 */
async function sizeOnDisk(path: string): Promise<number> {
  const found = await lstat(path).catch(() => null);
  if (found === null) await stat(dirname(dirname(path)));
  return found?.isFile() ? found.size : 0;
}

/** Throws PATH_LINKED if the folder of partial files, which others can replace too, is a link that leads out of its library. */
async function ensureOwnFolder(folder: string): Promise<void> {
  await ensureFolderInside(folder, dirname(folder)).catch((error: unknown) => {
    // It is created with the first file.
    if (!['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error))) throw error;
  });
}

/** Opens or creates a partial file, truncated to its blocks with a right checksum; returns these with the file. */
export async function openPartialFile(
  path: string,
  blocks: readonly Block[],
): Promise<{ file: FileHandle; kept: Block[] }> {
  await ensureOwnFolder(dirname(path));
  const sizeBytes = blocks.length === 0 ? 0 : await sizeOnDisk(path);
  if (sizeBytes === 0) return { file: await createFile(path), kept: [] };
  const file = await openExisting(path);
  try {
    const kept = await checkedBlocks(blocks, sizeBytes, (start, end) => readSpan(file, start, end));
    await file.truncate(kept.at(-1)?.end ?? 0);
    return { file, kept };
  } catch (error) {
    await file.close();
    throw error;
  }
}

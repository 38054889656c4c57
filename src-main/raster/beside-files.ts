import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { systemErrorCode } from '../core/system-error.ts';

/** Opens a file beside a raster; resolves with null if there is none. A link is not followed. */
export async function openBeside(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error))) return null;
    throw error;
  }
}

/** The text of a file beside a raster; `unreadable` for one that is there and is longer than any of its kind, a link, or cannot be read. */
export type BesideText = { kind: 'none' } | { kind: 'unreadable' } | { kind: 'text'; text: string };

/** Reads a file beside a raster that adds to it, so that one that cannot be read does not refuse the raster. */
export async function readBesideText(path: string, mostBytes: number): Promise<BesideText> {
  const file = await openBeside(path).catch((): 'unreadable' => 'unreadable');
  if (file === null) return { kind: 'none' };
  if (file === 'unreadable') return { kind: 'unreadable' };
  try {
    const info = await file.stat();
    if (!info.isFile() || info.size > mostBytes) return { kind: 'unreadable' };
    return { kind: 'text', text: await file.readFile('utf8') };
  } catch {
    return { kind: 'unreadable' };
  } finally {
    await file.close();
  }
}

/** Resolves with true if there is a file at this path beside a raster. A link is none. */
export const isFileBeside = (path: string): Promise<boolean> =>
  lstat(path).then(
    (entry) => entry.isFile(),
    () => false,
  );

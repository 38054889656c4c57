import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/**
 * Opens a plain file for reading and never waits for the other end of a pipe in its place, which would block a thread for ever. A link
 * is followed only with `followsLinks`, for files that the user has put where Nadir keeps them. Rejects with the error of the system, or
 * with another error for what is no plain file.
 */
export async function openPlain(path: string, { followsLinks = false } = {}): Promise<FileHandle> {
  const noFollow = followsLinks ? 0 : (constants.O_NOFOLLOW ?? 0);
  const file = await open(path, constants.O_RDONLY | noFollow | (constants.O_NONBLOCK ?? 0));
  const info = await file.stat().catch(() => null);
  if (info?.isFile() === true) return file;
  await file.close();
  throw new Error('not a file');
}

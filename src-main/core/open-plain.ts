import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Thrown for a folder, a pipe or a device that is opened as a file. */
export class NotPlainError extends Error {}

/**
 * Opens a plain file for reading. Never blocks on a pipe with this name. Follows a link only with `followsLinks`, for files
 * that users put where Nadir keeps them. Rejects with the error of the system, or with NotPlainError if it is not a plain file.
 */
export async function openPlain(path: string, { followsLinks = false } = {}): Promise<FileHandle> {
  const noFollow = followsLinks ? 0 : (constants.O_NOFOLLOW ?? 0);
  const file = await open(path, constants.O_RDONLY | noFollow | (constants.O_NONBLOCK ?? 0));
  const info = await file.stat().catch(() => null);
  if (info?.isFile() === true) return file;
  await file.close();
  throw new NotPlainError('not a file');
}

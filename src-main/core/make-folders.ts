import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemErrorCode } from './system-error.ts';

const isFolder = (path: string) =>
  stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );

/**
 * Creates a folder with those above it; resolves with the first one that is new, undefined if there is none. Rejects with the error of
 * the system. Node's recursive `mkdir` answers ENOENT on a drive that is read-only, as if the folder above were not there, and never
 * ends where a file system answers ENOENT in an existing folder (/proc, some mounts).
 */
export async function makeFolders(path: string): Promise<string | undefined> {
  try {
    await mkdir(path);
    return path;
  } catch (error) {
    if (await isFolder(path)) return undefined;
    if (systemErrorCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
  }
  const first = await makeFolders(dirname(path));
  await mkdir(path).catch(async (error: unknown) => {
    // Another process may have created it in the meantime.
    if (!(await isFolder(path))) throw error;
  });
  return first ?? path;
}

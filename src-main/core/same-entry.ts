import { lstat, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { foldedName } from './folded-name.ts';
import { systemErrorCode } from './system-error.ts';

const absent = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG']);

const present = <T>(found: Promise<T>): Promise<T | null> =>
  found.catch((error: unknown) => {
    if (absent.has(systemErrorCode(error))) return null;
    throw error;
  });

/** Resolves with whether there is anything of this name. Rejects if that cannot be found out. */
export const isEntry = async (path: string): Promise<boolean> => (await present(lstat(path))) !== null;

/**
 * Resolves with whether two paths are the same entry of the same folder: also where the file system does not tell names by case or
 * normalization, and where a folder on the way is a link. Two hard links are two entries, as one stays when the other is removed.
 * Rejects with the error of the system.
 */
export async function isSameEntry(one: string, two: string): Promise<boolean> {
  if (one === two) return true;
  if (foldedName(basename(one)) !== foldedName(basename(two))) return false;
  const isSame = async (stats: readonly Promise<{ dev: bigint; ino: bigint }>[]) => {
    const [first, second] = await Promise.all(stats.map(present));
    return first && second ? first.dev === second.dev && first.ino === second.ino : false;
  };
  const options = { bigint: true } as const;
  if (!(await isSame([one, two].map((path) => lstat(path, options))))) return false;
  return isSame([one, two].map((path) => stat(dirname(path), options)));
}

import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { foldedName } from './folded-name.ts';
import { namesIn } from './folded-names-in.ts';
import { systemErrorCode } from './system-error.ts';

const absent = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG']);

const present = <T>(found: Promise<T>): Promise<T | null> =>
  found.catch((error: unknown) => {
    if (absent.has(systemErrorCode(error))) return null;
    throw error;
  });

interface Numbers {
  dev: bigint;
  ino: bigint;
}

const areSame = (one: Numbers, two: Numbers) => one.dev === two.dev && one.ino === two.ino;

/** Resolves with whether anything of this name exists. Rejects if that cannot be determined. */
export const isEntry = async (path: string): Promise<boolean> => (await present(lstat(path))) !== null;

/** Resolves with whether two existing paths differ only in the spelling of names, each of which occurs once in its folder. */
async function isSpelledOtherwise(one: string, two: string): Promise<boolean> {
  if (one === two) return true;
  const [folder, name] = [dirname(one), foldedName(basename(one))];
  if (folder === one || name !== foldedName(basename(two))) return false;
  if (!(await isSpelledOtherwise(folder, dirname(two)))) return false;
  if (basename(one) === basename(two)) return true;
  let alike = 0;
  for await (const each of namesIn(folder)) if (foldedName(each) === name) alike += 1;
  return alike === 1;
}

const withRealFolder = async (path: string) => join(await realpath(dirname(path)), basename(path));

/**
 * Resolves with whether two paths are the same entry of the same folder, even on a file system that ignores case or
 * normalization, and behind a linked folder. Two hard links are two entries, because one stays when the other is removed.
 * Rejects with the error of the system.
 */
export async function isSameEntry(one: string, two: string): Promise<boolean> {
  if (one === two) return true;
  if (foldedName(basename(one)) !== foldedName(basename(two))) return false;
  const options = { bigint: true } as const;
  const [first, second] = [await present(lstat(one, options)), await present(lstat(two, options))];
  if (first === null || second === null) return false;
  if (areSame(first, second) && areSame(await stat(dirname(one), options), await stat(dirname(two), options)))
    return true;
  // Some FUSE file systems give each spelling of a name its own file number.
  return isSpelledOtherwise(await withRealFolder(one), await withRealFolder(two));
}

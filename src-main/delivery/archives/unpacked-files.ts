import { lstat, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Unpacked } from '../../../src-preload/contract/delivery.ts';
import { diskFailure } from '../transfer/retry-rules.ts';

/** The name of the folder in which an archive is being unpacked begins like this. */
export const stagingPrefix = '.unpacking-';
const statsAtOnce = 64;

/** Resolves with the files that still exist with the kind and size that was written. */
async function untouchedFiles(folder: string, files: Unpacked['files']): Promise<Unpacked['files']> {
  const untouched: Unpacked['files'] = [];
  for (let at = 0; at < files.length; at += statsAtOnce) {
    const batch = files.slice(at, at + statsAtOnce);
    const stats = await Promise.all(batch.map(({ name }) => lstat(join(folder, name)).catch(() => null)));
    untouched.push(...batch.filter(({ sizeBytes }, i) => stats[i]?.isFile() && stats[i].size === sizeBytes));
  }
  return untouched;
}

/** True if the folder and all of the files exist with the kind and size that was written. */
export async function isWhole(folder: string, files: Unpacked['files']): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  return found?.isDirectory() === true && (await untouchedFiles(folder, files)).length === files.length;
}

/** Deletes a folder with its content, but only if it was created for unpacking. */
export async function removeStaging(staging: string): Promise<void> {
  if (basename(staging).startsWith(stagingPrefix)) await rm(staging, { recursive: true, force: true });
}

/**
 * Deletes the unpacked files that have not changed since they were unpacked (by kind and size), then the folders that became
 * empty. Throws the disk's error in the user's terms.
 */
export async function removeUntouched(folder: string, files: Unpacked['files']): Promise<void> {
  const folders = new Set<string>();
  try {
    for (const { name } of await untouchedFiles(folder, files)) {
      await rm(join(folder, name), { force: true });
      for (let above = dirname(name); above !== '.'; above = dirname(above)) folders.add(above);
    }
  } catch (error) {
    throw diskFailure(error, folder, null) ?? error;
  }
  // Deepest first; a folder stays if somebody has put a file there.
  for (const name of [...folders].sort((a, b) => b.length - a.length))
    await rmdir(join(folder, name)).catch(() => undefined);
  await rmdir(folder).catch(() => undefined);
}

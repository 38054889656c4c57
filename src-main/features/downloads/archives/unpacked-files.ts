import { lstat, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Unpacked } from '../../../../src-preload/contract/delivery.ts';
import type { FileClaim, KeptFiles } from '../../../core/file-claims.ts';
import { stampOf } from '../../../core/file-stamp.ts';
import {
  deleteLibraryFile,
  type FileIdentity,
  identifyLibraryFile,
  type LibraryPath,
  trashLibraryFile,
} from '../../../core/library-path.ts';
import { diskFailure } from '../../../transfer/retry-rules.ts';

/** The name of the folder in which an archive is being unpacked begins like this. */
export const stagingPrefix = '.unpacking-';
const statsAtOnce = 64;

/** A file as Nadir wrote it. `stamp` distinguishes it from another file with the same content; see `stampOf`. */
export interface WrittenFile {
  name: string;
  sizeBytes: number;
  stamp?: string | undefined;
}

/** Resolves with the unchanged files, and with the names of the changed or replaced ones. */
async function comparedFiles(folder: string, files: readonly WrittenFile[]) {
  const untouched: WrittenFile[] = [];
  const others: string[] = [];
  for (let at = 0; at < files.length; at += statsAtOnce) {
    const batch = files.slice(at, at + statsAtOnce);
    const stats = await Promise.all(
      batch.map(({ name }) => lstat(join(folder, name), { bigint: true }).catch(() => null)),
    );
    for (const [i, file] of batch.entries()) {
      const entry = stats[i];
      if (entry === null || entry === undefined) continue;
      const isSame = entry.isFile() && Number(entry.size) === file.sizeBytes;
      if (isSame && (file.stamp === undefined || file.stamp === stampOf(entry))) untouched.push(file);
      else others.push(file.name);
    }
  }
  return { untouched, others };
}

/** True if the folder and all of the files exist with the kind and size that was written. */
export async function isWhole(folder: string, files: Unpacked['files']): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  return (
    found?.isDirectory() === true && (await comparedFiles(folder, files)).untouched.length === files.length
  );
}

/** Deletes a folder with its content, but only if it was created for unpacking. */
export async function removeStaging(staging: string): Promise<void> {
  if (basename(staging).startsWith(stagingPrefix)) await rm(staging, { recursive: true, force: true });
}

/**
 * Determines which files must stay, by their absolute paths: those that another scene has too, and those of unknown ownership.
 */
export type Claims = (paths: readonly string[]) => Promise<ReadonlyMap<string, FileClaim>>;

/**
 * Deletes the files that have not changed since they were written (by kind, size and stamp), then the empty folders. Files that
 * belong to something else too stay; resolves with these. With `moveToTrash` they go to the trash instead. Throws the disk's error in the
 * user's terms, and TRASH_FAILED.
 */
export async function removeUntouched(
  folder: string,
  files: readonly WrittenFile[],
  claimsOn: Claims | null,
  moveToTrash?: (path: string) => Promise<void>,
): Promise<KeptFiles> {
  const remove =
    moveToTrash === undefined
      ? deleteLibraryFile
      : (file: LibraryPath, identity: FileIdentity) => trashLibraryFile(file, identity, moveToTrash);
  const folders = new Set<string>();
  const { untouched, others } = await comparedFiles(folder, files);
  const paths = untouched.map(({ name }) => join(folder, name));
  const claims = untouched.length === 0 ? null : await claimsOn?.(paths);
  let count = others.length;
  const claimed: string[] = [];
  const shared: string[] = [];
  try {
    for (const [n, { name }] of untouched.entries()) {
      const path = paths[n] ?? '';
      const claim = claims?.get(path);
      if (claim !== undefined) {
        count += 1;
        shared.push(name);
        if (claim.by !== 'unreadable') claimed.push(path);
        continue;
      }
      const identity = await identifyLibraryFile({ root: folder, path });
      if (identity !== null) await remove({ root: folder, path }, identity);
      for (let above = dirname(name); above !== '.'; above = dirname(above)) folders.add(above);
    }
  } catch (error) {
    throw diskFailure(error, folder, null) ?? error;
  }
  // Deepest first; a folder stays if somebody has put a file there.
  for (const name of [...folders].sort((a, b) => b.length - a.length))
    await rmdir(join(folder, name)).catch(() => undefined);
  await rmdir(folder).catch(() => undefined);
  return { count, claimed, changed: others, shared };
}

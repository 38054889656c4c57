import { createHash } from 'node:crypto';
import { lstat, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ImportProblem } from '../../../../src-preload/contract/scene-imports.ts';
import { foldedName } from '../../../core/folded-name.ts';
import { openPlain } from '../../../core/open-plain.ts';
import { systemErrorCode } from '../../../core/system-error.ts';
import { isWithinFolder } from '../format/resolve-href.ts';

/** A file that may be read. */
export interface LocalFile {
  path: string;
  sizeBytes: number;
}

const away = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EINVAL']);

/** Returns the problem of an import that a system error means. */
export const problemOf = (error: unknown): ImportProblem =>
  away.has(systemErrorCode(error)) ? 'missing' : systemErrorCode(error) === 'ELOOP' ? 'link' : 'unreadable';

/** Creates the function that finds files below the selected folder; `root` must be its real path. */
export function createFileFinder(root: string) {
  let listed = { folder: '', names: new Map<string, string[]>() };

  async function namesIn(folder: string): Promise<ReadonlyMap<string, string[]>> {
    if (listed.folder !== folder) {
      const names = await readdir(folder).catch((): string[] => []);
      listed = { folder, names: Map.groupBy(names, foldedName) };
    }
    return listed.names;
  }

  /** Resolves with the path as it is spelled on disk: another system may have changed the case or normalization of names. */
  async function spelled(path: string): Promise<string | 'file-ambiguous' | 'missing'> {
    const entry = await lstat(path).catch(() => null);
    if (entry !== null) return path;
    const names = (await namesIn(dirname(path))).get(foldedName(basename(path))) ?? [];
    if (names.length > 1) return 'file-ambiguous';
    return names[0] === undefined ? 'missing' : join(dirname(path), names[0]);
  }

  /** Resolves with a plain file below the root, or with the reason why it is not one. No symbolic link is followed. */
  return async (path: string): Promise<LocalFile | { problem: ImportProblem }> => {
    try {
      const found = await spelled(path);
      if (found === 'file-ambiguous' || found === 'missing') return { problem: found };
      const entry = await lstat(found);
      if (entry.isSymbolicLink()) return { problem: 'link' };
      if (!entry.isFile()) return { problem: 'not-file' };
      // A folder in the path may be a link that leads out of the selected folder.
      const real = await realpath(found);
      if (!isWithinFolder(root, real)) return { problem: 'link' };
      // The copy is made later, from this very place: see `openAtRealPath`.
      return { path: real, sizeBytes: entry.size };
    } catch (error) {
      return { problem: problemOf(error) };
    }
  };
}

/** Resolves with the first bytes of a file, at most this many. */
export async function readHead(path: string, bytes: number): Promise<Buffer> {
  const file = await openPlain(path);
  try {
    const head = Buffer.alloc(bytes);
    let length = 0;
    for (let read = 1; read > 0 && length < bytes; length += read)
      read = (await file.read(head, length, bytes - length, length)).bytesRead;
    return head.subarray(0, length);
  } finally {
    await file.close();
  }
}

/** Resolves with the text of a file, or with the problem if it cannot be read or has more bytes. */
export async function readBounded(
  { path, sizeBytes }: LocalFile,
  maxBytes: number,
): Promise<{ text: string } | { problem: ImportProblem }> {
  if (sizeBytes > maxBytes) return { problem: 'too-large' };
  try {
    const head = await readHead(path, maxBytes + 1);
    return head.length > maxBytes ? { problem: 'too-large' } : { text: head.toString('utf8') };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

const headBytes = 64 * 1_024;
const maxHeads = 4;

/** Resolves with eight hex digits that differ for scenes with different files. They depend on the sizes and first bytes of the files. */
export async function fingerprintOf(files: readonly LocalFile[]): Promise<string> {
  const hash = createHash('sha256');
  for (const [n, { path, sizeBytes }] of files.entries()) {
    hash.update(`${sizeBytes};`);
    if (n < maxHeads) hash.update(await readHead(path, headBytes).catch(() => Buffer.alloc(0)));
  }
  return hash.digest('hex').slice(0, 8);
}

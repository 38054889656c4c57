import { createHash } from 'node:crypto';
import { type FileHandle, lstat, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ImportProblem } from '../../../../src-preload/contract/scene-imports.ts';
import { AppError, hasCode } from '../../../core/app-error.ts';
import { stampOf } from '../../../core/file-stamp.ts';
import { foldedName } from '../../../core/folded-name.ts';
import { foldedNamesIn } from '../../../core/folded-names-in.ts';
import { makeFolderInside, openAtRealPath } from '../../../core/library-path.ts';
import { makeFolders } from '../../../core/make-folders.ts';
import { openPlain } from '../../../core/open-plain.ts';
import { systemErrorCode } from '../../../core/system-error.ts';
import { writeAllTo } from '../../../core/write-all-at.ts';
import type { PlacedFile } from '../import-plan.ts';
import { problemOf } from '../read/local-files.ts';

/** A file to be copied; `place` is its path in the folder of its scene, separated by `/`. */
export interface FileToCopy {
  from: string;
  sizeBytes: number | null;
  sha256: string | null;
  place: string;
}

/** The scene whose files are copied. */
export interface SceneToCopy {
  files: readonly FileToCopy[];
  library: string;
  /** The absolute path of the hidden folder of this scene. Files that an earlier attempt copied into it are used. */
  staging: string;
  /** Files below this folder are Nadir's own copies, which are moved. */
  moveFrom: string;
}

/** Thrown if a file cannot be copied because of its source, not because of the library. */
export class SourceFileError extends Error {
  readonly problem: ImportProblem;
  readonly path: string;

  constructor(problem: ImportProblem, path: string, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
    this.path = path;
  }
}

const pieceBytes = 1_024 * 1_024;
/** Space that is left free for other programs. */
const spareBytes = 16 * 1_024 * 1_024;

async function ensureRoom(library: string, files: readonly FileToCopy[], moveFrom: string): Promise<void> {
  const needed = files
    .filter(({ from }) => !from.startsWith(moveFrom))
    .reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
  const free = await statfs(library).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );
  if (free !== null && free < needed + spareBytes)
    throw new AppError('DISK_FULL', { path: library, neededBytes: needed });
}

async function* piecesOf(file: FileHandle, path: string): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(pieceBytes);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, pieceBytes, null).catch((error: unknown) => {
      throw new SourceFileError('unreadable', path, error);
    });
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

const opened = (path: string, openFile: (path: string) => Promise<FileHandle> = openPlain) =>
  openFile(path).catch((error: unknown) => {
    const problem = hasCode(error, 'PATH_LINKED') ? 'link' : problemOf(error);
    throw new SourceFileError(problem, path, error);
  });

type OnBytes = (bytes: number) => void;

/** Resolves with the size and checksum of a file. Throws SourceFileError. */
export async function checksumOf(
  path: string,
  onBytes: OnBytes,
): Promise<{ sizeBytes: number; sha256: string }> {
  const file = await opened(path);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  try {
    for await (const piece of piecesOf(file, path)) {
      hash.update(piece);
      sizeBytes += piece.length;
      onBytes(piece.length);
    }
  } finally {
    await file.close();
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

const sampleBytes = 64 * 1_024;

/** Resolves with the checksum of the size, the start, the middle and the end of a file. Throws SourceFileError. */
export async function samplesOf(path: string): Promise<string> {
  const file = await opened(path);
  const hash = createHash('sha256');
  try {
    const { size } = await file.stat();
    hash.update(`${size};`);
    const buffer = Buffer.alloc(sampleBytes);
    for (const at of [0, Math.floor(size / 2), Math.max(0, size - sampleBytes)]) {
      const { bytesRead } = await file.read(buffer, 0, sampleBytes, at);
      hash.update(buffer.subarray(0, bytesRead));
    }
    return hash.digest('hex');
  } catch (error) {
    throw new SourceFileError('unreadable', path, error);
  } finally {
    await file.close();
  }
}

/** Copies a file under a temporary name, flushes it and then renames it, so that a file with the final name is complete. */
async function copyFile(
  from: string,
  to: string,
  onBytes: OnBytes,
): Promise<{ sizeBytes: number; sha256: string }> {
  const partial = `${to}.part`;
  // Somebody may have replaced a folder of the source by a link since it was read.
  const source = await opened(from, openAtRealPath);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  try {
    // A link that somebody has put at this name is removed and never written through.
    await rm(partial, { force: true });
    const target = await open(partial, 'wx', 0o644);
    try {
      for await (const piece of piecesOf(source, from)) {
        hash.update(piece);
        await writeAllTo(target, piece, null);
        sizeBytes += piece.length;
        onBytes(piece.length);
      }
      await target.sync();
    } finally {
      await target.close();
    }
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    await source.close();
  }
  await rename(partial, to);
  return { sizeBytes, sha256: hash.digest('hex') };
}

/** Flushes a file that was received, downloaded or unpacked: if the drive is pulled out, bytes that were not flushed are lost. */
async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

const isFile = (path: string) =>
  lstat(path).then(
    (entry) => entry.isFile(),
    () => false,
  );

async function stageFile(file: FileToCopy, { library, staging, moveFrom }: SceneToCopy, onBytes: OnBytes) {
  const to = join(staging, ...file.place.split('/'));
  await makeFolderInside(dirname(to), library);
  if (await isFile(to)) return checksumOf(to, onBytes);
  if (!file.from.startsWith(moveFrom)) return copyFile(file.from, to, onBytes);
  const facts = await checksumOf(file.from, onBytes);
  await flushFile(file.from);
  await rename(file.from, to);
  return facts;
}

/**
 * Copies the files of a scene into its hidden folder; resolves with their sizes, checksums and stamps. The originals are never changed.
 * Throws SourceFileError for a file that cannot be read or has changed since it was found; DISK_FULL or the system error for the library.
 */
export async function copyScene(scene: SceneToCopy, onBytes: OnBytes): Promise<PlacedFile[]> {
  await stat(scene.library);
  await ensureRoom(scene.library, scene.files, scene.moveFrom);
  const placed: PlacedFile[] = [];
  for (const file of scene.files) {
    const { sizeBytes, sha256 } = await stageFile(file, scene, onBytes).catch(async (error: unknown) => {
      // This copy is in the library. If the library is away, `stat` throws its error, which is not one of the source.
      if (!(error instanceof SourceFileError) || !file.from.startsWith(scene.moveFrom)) throw error;
      await stat(scene.library);
      return stageFile(file, scene, onBytes);
    });
    const problem =
      file.sizeBytes !== null && file.sizeBytes !== sizeBytes
        ? 'changed'
        : file.sha256 !== null && file.sha256 !== sha256
          ? 'checksum'
          : null;
    if (problem !== null) throw new SourceFileError(problem, file.from);
    const copy = await lstat(join(scene.staging, ...file.place.split('/')), { bigint: true });
    placed.push({ place: file.place, sizeBytes, sha256, stamp: stampOf(copy) });
  }
  return placed;
}

/** Creates the function that resolves with a free path for the folder of a scene in `parent`; each parent is listed once. */
export function createFolderNames() {
  const listed = new Map<string, Set<string>>();
  return async (parent: string, wanted: string): Promise<string> => {
    await makeFolders(parent);
    let taken = listed.get(parent);
    if (taken === undefined) {
      taken = await foldedNamesIn(parent);
      listed.set(parent, taken);
    }
    for (let n = 1; ; n += 1) {
      const name = n === 1 ? wanted : `${wanted} (${n})`;
      if (taken.has(foldedName(name))) continue;
      taken.add(foldedName(name));
      return join(parent, name);
    }
  };
}

const isTaken = new Set(['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EPERM']);

/** Resolves with all folders below a folder, and the folder itself as the last. */
async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory());
  return [...below.map(({ parentPath, name }) => join(parentPath, name)), folder];
}

/** Flushes the name of a scene's folder, and that of the project folder above it, which may be new too. */
export async function syncPlaced(
  folder: string,
  syncFolder: (folder: string) => Promise<void>,
): Promise<void> {
  await syncFolder(dirname(folder));
  await syncFolder(dirname(dirname(folder)));
}

/**
 * Renames the hidden folder to its final name and flushes it; resolves with false if another program has just taken that name. Rejects if
 * files are missing in it: a drive that was away for a moment has lost the names that were not flushed.
 */
export async function placeScene(
  { staging, folder, files }: { staging: string; folder: string; files: readonly PlacedFile[] },
  syncFolder: (folder: string) => Promise<void>,
): Promise<boolean> {
  for (const each of await foldersIn(staging)) await syncFolder(each);
  // Checked after the flush, so that the files cannot be lost afterwards.
  for (const { place, sizeBytes } of files) {
    const path = join(staging, ...place.split('/'));
    if ((await lstat(path)).size !== sizeBytes) throw new SourceFileError('changed', path);
  }
  try {
    await rename(staging, folder);
  } catch (error) {
    if (isTaken.has(systemErrorCode(error)) && (await stat(folder).catch(() => null)) !== null) return false;
    throw error;
  }
  await syncPlaced(folder, syncFolder);
  return true;
}

import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import type { Unpacked } from '../../../../src-preload/contract/delivery.ts';
import { AppError } from '../../../core/app-error.ts';
import { openPlain } from '../../../core/open-plain.ts';
import { syncFolder } from '../../../transfer/storage/file-placer.ts';
import { HandleReader } from '../../../transfer/verification/handle-reader.ts';
import { type LeftEntry, type PlannedEntry, readZip, type ZipLimits } from './read-zip.ts';

interface UnpackOptions {
  path: string;
  /** The name of the archive that the user sees. */
  fileName: string;
  /** An empty folder that nothing else uses. */
  into: string;
  limits?: ZipLimits;
  /** Called with each entry that is left in the archive; without it such an entry refuses the archive. */
  leave?: (left: LeftEntry) => void;
  /** Throws DISK_FULL if there is no room for this many bytes. */
  ensureFreeSpace: (neededBytes: number) => Promise<void>;
}

/** Far above any real delivery, far below what would unexpectedly fill a workstation. */
const defaultLimits: ZipLimits = {
  entries: 10_000,
  bytes: 256 * 1_024 ** 3,
  ratio: 100,
  ratioFromBytes: 256 * 1_024 ** 2,
};
/** Rasters become files of their scene, whose content is known. */
const isRaster = (name: string) => /\.tiff?$/i.test(name);
const filesAtOnce = 4;
const batchBytes = 1_024 * 1_024;

/** Yields pieces of a size that suits disks; calls `seen` with each piece first. */
async function* batchesOf(stream: Readable, seen: (piece: Buffer) => void): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of stream) {
    seen(piece);
    pieces.push(piece);
    length += piece.length;
    if (length < batchBytes) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(pieces);
}

/** True for an error of the operating system, which names a system call; every other error is the archive's fault. */
const isSystemError = (error: unknown) => error instanceof Error && 'syscall' in error;

/** Creates the folders of all entries; resolves with them, outermost first. */
async function makeFolders(into: string, planned: readonly PlannedEntry[]): Promise<Set<string>> {
  const folders = new Set([into]);
  const makeFolder = async (path: string) => {
    if (folders.has(path)) return;
    await makeFolder(dirname(path));
    await mkdir(path);
    folders.add(path);
  };
  for (const { segments, isFolder } of planned)
    await makeFolder(join(into, ...(isFolder ? segments : segments.slice(0, -1))));
  return folders;
}

/** Writes one entry and flushes it to disk. Throws if its bytes differ from what was packed. */
async function writeEntry(
  archive: ZipFile,
  { entry, segments }: PlannedEntry,
  into: string,
  signal: AbortSignal,
): Promise<Unpacked['files'][number]> {
  let crc = 0;
  let sizeBytes = 0;
  const hash = isRaster(segments.at(-1) ?? '') ? createHash('sha256') : null;
  const file = await open(join(into, ...segments), 'wx');
  try {
    const stream = await archive.openReadStreamPromise(entry);
    const batches = batchesOf(stream, (piece) => {
      crc = crc32(piece, crc);
      hash?.update(piece);
      sizeBytes += piece.length;
    });
    await file.writeFile(batches, { signal });
    if (crc !== entry.crc32) throw new Error('the checksum of an entry is wrong');
    await file.datasync();
  } finally {
    await file.close();
  }
  return { name: segments.join('/'), sizeBytes, ...(hash === null ? {} : { sha256: hash.digest('hex') }) };
}

/** Writes all entries, several at a time. The first failure stops the others; when this rejects, all have ended. */
async function writeEntries(
  archive: ZipFile,
  entries: readonly PlannedEntry[],
  into: string,
  signal: AbortSignal,
): Promise<Unpacked['files']> {
  const stopped = new AbortController();
  const either = AbortSignal.any([signal, stopped.signal]);
  const files: Unpacked['files'] = [];
  const remaining = entries.entries();
  const writeRemaining = async () => {
    for (const [index, planned] of remaining) {
      either.throwIfAborted();
      files[index] = await writeEntry(archive, planned, into, either);
    }
  };
  // Small files mostly wait for the disk, so several wait at the same time.
  const ends = await Promise.allSettled(
    Array.from({ length: filesAtOnce }, () =>
      writeRemaining().catch((error: unknown) => {
        stopped.abort(error);
        throw error;
      }),
    ),
  );
  if (ends.some(({ status }) => status === 'rejected')) throw stopped.signal.reason;
  return files;
}

/** Returns the error to throw: a disk error unchanged, or an AppError which says that the archive is at fault. */
function archiveFailure(error: unknown, fileName: string): unknown {
  if (error instanceof AppError || isSystemError(error)) return error;
  // yauzl stops reading at the first encrypted entry.
  if (error instanceof Error && /encrypt/i.test(error.message))
    return new AppError('ARCHIVE_REFUSED', { fileName, entry: '', reason: 'encrypted' }, { cause: error });
  return new AppError('FILE_NOT_WHOLE', { fileName, detail: 'zip' }, { cause: error });
}

/**
 * Writes the entries of a checked archive into the folder, each under its own name, as a new file, and flushes them to disk. Only
 * names and bytes are taken from the archive: no modes, no times, no owners. Throws ARCHIVE_REFUSED before a byte is written,
 * FILE_NOT_WHOLE if the bytes differ from what was packed, or the disk's error.
 */
export async function unpackZip(options: UnpackOptions, signal: AbortSignal): Promise<Unpacked['files']> {
  const { fileName, into, limits = defaultLimits } = options;
  const zip = await openPlain(options.path, { followsLinks: true }).catch((error: unknown) => {
    throw archiveFailure(error, fileName);
  });
  try {
    const { size: sizeBytes } = await zip.stat();
    const archive = await fromRandomAccessReaderPromise(new HandleReader(zip), sizeBytes, {
      autoClose: false,
      lazyEntries: true,
      decodeStrings: false,
    });
    const planned = await readZip(archive, {
      fileName,
      sizeBytes,
      limits,
      signal,
      leave: options.leave ?? null,
    });
    await options.ensureFreeSpace(planned.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0));
    const folders = await makeFolders(into, planned);
    const entries = planned.filter(({ isFolder }) => !isFolder);
    const files = await writeEntries(archive, entries, into, signal);
    for (const folder of folders) await syncFolder(folder);
    return files;
  } catch (error) {
    throw signal.aborted ? error : archiveFailure(error, fileName);
  } finally {
    await zip.close();
  }
}

import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import type { Unpacked } from '../../../src-preload/contract/delivery.ts';
import { AppError } from '../../app-error.ts';
import { syncFolder } from '../storage/file-placer.ts';
import { HandleReader } from '../verification/handle-reader.ts';
import { type PlannedEntry, readZip, type ZipLimits } from './read-zip.ts';

interface UnpackOptions {
  path: string;
  /** The name of the archive as the user knows it. */
  fileName: string;
  /** An empty folder that nobody else uses. */
  into: string;
  limits?: ZipLimits;
  /** Throws DISK_FULL when there is no room for so many bytes. */
  ensureFreeSpace: (neededBytes: number) => Promise<void>;
}

/** Far above any delivery, far below what would fill a workstation by surprise. */
const defaultLimits: ZipLimits = {
  entries: 10_000,
  bytes: 256 * 1_024 ** 3,
  ratio: 100,
  ratioFromBytes: 256 * 1_024 ** 2,
};
const filesAtOnce = 4;
const batchBytes = 1_024 * 1_024;

/** Yields pieces of the size that disks like; `seen` is called with each piece before. */
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

/** Whether the system said it: such errors name the call, all others are the archive's own fault. */
const isSystemError = (error: unknown) => error instanceof Error && 'syscall' in error;

/** Makes the folders of all entries; resolves with them, the outermost first. */
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

/** Writes one entry down to the disk. Throws where its bytes are not what was packed. */
async function writeEntry(
  archive: ZipFile,
  { entry, segments }: PlannedEntry,
  into: string,
  signal: AbortSignal,
): Promise<Unpacked['files'][number]> {
  let crc = 0;
  let sizeBytes = 0;
  const file = await open(join(into, ...segments), 'wx');
  try {
    const stream = await archive.openReadStreamPromise(entry);
    const batches = batchesOf(stream, (piece) => {
      crc = crc32(piece, crc);
      sizeBytes += piece.length;
    });
    await file.writeFile(batches, { signal });
    if (crc !== entry.crc32) throw new Error('the checksum of an entry is wrong');
    await file.datasync();
  } finally {
    await file.close();
  }
  return { name: segments.join('/'), sizeBytes };
}

/** Writes all entries, several at a time. The first failure stops the others; all have ended when this rejects. */
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
  // Small files wait for the disk most of the time, so several wait together.
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

/** Returns what went wrong in the user's terms: what the disk said, or that the archive is at fault. */
function archiveFailure(error: unknown, fileName: string): unknown {
  if (error instanceof AppError || isSystemError(error)) return error;
  // The library refuses to read on at the first entry of that kind.
  if (error instanceof Error && /encrypt/i.test(error.message))
    return new AppError('ARCHIVE_REFUSED', { fileName, entry: '', reason: 'encrypted' }, { cause: error });
  return new AppError('FILE_NOT_WHOLE', { fileName, detail: 'zip' }, { cause: error });
}

/**
 * Writes the entries of a checked archive into the folder, each under its own name, exclusively and down to the disk. Nothing
 * of the archive but names and bytes is taken over: no modes, no times, no owners. Throws ARCHIVE_REFUSED before a byte is
 * written, FILE_NOT_WHOLE where the bytes are not what was packed, and what the disk says.
 */
export async function unpackZip(options: UnpackOptions, signal: AbortSignal): Promise<Unpacked['files']> {
  const { fileName, into, limits = defaultLimits } = options;
  const zip = await open(options.path, 'r');
  try {
    const { size: sizeBytes } = await zip.stat();
    const archive = await fromRandomAccessReaderPromise(new HandleReader(zip), sizeBytes, {
      ...{ autoClose: false, lazyEntries: true, decodeStrings: false },
    });
    const planned = await readZip(archive, { fileName, sizeBytes, limits, signal });
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

import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { fromRandomAccessReaderPromise } from 'yauzl';
import type { Unpacked } from '../../src-preload/contract/delivery.ts';
import { AppError } from '../app-error.ts';
import { syncFolder } from './file-placer.ts';
import { HandleReader } from './handle-reader.ts';
import { type PlannedEntry, readZip, type ZipLimits } from './read-zip.ts';

export interface UnpackOptions {
  path: string;
  /** As the user knows the archive. */
  fileName: string;
  /** An empty folder of nobody else. */
  into: string;
  limits?: ZipLimits;
  /** Throws DISK_FULL when so many bytes have no room. */
  ensureFreeSpace: (neededBytes: number) => Promise<void>;
}

/** Far above any delivery, far below what would fill a workstation by surprise. */
const usualLimits: ZipLimits = {
  entries: 10_000,
  bytes: 256 * 1_024 ** 3,
  ratio: 100,
  ratioFromBytes: 256 * 1_024 ** 2,
};
const filesAtOnce = 4;
const batchBytes = 1_024 * 1_024;

/** Pieces of the size that disks like; `seen` hears each before it is handed on. */
async function* batches(stream: Readable, seen: (piece: Buffer) => void): AsyncGenerator<Buffer> {
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

/** What the disk says names the call; all else is the archive's own fault. */
const isOfSystem = (error: unknown) => error instanceof Error && 'syscall' in error;

/**
 * Writes the entries of a checked archive into the folder, each under its own name, exclusively and down to the disk. Nothing
 * of the archive but names and bytes is taken over: no modes, no times, no owners. Throws ARCHIVE_REFUSED before a byte is
 * written, FILE_NOT_WHOLE where the bytes are not what was packed, and what the disk says.
 */
export async function unpackZip(options: UnpackOptions, signal: AbortSignal): Promise<Unpacked['files']> {
  const { fileName, into, limits = usualLimits } = options;
  const notWhole = (cause: unknown) => new AppError('FILE_NOT_WHOLE', { fileName, detail: 'zip' }, { cause });
  const zip = await open(options.path, 'r');
  try {
    const { size: sizeBytes } = await zip.stat();
    const archive = await fromRandomAccessReaderPromise(new HandleReader(zip), sizeBytes, {
      ...{ autoClose: false, lazyEntries: true, decodeStrings: false },
    });
    const planned = await readZip(archive, { fileName, sizeBytes, limits, signal });
    await options.ensureFreeSpace(planned.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0));

    const folders = new Set([into]);
    const makeFolder = async (path: string) => {
      if (folders.has(path)) return;
      await makeFolder(dirname(path));
      await mkdir(path);
      folders.add(path);
    };
    for (const { segments, isFolder } of planned)
      await makeFolder(join(into, ...(isFolder ? segments : segments.slice(0, -1))));

    const stopped = new AbortController();
    const either = AbortSignal.any([signal, stopped.signal]);
    const write = async ({ entry, segments }: PlannedEntry) => {
      let sum = 0;
      let sizeBytes = 0;
      const file = await open(join(into, ...segments), 'wx');
      try {
        const stream = await archive.openReadStreamPromise(entry);
        const pieces = batches(stream, (piece) => {
          sum = crc32(piece, sum);
          sizeBytes += piece.length;
        });
        await file.writeFile(pieces, { signal: either });
        if (sum !== entry.crc32) throw notWhole(new Error('the checksum of an entry is wrong'));
        await file.datasync();
      } finally {
        await file.close();
      }
      return { name: segments.join('/'), sizeBytes };
    };

    const toWrite = planned.filter(({ isFolder }) => !isFolder);
    const files: Unpacked['files'] = [];
    const left = toWrite.entries();
    const worker = async () => {
      for (const [index, each] of left) {
        either.throwIfAborted();
        files[index] = await write(each);
      }
    };
    // Small files wait for the disk most of the time: several wait together. All have ended before this does.
    const ends = await Promise.allSettled(
      Array.from({ length: filesAtOnce }, () =>
        worker().catch((error: unknown) => {
          stopped.abort(error);
          throw error;
        }),
      ),
    );
    if (ends.some(({ status }) => status === 'rejected')) throw stopped.signal.reason;
    for (const folder of folders) await syncFolder(folder);
    return files;
  } catch (error) {
    if (signal.aborted || error instanceof AppError || isOfSystem(error)) throw error;
    // The library refuses to read on at the first entry of that kind.
    if (error instanceof Error && /encrypt/i.test(error.message))
      throw new AppError('ARCHIVE_REFUSED', { fileName, entry: '', reason: 'encrypted' }, { cause: error });
    throw notWhole(error);
  } finally {
    await zip.close();
  }
}

import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What is safely on disk of which version of the file. */
export interface Journal {
  doneBytes: number;
  totalBytes: number | null;
  validator: string | null;
}

export interface PartialFile {
  readonly journal: Readonly<Journal>;
  /** Bytes handed over, on disk or about to be. */
  readonly receivedBytes: number;
  /** Which version the bytes belong to, as the service said. */
  identify(version: { totalBytes: number | null; validator: string | null }): void;
  append(piece: Uint8Array): Promise<void>;
  /** Everything handed over reaches the disk, then the journal is told; never the other way round. */
  flush(): Promise<void>;
  /** After a failed write: what was written before it is kept, what was not is let go. */
  keepWritten(): Promise<void>;
  /** Throws away what is there, on disk first. */
  restart(): Promise<void>;
  digest(): { sizeBytes: number; sha256: string };
  close(): Promise<void>;
}

export interface PartialFileOptions {
  path: string;
  journal: Readonly<Journal>;
  save: (journal: Journal) => void;
  now: () => number;
}

const flushEveryBytes = 8 * 1_024 * 1_024;
const flushEveryMs = 2_000;
const writeBytes = 1_024 * 1_024;
const rehashBytes = 4 * 1_024 * 1_024;

/** sha256 of what is kept, so that the final one covers every byte on disk and not what was once received. */
async function rehash(file: FileHandle, length: number, signal: AbortSignal): Promise<Hash> {
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(Math.min(rehashBytes, Math.max(1, length)));
  for (let at = 0; at < length; ) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, length - at), at);
    if (bytesRead === 0) throw new Error('the partial file is shorter than its journal');
    hash.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
  return hash;
}

/** A disk that runs full takes a part and says so by the count alone; the rest is tried again and gets the error. */
async function writeAll(file: FileHandle, pieces: readonly Uint8Array[], position: number): Promise<void> {
  let left = [...pieces];
  let at = position;
  while (left.length > 0) {
    const { bytesWritten } = await file.writev(left, at);
    at += bytesWritten;
    let taken = bytesWritten;
    left = left.flatMap((piece) => {
      const skip = Math.min(taken, piece.length);
      taken -= skip;
      return skip === piece.length ? [] : [piece.subarray(skip)];
    });
  }
}

/** Opens or makes the partial file, cut to what its journal vouches for; a file shorter than that is begun again. */
export async function openPartialFile(
  options: PartialFileOptions,
  signal: AbortSignal,
): Promise<PartialFile> {
  await mkdir(dirname(options.path), { recursive: true });
  const present = (await stat(options.path).catch(() => null))?.size ?? 0;
  const journal: Journal =
    present < options.journal.doneBytes
      ? { doneBytes: 0, totalBytes: null, validator: null }
      : { ...options.journal };
  const file = await open(options.path, present > 0 ? 'r+' : 'w+');
  let hash: Hash;
  try {
    await file.truncate(journal.doneBytes);
    hash = await rehash(file, journal.doneBytes, signal);
  } catch (error) {
    await file.close();
    throw error;
  }
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let written = journal.doneBytes;
  let flushedAt = options.now();
  let syncFailed = false;

  async function write(): Promise<void> {
    if (pendingBytes === 0) return;
    await writeAll(file, pending, written);
    for (const piece of pending) hash.update(piece);
    written += pendingBytes;
    pending = [];
    pendingBytes = 0;
  }

  async function flush(): Promise<void> {
    await write();
    try {
      await file.datasync();
    } catch (error) {
      syncFailed = true;
      throw error;
    }
    journal.doneBytes = written;
    flushedAt = options.now();
    options.save({ ...journal });
  }

  return {
    journal,
    get receivedBytes() {
      return written + pendingBytes;
    },
    identify(version) {
      Object.assign(journal, version);
      options.save({ ...journal });
    },
    async append(piece) {
      pending.push(piece);
      pendingBytes += piece.length;
      if (pendingBytes >= writeBytes) await write();
      if (written - journal.doneBytes >= flushEveryBytes || options.now() - flushedAt >= flushEveryMs)
        await flush();
    },
    flush,
    async keepWritten() {
      // After a failed sync the system may call the next one good although the bytes are gone.
      if (syncFailed) return;
      pending = [];
      pendingBytes = 0;
      await flush();
    },
    async restart() {
      await file.truncate(0);
      Object.assign(journal, { doneBytes: 0, totalBytes: null, validator: null });
      options.save({ ...journal });
      hash = createHash('sha256');
      pending = [];
      pendingBytes = 0;
      written = 0;
    },
    digest: () => ({ sizeBytes: written, sha256: hash.digest('hex') }),
    close: () => file.close(),
  };
}

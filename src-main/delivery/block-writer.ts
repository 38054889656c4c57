import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { type Block, blockBytes } from './journal.ts';

export interface BlockWriter {
  /** Hands over the next piece; true: more than enough waits to be written, hold back until `onRoom`. */
  push(piece: Uint8Array): boolean;
  /** Everything handed over is written. Throws what the disk said. */
  finish(): Promise<void>;
}

export interface BlockWriterOptions {
  file: FileHandle;
  start: number;
  /** A part is written; `block` is the one it belongs to, longer now. */
  written: (block: Readonly<Block>) => void;
  onRoom: () => void;
  onError: (error: unknown) => void;
}

/** As measured: with smaller batches the calls cost, with larger ones the caches (field notes, Downloads). */
const batchBytes = 1_024 * 1_024;

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

/** Writes the pieces of one connection in turn: one batch on its way to the disk, one being filled, no third. */
export function createBlockWriter(options: BlockWriterOptions): BlockWriter {
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let at = options.start;
  let block = { start: at, end: at, crc: 0 };
  let writing: Promise<void> | null = null;
  let failed = false;

  async function write() {
    const [pieces, bytes] = [pending, pendingBytes];
    pending = [];
    pendingBytes = 0;
    const crc = pieces.reduce((sum, piece) => crc32(piece, sum), block.crc);
    await writeAll(options.file, pieces, at);
    at += bytes;
    block = { start: block.start, end: at, crc };
    options.written(block);
    if (block.end - block.start >= blockBytes) block = { start: at, end: at, crc: 0 };
  }

  function begin() {
    writing = write().then(
      () => {
        writing = null;
        if (pendingBytes >= batchBytes) begin();
        options.onRoom();
      },
      (error: unknown) => {
        failed = true;
        writing = null;
        options.onError(error);
        throw error;
      },
    );
    // Whoever finishes hears of it; so does `onError`.
    writing.catch(() => undefined);
  }

  return {
    push(piece) {
      if (failed) return true;
      pending.push(piece);
      pendingBytes += piece.length;
      if (pendingBytes < batchBytes) return false;
      if (writing) return true;
      begin();
      return false;
    },
    async finish() {
      while (writing) await writing;
      if (pendingBytes > 0 && !failed) {
        begin();
        await writing;
      }
    },
  };
}

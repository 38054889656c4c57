import { crc32 } from 'node:zlib';
import type { BufferPool } from './buffer-pool.ts';
import { type Block, blockBytes } from './journal.ts';

export interface BlockWriter {
  /** Takes a copy of the next piece; true: more than enough waits to be written, hold back until `onRoom`. */
  push(piece: Uint8Array): boolean;
  /** What has come so far is not kept back for more. */
  nudge(): void;
  /** Everything handed over is written. Throws what the disk said. */
  finish(): Promise<void>;
}

/** What an open file does here; a FileHandle is one. */
export interface WritableFile {
  /** Answers how much it took, which may be less. */
  write(bytes: Buffer, from: number, length: number, position: number): Promise<{ bytesWritten: number }>;
}

export interface BlockWriterOptions {
  file: WritableFile;
  start: number;
  buffers: BufferPool;
  /** So many bytes are worth a write. */
  batchBytes: () => number;
  /** Seen in their order before they are written. */
  batch: (bytes: Buffer, position: number) => void;
  /** A part is written; `block` is the one it belongs to, longer now. */
  written: (block: Readonly<Block>) => void;
  onRoom: () => void;
  onError: (error: unknown) => void;
}

/** A disk that runs full takes a part and says so by the count alone; the rest is tried again and gets the error. */
async function writeAll(file: WritableFile, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** Writes the pieces of one connection in turn: one batch on its way to the disk while the next one is filled. */
export function createBlockWriter(options: BlockWriterOptions): BlockWriter {
  const { buffers } = options;
  const full: { buffer: Buffer; length: number }[] = [];
  let filling: Buffer | null = null;
  let filled = 0;
  let enough = 0;
  let at = options.start;
  let block = { start: at, end: at, crc: 0 };
  let writing: Promise<void> | null = null;
  let failed = false;

  async function write({ buffer, length }: { buffer: Buffer; length: number }) {
    const bytes = buffer.subarray(0, length);
    const crc = crc32(bytes, block.crc);
    options.batch(bytes, at);
    try {
      await writeAll(options.file, bytes, at);
    } finally {
      buffers.give(buffer);
    }
    at += length;
    block = { start: block.start, end: at, crc };
    options.written(block);
    if (block.end - block.start >= blockBytes) block = { start: at, end: at, crc: 0 };
  }

  async function writeFull() {
    for (let next = full.shift(); next; next = full.shift()) {
      await write(next);
      options.onRoom();
    }
  }

  function proceed() {
    if (writing || failed) return;
    writing = writeFull().then(
      () => {
        writing = null;
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

  function close() {
    if (filling === null) return;
    if (filled > 0) full.push({ buffer: filling, length: filled });
    else buffers.give(filling);
    filling = null;
    filled = 0;
  }

  return {
    push(piece) {
      if (failed) return true;
      for (let from = 0; from < piece.length; ) {
        if (filling === null) {
          filling = buffers.take();
          enough = Math.min(filling.length, options.batchBytes());
        }
        const taken = Math.min(piece.length - from, enough - filled);
        filling.set(
          from === 0 && taken === piece.length ? piece : piece.subarray(from, from + taken),
          filled,
        );
        filled += taken;
        from += taken;
        if (filled === enough) {
          close();
          proceed();
        }
      }
      return full.length > 0;
    },
    nudge() {
      if (writing || failed || filled === 0) return;
      close();
      proceed();
    },
    async finish() {
      close();
      while (full.length > 0 && !failed) {
        proceed();
        await writing;
      }
      if (writing) await writing;
      for (const { buffer } of full.splice(0)) buffers.give(buffer);
    },
  };
}

import { crc32 } from 'node:zlib';
import { type WritableFile, writeAllTo } from '../../core/write-all-at.ts';
import type { BufferPool } from './buffer-pool.ts';
import { type Block, blockBytes } from './journal.ts';

/** Writes the bytes of one connection into the file in larger blocks, and slows the sender down if the disk is behind. */
export interface BlockWriter {
  /** Takes a copy of the next piece. True asks the caller to pause until `onRoom`, because enough bytes wait to be written. */
  push(piece: Uint8Array): boolean;
  /** Writes what was received so far, unless a write is under way that more will follow. */
  flushPartial(): void;
  /** Resolves when all bytes are written. Throws the disk's error. */
  finish(): Promise<void>;
}

interface BlockWriterOptions {
  file: WritableFile;
  start: number;
  buffers: BufferPool;
  /** Returns how many bytes are collected before a write. */
  batchBytes: () => number;
  /** Called with each batch, in order, before it is written. */
  batch: (bytes: Buffer, position: number) => void;
  /** Called when a part was written; `block` is the block that has grown by it. */
  written: (block: Readonly<Block>) => void;
  onRoom: () => void;
  onError: (error: unknown) => void;
}

interface Batch {
  buffer: Buffer;
  length: number;
}

/** Writes full batches in order, one at a time, and updates the checksum of their block. */
function createBatchQueue(options: BlockWriterOptions) {
  const { buffers } = options;
  const full: Batch[] = [];
  let at = options.start;
  let block = { start: at, end: at, crc: 0 };
  let writing: Promise<void> | null = null;
  let hasFailed = false;

  async function write({ buffer, length }: Batch) {
    const bytes = buffer.subarray(0, length);
    const crc = crc32(bytes, block.crc);
    options.batch(bytes, at);
    try {
      await writeAllTo(options.file, bytes, at);
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

  return {
    full,
    hasFailed: () => hasFailed,
    writing: () => writing,
    /** Starts to write, unless a write is under way. */
    proceed() {
      if (writing || hasFailed) return;
      writing = writeFull().then(
        () => {
          writing = null;
        },
        (error: unknown) => {
          hasFailed = true;
          writing = null;
          options.onError(error);
          throw error;
        },
      );
      // `finish` and `onError` both receive the error.
      writing.catch(() => undefined);
    },
  };
}

/** Writes the pieces of one connection in order: one batch is written while the next one is filled. */
export function createBlockWriter(options: BlockWriterOptions): BlockWriter {
  const { buffers } = options;
  const batches = createBatchQueue(options);
  const { full } = batches;
  let filling: Buffer | null = null;
  let filledBytes = 0;
  let enoughBytes = 0;

  /** Adds the filled part to the queue, however small it is. */
  function closeBatch() {
    if (filling === null) return;
    if (filledBytes > 0) full.push({ buffer: filling, length: filledBytes });
    else buffers.give(filling);
    filling = null;
    filledBytes = 0;
  }

  return {
    push(piece) {
      if (batches.hasFailed()) return true;
      for (let from = 0; from < piece.length; ) {
        if (filling === null) {
          filling = buffers.acquire();
          enoughBytes = Math.min(filling.length, options.batchBytes());
        }
        const takenBytes = Math.min(piece.length - from, enoughBytes - filledBytes);
        filling.set(
          from === 0 && takenBytes === piece.length ? piece : piece.subarray(from, from + takenBytes),
          filledBytes,
        );
        filledBytes += takenBytes;
        from += takenBytes;
        if (filledBytes === enoughBytes) {
          closeBatch();
          batches.proceed();
        }
      }
      return full.length > 0;
    },
    flushPartial() {
      if (batches.writing() || batches.hasFailed() || filledBytes === 0) return;
      closeBatch();
      batches.proceed();
    },
    async finish() {
      closeBatch();
      while (full.length > 0 && !batches.hasFailed()) {
        batches.proceed();
        await batches.writing();
      }
      const lastWrite = batches.writing();
      if (lastWrite) await lastWrite;
      for (const { buffer } of full.splice(0)) buffers.give(buffer);
    },
  };
}

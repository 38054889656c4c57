import { crc32 } from 'node:zlib';
import type { BufferPool } from './buffer-pool.ts';
import { type Block, blockBytes } from './journal.ts';

/**
 * Writes the bytes of one connection into the file in larger blocks, and slows the sender down when the disk is
 * behind.
 */
export interface BlockWriter {
  /** Takes a copy of the next piece; true asks the caller to pause until `onRoom`, since more than enough waits to be written. */
  push(piece: Uint8Array): boolean;
  /** Writes what has come so far, unless a write is under way that will be followed by more. */
  flushPartial(): void;
  /** Resolves when everything handed over is written. Throws what the disk said. */
  finish(): Promise<void>;
}

/** What an open file has to do here; a FileHandle does it. */
export interface WritableFile {
  /** Resolves with how much it took, which may be less than was handed over. */
  write(bytes: Buffer, from: number, length: number, position: number): Promise<{ bytesWritten: number }>;
}

interface BlockWriterOptions {
  file: WritableFile;
  start: number;
  buffers: BufferPool;
  /** How many bytes are worth a write. */
  batchBytes: () => number;
  /** Called with each batch, in order, before it is written. */
  batch: (bytes: Buffer, position: number) => void;
  /** A part is written; `block` is the block it belongs to, which has grown by it. */
  written: (block: Readonly<Block>) => void;
  onRoom: () => void;
  onError: (error: unknown) => void;
}

interface Batch {
  buffer: Buffer;
  length: number;
}

/** A disk that runs full takes a part and says so by the count alone; the rest is tried again and then gets the error. */
async function writeAll(file: WritableFile, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** Writes full batches in order, one at a time, and keeps the checksum of the block that they belong to. */
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

  return {
    full,
    hasFailed: () => hasFailed,
    writing: () => writing,
    /** Begins to write, unless that is under way. */
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
      // `finish` hears of it, and so does `onError`.
      writing.catch(() => undefined);
    },
  };
}

/** Writes the pieces of one connection in order: one batch is on its way to the disk while the next one is filled. */
export function createBlockWriter(options: BlockWriterOptions): BlockWriter {
  const { buffers } = options;
  const batches = createBatchQueue(options);
  const { full } = batches;
  let filling: Buffer | null = null;
  let filledBytes = 0;
  let enoughBytes = 0;

  /** Hands over what has been filled, however little it is. */
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

import { createHash, type Hash } from 'node:crypto';
import type { WritableFile } from '../core/write-all-at.ts';
import { type ContentDecoder, createContentDecoder } from './content-decoder.ts';
import type { ReadPause } from './exchange-connection.ts';
import { type BlockWriter, createBlockWriter } from './storage/block-writer.ts';
import type { BufferPool } from './storage/buffer-pool.ts';
import { type Block, maxInlineHashBytes } from './storage/journal.ts';
import { type AcceptMessage, type ExchangeEnd, linksOf } from './transfer-messages.ts';

interface BodyWriterOptions {
  target: AcceptMessage;
  file: WritableFile;
  buffers: BufferPool;
  pause: (reason: ReadPause) => void;
  resume: (reason: ReadPause) => void;
  /** Called when a piece of a metered body was received: the main thread must count it before the next one. */
  metered: () => void;
  written: (block: Readonly<Block>) => void;
  /** Called when nothing more will be received, with the reason. */
  end: (end: ExchangeEnd) => void;
}

/** Writes the body of one answer into its place in the file. */
export interface BodyWriter {
  /** Takes a copy of the next piece of the body, as received from the connection. */
  push(piece: Buffer): void;
  /** Call this when the whole body was received; resolves when all of it is decoded, rejects if that fails. */
  finishDecoding(): Promise<void>;
  /** Accepts nothing more; resolves when everything received is written, rejects with the disk's error. */
  finish(): Promise<void>;
  flushPartial(): void;
  meter(isMetered: boolean): void;
  /** Leaves the bytes after `end` to another connection; false if this one is already there, or if it has no end. */
  shorten(end: number): boolean;
  /** Returns the next byte of the file that is due. */
  at(): number;
  /** Returns the SHA-256 of what was written, for a short file received from its front; null for any other. */
  digest(): string | null;
}

/** Writes the body of one answer at its place in the file, and pauses the connection while the disk is behind. */
export function createBodyWriter(options: BodyWriterOptions): BodyWriter {
  const { target, pause, resume } = options;
  const { start, due, batchBytes } = target;
  let { end, metered } = target;
  let at = start;
  let isEnded = false;
  let hash: Hash | null = start === 0 ? createHash('sha256') : null;
  const writer: BlockWriter = createBlockWriter({
    file: options.file,
    start,
    buffers: options.buffers,
    written: options.written,
    batchBytes: () => batchBytes,
    batch(bytes, position) {
      if (hash !== null && position + bytes.length <= maxInlineHashBytes) hash.update(bytes);
      else hash = null;
    },
    onRoom: () => resume('writer'),
    onError: (error) => options.end({ kind: 'disk', error: linksOf(error) }),
  });
  const decoder: ContentDecoder | null =
    target.encoding === null
      ? null
      : createContentDecoder(target.encoding, {
          data: write,
          room: () => resume('decoder'),
          error: (error) => options.end({ kind: 'encoding', error: linksOf(error) }),
        });

  /** Writes decoded bytes of the file. */
  function write(piece: Buffer) {
    if (isEnded) return;
    if (due !== null && at + piece.length > due) return options.end({ kind: 'too-long' });
    const length = end === null ? piece.length : Math.min(piece.length, end - at);
    const wanted = length === piece.length ? piece : piece.subarray(0, length);
    at += length;
    if (length > 0 && writer.push(wanted)) pause('writer');
    if (metered) {
      pause('meter');
      options.metered();
    }
    // Another connection receives the rest.
    if (at === end && due !== end) options.end({ kind: 'over' });
  }

  return {
    push(piece) {
      if (decoder === null) write(piece);
      else if (decoder.push(piece)) pause('decoder');
    },
    async finishDecoding() {
      await decoder?.finish();
    },
    finish() {
      isEnded = true;
      decoder?.destroy();
      return writer.finish();
    },
    flushPartial: writer.flushPartial,
    meter(isMetered) {
      metered = isMetered;
      if (!isMetered) resume('meter');
    },
    shorten(newEnd) {
      if (isEnded || end === null || at >= newEnd || newEnd >= end) return false;
      end = newEnd;
      return true;
    },
    at: () => at,
    digest: () => hash?.digest('hex') ?? null,
  };
}

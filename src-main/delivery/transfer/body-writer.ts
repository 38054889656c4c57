import { createHash, type Hash } from 'node:crypto';
import { type BlockWriter, createBlockWriter, type WritableFile } from '../storage/block-writer.ts';
import type { BufferPool } from '../storage/buffer-pool.ts';
import { type Block, maxInlineHashBytes } from '../storage/journal.ts';
import { type ContentDecoder, createContentDecoder } from './content-decoder.ts';
import type { ReadPause } from './exchange-connection.ts';
import { type AcceptMessage, type ExchangeEnd, linksOf } from './transfer-messages.ts';

interface BodyWriterOptions {
  target: AcceptMessage;
  file: WritableFile;
  buffers: BufferPool;
  pause: (reason: ReadPause) => void;
  resume: (reason: ReadPause) => void;
  /** A piece of a metered body has come: main has to count it before the next one. */
  metered: () => void;
  written: (block: Readonly<Block>) => void;
  /** Nothing more is to be received, for this reason. */
  end: (end: ExchangeEnd) => void;
}

/** Writes the body of one answer into its place in the file. */
export interface BodyWriter {
  /** Takes a copy of the next piece of the body, as it came over the connection. */
  push(piece: Buffer): void;
  /** The body has come as a whole; resolves when all of it is decoded, rejects when it cannot be. */
  finishDecoding(): Promise<void>;
  /** Takes nothing more; resolves when all that came is written, rejects with what the disk said. */
  finish(): Promise<void>;
  flushPartial(): void;
  meter(isMetered: boolean): void;
  /** Leaves what lies behind `end` to another connection; false when it has come that far, or has no end. */
  shorten(end: number): boolean;
  /** The byte of the file that is due next. */
  at(): number;
  /** sha256 of all that was written, of a short file that came from its front; null of all others. */
  digest(): string | null;
}

/** Writes the body of one answer at its place in the file, and holds the connection while the disk is behind. */
export function createBodyWriter(options: BodyWriterOptions): BodyWriter {
  const { target, pause, resume } = options;
  const { start, due, batchBytes } = target;
  let { end, metered } = target;
  let at = start;
  let isEnded = false;
  let hash: Hash | null = start === 0 ? createHash('sha256') : null;
  const writer: BlockWriter = createBlockWriter({
    ...{ file: options.file, start, buffers: options.buffers, written: options.written },
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

  /** Takes bytes of the file itself. */
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
    // The rest comes over another connection.
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

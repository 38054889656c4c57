import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** True if a content coding can be decoded; null is the identity, which needs no decoding. */
export function isKnownEncoding(encoding: string | null): boolean {
  return encoding === null || decoders.has(encoding);
}

/** Decodes a body with a content encoding such as gzip, piece by piece. */
export interface ContentDecoder {
  /** Takes a copy of the next piece; true asks the caller to pause until `room` is called. */
  push(piece: Buffer): boolean;
  /** Call this after the last piece; resolves when all is decoded. */
  finish(): Promise<void>;
  destroy(): void;
}

/** Decodes a content coding: some servers compress although they were asked not to. Throws for an unknown coding. */
export function createContentDecoder(
  encoding: string,
  on: { data: (piece: Buffer) => void; room: () => void; error: (error: unknown) => void },
): ContentDecoder {
  const decoder = decoders.get(encoding)?.();
  if (!decoder) throw new Error(`no decoder for ${encoding}`);
  const ended = new Promise<void>((resolve, reject) => {
    decoder.once('end', resolve);
    decoder.once('error', reject);
  });
  ended.catch(on.error);
  decoder.on('data', on.data);
  decoder.on('drain', on.room);
  return {
    // The decoder reads the piece later, in its own thread, when the memory already holds other bytes.
    push: (piece) => !decoder.write(Buffer.from(piece)),
    finish() {
      decoder.end();
      return ended;
    },
    destroy: () => decoder.destroy(),
  };
}

const sniffBytes = 512;

/** True if a file begins like an HTML page, whatever its declared type (service §11.1). */
export function startsLikePage(start: Uint8Array): boolean {
  const text = Buffer.from(start.buffer, start.byteOffset, Math.min(start.length, sniffBytes)).toString(
    'utf8',
  );
  return /^\uFEFF?\s*(<!doctype html|<html[\s>])/i.test(text);
}

import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** A coding that can be undone; the identity is one. */
export function isKnownEncoding(encoding: string | null): boolean {
  return encoding === null || decoders.has(encoding);
}

export interface Unpacker {
  /** True: hold back until `onRoom`. */
  push(piece: Buffer): boolean;
  /** The last piece was handed over; resolves when all is unpacked. */
  finish(): Promise<void>;
  destroy(): void;
}

/** The file's own bytes: some servers compress although they were asked not to. */
export function createUnpacker(
  encoding: string,
  on: { data: (piece: Buffer) => void; room: () => void; error: (error: unknown) => void },
): Unpacker {
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
    // The decoder reads it later, in a thread of its own.
    push: (piece) => !decoder.write(Buffer.from(piece)),
    finish() {
      decoder.end();
      return ended;
    },
    destroy: () => decoder.destroy(),
  };
}

const sniffBytes = 512;

/** A page for people where a file was due, whatever its declared type (field notes, Downloads). */
export function looksLikePage(start: Uint8Array): boolean {
  const text = Buffer.from(start.buffer, start.byteOffset, Math.min(start.length, sniffBytes)).toString(
    'utf8',
  );
  return /^\uFEFF?\s*(<!doctype html|<html[\s>])/i.test(text);
}

import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isAppError } from '../app-error.ts';
import { networkError } from '../service/network-error.ts';
import { TransferDelay } from './transfer-delay.ts';

const decoders = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

export interface BodyOptions {
  encoding: string | null;
  host: string;
}

/** A coding that can be undone; the identity is one. */
export function isKnownEncoding(encoding: string | null): boolean {
  return encoding === null || decoders.has(encoding);
}

function unpacked(body: AsyncIterable<Uint8Array>, encoding: string): AsyncIterable<Uint8Array> {
  const decoder = decoders.get(encoding)?.();
  if (!decoder) throw new Error(`no decoder for ${encoding}`);
  // A failure of the source destroys the decoder with it, so the reader below sees it.
  pipeline(Readable.from(body, { objectMode: false }), decoder, () => undefined);
  return decoder;
}

/**
 * The file's own bytes out of an answer: some servers compress although they were asked not to. What breaks on the way
 * is a delay, named in the user's terms; a defect of ours would look the same as a cut cable otherwise.
 */
export async function* readBody(
  body: AsyncIterable<Uint8Array>,
  { encoding, host }: BodyOptions,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  const source = encoding === null ? body : unpacked(body, encoding);
  const iterator = source[Symbol.asyncIterator]();
  let ended = false;
  try {
    for (;;) {
      let result: IteratorResult<Uint8Array>;
      try {
        result = await iterator.next();
      } catch (error) {
        ended = true;
        const named = isAppError(error) ? error : networkError(error, { host, signal, proxied: false });
        throw named.code === 'CANCELLED' ? named : new TransferDelay(named, null);
      }
      if (result.done) {
        ended = true;
        return;
      }
      yield result.value;
    }
  } finally {
    if (!ended) await iterator.return?.();
  }
}

const sniffBytes = 512;

/** A page for people where a file was due, whatever its declared type (field notes, Downloads). */
export function looksLikePage(start: Uint8Array): boolean {
  const text = Buffer.from(start.buffer, start.byteOffset, Math.min(start.length, sniffBytes)).toString(
    'utf8',
  );
  return /^\uFEFF?\s*(<!doctype html|<html[\s>])/i.test(text);
}

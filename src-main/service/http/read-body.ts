import { pipeline, type Readable, type Transform } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import type { Dispatcher } from 'undici';
import { AppError } from '../../core/app-error.ts';
import { parseJson, TooLargeJsonError } from './parse-json.ts';

/** Of an unsuccessful answer only this much is read: its message for people is at the beginning. */
const refusalBytes = 128 * 1_024;

/** What an answer that is read as text may be compressed with; sent with each such request (RFC 9110, section 12.5.3). */
export const readableEncodings = 'gzip, br, zstd, deflate';

/** Some servers send `deflate` without the header of zlib, whose first byte has 8 in its lower half. */
const inflateOf = (first: Uint8Array) =>
  ((first[0] ?? 8) & 0xf) === 8 ? createInflate() : createInflateRaw();

const decoders: Readonly<Record<string, (first: Uint8Array) => Transform>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
  deflate: inflateOf,
};

/** Returns the compressions of an answer, the last one that was applied first (RFC 9110, section 8.4). */
function encodingsOf({ headers }: Pick<Dispatcher.ResponseData, 'headers'>): string[] {
  return [headers['content-encoding'] ?? []]
    .flat()
    .flatMap((value) => value.split(','))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
    .reverse();
}

/** More compressions on top of each other have no use; each multiplies the work of a hostile answer. */
const maxEncodings = 3;

/** Yields the bytes of a body without its compression. Throws BAD_ANSWER for an unknown one (`encoding`) and damaged data (`no-json`). */
async function* decodedBody(answer: Dispatcher.ResponseData, host: string): AsyncGenerator<Uint8Array> {
  const encodings = encodingsOf(answer);
  const isUnknown = encodings.some((name) => !Object.hasOwn(decoders, name));
  const raw: AsyncIterable<Uint8Array> = answer.body;
  if (encodings.length === 0) {
    yield* raw;
    return;
  }
  if (isUnknown || encodings.length > maxEncodings) {
    answer.body.destroy();
    throw new AppError('BAD_ANSWER', { where: host, detail: 'encoding' });
  }
  let broken: unknown = null;
  const watched = async function* () {
    try {
      yield* raw;
    } catch (error) {
      broken = error;
      throw error;
    }
  };
  let stream: AsyncIterable<Uint8Array> = watched();
  for (const name of encodings) stream = decompress(stream, name);
  try {
    yield* stream;
  } catch (cause) {
    // A connection that broke is no damaged answer.
    throw broken ?? new AppError('BAD_ANSWER', { where: host, detail: 'no-json' }, { cause });
  } finally {
    // A body that is not wanted any more may still be silent, and then it would not notice.
    answer.body.destroy();
  }
}

/** Yields decompressed bytes. An empty body is empty whatever it says of its compression. */
async function* decompress(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]();
  const first = await source.next();
  const decoder = first.done === true ? undefined : decoders[name]?.(first.value);
  if (first.done === true || decoder === undefined) return;
  const whole = async function* () {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => source };
  };
  // Its callback only keeps a failure from being unhandled: whoever reads the decoder gets it.
  const decoded: Readable = pipeline(whole(), decoder, () => undefined);
  yield* decoded;
}

/**
 * Returns the body of an answer as text, and the number of its bytes without compression. Throws BAD_ANSWER (`too-large`) for a 2xx
 * answer above `maxBytes`, and what `decodedBody` throws.
 */
export async function readText(
  answer: Dispatcher.ResponseData,
  { host, maxBytes }: { host: string; maxBytes: number },
): Promise<{ text: string; sizeBytes: number }> {
  const isSuccess = answer.statusCode >= 200 && answer.statusCode < 300;
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of decodedBody(answer, host)) {
    sizeBytes += chunk.length;
    chunks.push(chunk);
    // Leaving the loop closes the connection.
    if (!isSuccess && sizeBytes > refusalBytes) break;
    if (sizeBytes > maxBytes) throw new AppError('BAD_ANSWER', { where: host, detail: 'too-large' });
  }
  // TextDecoder removes a byte order mark, which JSON.parse would refuse.
  const text = new TextDecoder().decode(
    Buffer.concat(chunks).subarray(0, isSuccess ? maxBytes : refusalBytes),
  );
  return { text, sizeBytes };
}

/**
 * Returns a body as parsed JSON, undefined for an empty one. Otherwise throws BAD_ANSWER (`too-large`, `html`, `no-json`) at
 * `where`.
 */
export async function parseBody(text: string, where: string): Promise<unknown> {
  if (!/\S/.test(text)) return undefined;
  try {
    return await parseJson(text);
  } catch (cause) {
    if (cause instanceof TooLargeJsonError)
      throw new AppError('BAD_ANSWER', { where, detail: 'too-large' }, { cause });
    const detail = /^\s*</.test(text) ? 'html' : 'no-json';
    throw new AppError('BAD_ANSWER', { where, detail }, { cause });
  }
}

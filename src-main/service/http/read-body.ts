import type { Dispatcher } from 'undici';
import { AppError } from '../../app-error.ts';
import { parseJson, TooLargeJsonError } from './parse-json.ts';

/** Of an unsuccessful answer only this much is read: its message for people is at the beginning. */
const refusalBytes = 128 * 1_024;

/**
 * Returns the body of an answer as text, and the number of bytes received. Throws BAD_ANSWER (`too-large`) for a 2xx answer above
 * `maxBytes`.
 */
export async function readText(
  answer: Dispatcher.ResponseData,
  { host, maxBytes }: { host: string; maxBytes: number },
): Promise<{ text: string; sizeBytes: number }> {
  const isSuccess = answer.statusCode >= 200 && answer.statusCode < 300;
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  const body: AsyncIterable<Uint8Array> = answer.body;
  for await (const chunk of body) {
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

import type { Dispatcher } from 'undici';
import { AppError } from '../../app-error.ts';
import { parseJson, TooLargeJsonError } from './parse-json.ts';

/** Of an answer that is no success only so much is read: what it says to people is at its beginning. */
const refusalBytes = 128 * 1_024;

/** The body of an answer as text, and how many bytes of it came. BAD_ANSWER (`too-large`) for a success above `maxBytes`. */
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
    // Leaving the loop ends the connection.
    if (!isSuccess && sizeBytes > refusalBytes) break;
    if (sizeBytes > maxBytes) throw new AppError('BAD_ANSWER', { where: host, detail: 'too-large' });
  }
  // TextDecoder drops a byte order mark, which JSON.parse would refuse.
  const text = new TextDecoder().decode(
    Buffer.concat(chunks).subarray(0, isSuccess ? maxBytes : refusalBytes),
  );
  return { text, sizeBytes };
}

/** A body as parsed JSON, undefined for an empty one. BAD_ANSWER (`too-large`, `html`, `no-json`) at `where` otherwise. */
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

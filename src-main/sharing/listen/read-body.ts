import type { Readable } from 'node:stream';

/** Returns the body as text; null if it is longer than allowed, of which no more is read. Rejects if the client goes. */
export async function readBody(body: Readable, maxBytes: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body.iterator({ destroyOnReturn: false })) {
    const buffer = Buffer.from(part);
    bytes += buffer.length;
    if (bytes > maxBytes) return null;
    parts.push(buffer);
  }
  return Buffer.concat(parts).toString('utf8');
}

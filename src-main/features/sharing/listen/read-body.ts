import type { Readable } from 'node:stream';

/** Resolves with the body as text; null if it has more bytes than allowed, and then the rest is not read. Rejects if the client disconnects. */
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

import { inflateSync, zstdDecompressSync } from 'node:zlib';
import { UndrawableError } from './undrawable.ts';

/** Allowed for extra bytes in a block; some writers fill up the last one. */
const spareBytes = 65_536;

/**
 * Returns unpacked deflate or zstd, but never much more than twice the expected size, because a few kilobytes of a hostile file could
 * become gigabytes.
 */
export function inflateBounded(kind: 'deflate' | 'zstd', packed: Uint8Array, dueBytes: number): Uint8Array {
  const maxOutputLength = 2 * dueBytes + spareBytes;
  try {
    return kind === 'deflate'
      ? inflateSync(packed, { maxOutputLength })
      : zstdDecompressSync(packed, { maxOutputLength });
  } catch (error) {
    throw new UndrawableError('not-readable', '', { cause: error });
  }
}

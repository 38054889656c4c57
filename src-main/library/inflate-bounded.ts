import { inflateSync, zstdDecompressSync } from 'node:zlib';
import { UndrawableError } from './undrawable.ts';

/** What else stands in a block is not wanted; some writers fill up the last one. */
const spareBytes = 65_536;

/** Unpacks deflate or zstd, and never more than twice what is due: a few kilobytes of a hostile file become gigabytes. */
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

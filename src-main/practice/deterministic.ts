import { createHash } from 'node:crypto';

/** Returns the digest of a key, as a repeatable substitute for random bytes. */
export function digestOf(...key: (string | number)[]): Buffer {
  return createHash('sha256').update(key.join('\u0000')).digest();
}

/** Returns a repeatable number for a key, with 0 ≤ value < 1. */
export function chanceOf(...key: (string | number)[]): number {
  return digestOf(...key).readUInt32BE(0) / 4_294_967_296;
}

/** Returns a repeatable UUID (version 4 by its form) for a key. */
export function uuidOf(...key: (string | number)[]): string {
  const bytes = digestOf(...key).subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

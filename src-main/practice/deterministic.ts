import { createHash } from 'node:crypto';

/** Repeatable stand-ins for random values: the same key gives the same value in every run. */
export function digestOf(...key: (string | number)[]): Buffer {
  return createHash('sha256').update(key.join('\u0000')).digest();
}

/** 0 ≤ value < 1. */
export function chanceOf(...key: (string | number)[]): number {
  return digestOf(...key).readUInt32BE(0) / 4_294_967_296;
}

/** A UUID in shape (version 4), from the key. */
export function uuidOf(...key: (string | number)[]): string {
  const bytes = digestOf(...key).subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

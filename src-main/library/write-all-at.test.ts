import { expect, it, vi } from 'vitest';
import { writeAllAt } from './write-all-at.ts';

const { written } = vi.hoisted(() => ({ written: new Uint8Array(16) }));
vi.mock('node:fs', () => ({
  /** Accepts at most three bytes, as a disk that is nearly full does. */
  writeSync(_file: number, bytes: Uint8Array, offset: number, length: number, position: number) {
    const count = Math.min(3, length);
    written.set(bytes.subarray(offset, offset + count), position);
    return count;
  },
}));

it('writes the rest of what the disk accepted a part of', () => {
  writeAllAt(1, Uint8Array.from([1, 2, 3, 4, 5, 6, 7]), 4);
  expect([...written]).toEqual([0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0, 0]);
});

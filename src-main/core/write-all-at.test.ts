import { expect, it, vi } from 'vitest';
import { writeAllAt, writeAllTo } from './write-all-at.ts';

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

it('writes the rest without blocking, at a position or after the write before', async () => {
  const positions: (number | null)[] = [];
  const received: number[] = [];
  const file = {
    write(bytes: Uint8Array, from: number, length: number, position: number | null) {
      positions.push(position);
      const bytesWritten = Math.min(3, length);
      received.push(...bytes.subarray(from, from + bytesWritten));
      return Promise.resolve({ bytesWritten });
    },
  };
  await writeAllTo(file, Uint8Array.from([1, 2, 3, 4, 5, 6, 7]), 10);
  await writeAllTo(file, Uint8Array.from([8, 9, 10, 11]), null);
  expect(positions).toEqual([10, 13, 16, null, null]);
  expect(received).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

import { expect, it } from 'vitest';
import { createScratch } from './scratch.ts';

it('lends a buffer again that is large enough', () => {
  const scratch = createScratch();
  const first = scratch.borrow(100);
  expect(scratch.borrow(50)).not.toBe(first);
  scratch.giveBack(first);
  const larger = scratch.borrow(101);
  expect([larger === first, larger.byteLength]).toEqual([false, 101]);
  expect(scratch.borrow(60)).toBe(first);
  // It is lent already.
  expect(scratch.borrow(60)).not.toBe(first);
});

it('keeps few buffers, the larger ones, and none of many megabytes', () => {
  const scratch = createScratch();
  const huge = new ArrayBuffer(20_000_000);
  scratch.giveBack(huge);
  expect(scratch.borrow(1)).not.toBe(huge);
  for (let bytes = 1; bytes <= 10; bytes += 1) scratch.giveBack(new ArrayBuffer(bytes));
  const sizes = Array.from({ length: 7 }, () => scratch.borrow(0).byteLength);
  expect(sizes.toSorted((a, b) => b - a)).toEqual([10, 9, 8, 7, 6, 5, 0]);
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFetchedBytes } from './fetched-bytes.ts';

it('is whole once every byte went out, in whatever order and however often, and not before', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.tuple(fc.nat(59), fc.nat(30)), { maxLength: 60 }),
      (size, requests) => {
        const fetched = createFetchedBytes();
        let seen = new Set<number>();
        for (const [from, length] of requests) {
          const count = Math.max(0, Math.min(length, size - from));
          for (let at = from; at < from + count; at += 1) seen.add(at);
          const whole = count > 0 && seen.size === size;
          expect(fetched.add('file', size, from, count)).toBe(whole);
          if (whole) seen = new Set();
        }
      },
    ),
  );
});

it('keeps files apart', () => {
  const fetched = createFetchedBytes();
  expect(fetched.add('one', 10, 0, 5)).toBe(false);
  expect(fetched.add('other', 10, 5, 5)).toBe(false);
  expect(fetched.add('one', 10, 5, 5)).toBe(true);
});

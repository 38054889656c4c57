import { expect, it } from 'vitest';
import { pauseAfter } from './backoff.ts';

it.each([
  [0, 500],
  [1, 1_000],
  [3, 4_000],
  [7, 60_000],
  [5_000, 60_000],
])('after %d failed attempts the pause is %d ms', (failedAttempts, ms) => {
  expect(pauseAfter(failedAttempts, { firstMs: 500, maxMs: 60_000 })).toBe(ms);
});

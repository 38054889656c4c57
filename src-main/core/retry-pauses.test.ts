import { expect, it } from 'vitest';
import { createRetryPauses } from './retry-pauses.ts';

it('a thing that could not be read waits longer after each failure, half an hour at most, and not after a success', () => {
  let clock = 0;
  const pauses = createRetryPauses<string>(() => clock);
  const waits: number[] = [];
  for (let failure = 0; failure < 8; failure += 1) {
    pauses.noteFailure('a');
    const began = clock;
    while (pauses.waiting().includes('a')) clock += 30_000;
    waits.push((clock - began) / 60_000);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
  pauses.noteFailure('b');
  expect(pauses.waiting()).toEqual(['b']);
  pauses.noteSuccess('b');
  expect(pauses.waiting()).toEqual([]);
});

import { expect, it } from 'vitest';
import type { Lane } from './download-range.ts';
import { createSpeedometer, partBytes, stragglers, usualParts, worthStealing } from './lane-crew.ts';
import { createRangePlan } from './range-plan.ts';

/** Only that there is one matters here. */
const exchange: Lane['exchange'] = {
  take: () => undefined,
  leave: () => undefined,
  hold: () => undefined,
  free: () => undefined,
  meter: () => undefined,
  shorten: async () => true,
};
const mebi = 1_024 * 1_024;
const plan = () => createRangePlan({ done: [], totalBytes: 100 * mebi });

function lane(claim: Lane['claim'] | null, more: Partial<Lane> = {}): Lane {
  if (!claim) throw new Error('nothing to claim');
  return {
    ...{ claim, startedAt: 0, lastByteAt: 10_000, bytes: 0, rate: 0, held: false, exchange },
    ...{ abort: new AbortController(), ...more },
  };
}

it('divides large files only, into parts that are neither tiny nor long', () => {
  const of = (left: number, total: number, connections: number) =>
    partBytes(usualParts, left * mebi, total * mebi, connections) / mebi;
  expect(partBytes(usualParts, mebi, mebi, 4)).toBe(Number.MAX_SAFE_INTEGER);
  expect(partBytes(usualParts, 100 * mebi, 100 * mebi, 1)).toBe(Number.MAX_SAFE_INTEGER);
  expect([of(1_000, 1_000, 4), of(80, 1_000, 4), of(8, 1_000, 4)]).toEqual([32, 10, 4]);
});

it('takes half of what would be ready last, and lets be what is nearly there or rests by our own will', () => {
  const parts = plan();
  const fast = lane(parts.take(50 * mebi), { rate: 100 * mebi });
  const slow = lane(parts.take(50 * mebi), { rate: mebi });
  expect(worthStealing(usualParts, [fast, slow], 10_000)).toEqual({ lane: slow, at: 75 * mebi });
  expect(worthStealing(usualParts, [fast], 10_000)).toBeNull();
  expect(worthStealing(usualParts, [{ ...slow, held: true }], 10_000)).toBeNull();
  expect(worthStealing(usualParts, [{ ...slow, exchange: null }], 10_000)).toBeNull();
  // Less than two worthwhile parts are left of it.
  const tiny = lane(createRangePlan({ done: [], totalBytes: mebi }).take(mebi), { rate: 1 });
  expect(worthStealing(usualParts, [tiny], 10_000)).toBeNull();
});

it('names those that keep the others waiting', () => {
  const parts = plan();
  const silent = lane(parts.take(10 * mebi), { rate: 5 * mebi, lastByteAt: 7_000 });
  const slow = lane(parts.take(10 * mebi), { rate: mebi / 2 });
  const held = lane(parts.take(10 * mebi), { lastByteAt: 0, held: true });
  const sound = lane(parts.take(10 * mebi), { rate: 9 * mebi });
  expect(stragglers(new Set([silent, slow, held, sound]), 10 * mebi, 10_000)).toEqual([silent, slow]);
  // As slow as all are: none of them is a straggler.
  expect(stragglers(new Set([slow, sound]), mebi, 10_000)).toEqual([]);
});

it('measures how fast each is of late', () => {
  let now = 0;
  const measure = createSpeedometer(() => now);
  const one = lane(plan().take(mebi));
  for (const bytes of [1_000, 2_000, 2_000]) {
    now += 1_000;
    one.bytes = bytes;
    measure(new Set([one]));
  }
  expect(one.rate).toBe(500);
});

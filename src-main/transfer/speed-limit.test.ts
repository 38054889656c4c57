import { expect, it } from 'vitest';
import { createSpeedLimit } from './speed-limit.ts';

it('lets no more through than the rate, whatever the pieces', () => {
  let at = 0;
  const limit = createSpeedLimit({ bytesPerSecond: () => 1_000_000, now: () => at });
  let sent = 0;
  while (at < 10_000) {
    const ms = limit.spend(65_536);
    sent += 65_536;
    for (let left = ms; left > 0; left = limit.spend(0)) at += Math.max(1, left);
    at += 1;
  }
  expect(sent / (at / 1_000)).toBeLessThan(1_080_000);
  expect(sent / (at / 1_000)).toBeGreaterThan(920_000);
});

it('a change holds at once; none is none, and 0 stops all', () => {
  let rate: number | null = null;
  const limit = createSpeedLimit({ bytesPerSecond: () => rate, now: () => 0 });
  expect(limit.spend(1e9)).toBe(0);
  rate = 0;
  expect(limit.spend(1)).toBeGreaterThan(0);
  expect(limit.spend(0)).toBeGreaterThan(0);
  rate = null;
  expect(limit.spend(1e9)).toBe(0);
});

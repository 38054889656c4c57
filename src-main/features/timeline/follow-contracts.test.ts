import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contractIdSchema, type Scope } from '../../../src-preload/contract/ids.ts';
import { testScope } from '../../../testing/task-rows.ts';
import { createContractFollower } from './follow-contracts.ts';

const scopeOf = (name: string): Scope => ({ ...testScope, contractId: contractIdSchema.parse(name) });
const [a, b] = [scopeOf('cont.a'), scopeOf('cont.b')];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
});
afterEach(() => {
  vi.useRealTimers();
});

function makeFollower(start: Scope[], takesMs = 0) {
  const asked: { at: number; scope: Scope }[] = [];
  const began = Date.now();
  const state = { wanted: start, good: true, under: 0, most: 0, changed: 0 };
  const follower = createContractFollower({
    wanted: () => state.wanted,
    monotonic: () => performance.now(),
    changed: () => {
      state.changed += 1;
    },
    async sync(scope) {
      asked.push({ at: Math.round((Date.now() - began) / 1_000), scope });
      state.under += 1;
      state.most = Math.max(state.most, state.under);
      if (takesMs > 0) await new Promise((resolve) => setTimeout(resolve, takesMs));
      state.under -= 1;
      return state.good;
    },
  });
  return { follower, asked, state };
}

it('asks nobody until somebody wants it', async () => {
  const { follower, asked, state } = makeFollower([]);
  follower.update();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(asked).toEqual([]);
  state.wanted = [a];
  follower.update();
  expect(follower.followed()).toEqual([a]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked.map(({ scope }) => scope)).toEqual([a]);
  expect(state.changed).toBe(1);
});

it('takes one at a time, rests, and asks less and less often', async () => {
  const { follower, asked, state } = makeFollower([a, b], 20_000);
  follower.update();
  await vi.advanceTimersByTimeAsync(4 * 3_600_000);
  expect(state.most).toBe(1);
  const times = asked.filter(({ scope }) => scope === a).map(({ at }) => at);
  const gaps = times.slice(1).map((one, index) => one - (times[index] ?? 0));
  expect(gaps[0]).toBeGreaterThanOrEqual(180);
  expect(gaps.at(-1)).toBeGreaterThanOrEqual(900);
  // The pause is five times the duration of the sync.
  expect((asked[1]?.at ?? 0) - (asked[0]?.at ?? 0)).toBeGreaterThanOrEqual(120);
  expect(asked.length).toBeLessThan(40);
});

it('backs off from a contract that cannot be read', async () => {
  const { follower, asked, state } = makeFollower([a]);
  state.good = false;
  follower.update();
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  const gap = (asked.at(-1)?.at ?? 0) - (asked.at(-2)?.at ?? 0);
  expect(gap).toBeGreaterThanOrEqual(1_800);
});

it('leaves a contract alone that is wanted no more, and all of them at the end', async () => {
  const { follower, asked, state } = makeFollower([a, b]);
  follower.update();
  state.wanted = [b];
  follower.update();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(new Set(asked.map(({ scope }) => scope))).toEqual(new Set([b]));
  const before = asked.length;
  await follower.close();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(asked.length).toBe(before);
});

it('goes on at its pace after the clock of the computer was set back by a day', async () => {
  const { follower, asked } = makeFollower([a]);
  follower.update();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.setSystemTime(Date.now() - 24 * 3_600_000);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked.length).toBeGreaterThan(1);
});

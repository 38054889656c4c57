import { afterEach, beforeEach, expect, it } from 'vitest';
import type { HoldingsStatus } from '../../../../src-preload/contract/holdings.ts';
import type { Settings } from '../../../../src-preload/contract/settings.ts';
import { openTestStore, type TestStore } from '../../../../testing/open-test-store.ts';
import { createCheckSchedule } from './check-schedule.ts';
import { checkScheduleMigrations, createCheckScheduleTable } from './check-schedule-table.ts';

const dayMs = 86_400_000;
let opened: TestStore;
beforeEach(() => {
  opened = openTestStore(checkScheduleMigrations);
});
afterEach(() => opened.remove());

/** A fake check that records its calls; the test sets its state. */
function createWorld() {
  const noWork: () => void = () => undefined;
  const world = {
    finish: noWork,
    time: Date.parse('2026-06-01T00:00:00Z'),
    isIdle: true,
    hasFiles: true,
    ended: 0,
    period: 'weekly' as Settings['verifyLibrary'],
    state: 'none' as HoldingsStatus['check']['state'],
    endedAt: null as string | null,
    did: [] as string[],
  };
  const check = {
    start(anew: boolean, { gently = false } = {}) {
      world.did.push(`${anew ? 'begin' : 'continue'}${gently ? ' gently' : ''}`);
      world.state = 'running';
    },
    async pause() {
      world.did.push('pause');
      world.state = 'paused';
      world.finish();
    },
    idle: () =>
      new Promise<void>((resolve) => {
        world.finish = resolve;
      }),
    status: () => ({
      state: world.state,
      trouble: null,
      files: 0,
      total: 0,
      bytes: 0,
      bad: 0,
      unverified: 0,
      startedAt: null,
      endedAt: world.endedAt,
    }),
  };
  const table = createCheckScheduleTable({ store: opened.store });
  const start = () =>
    createCheckSchedule({
      check,
      table,
      period: () => world.period,
      isIdle: () => world.isIdle,
      hasFiles: () => world.hasFiles,
      ended() {
        world.ended += 1;
      },
      onError(error) {
        throw error;
      },
      now: () => new Date(world.time),
      setTimer: () => () => undefined,
    });
  const done = async (at: number) => {
    world.state = 'done';
    world.endedAt = new Date(at).toISOString();
    world.finish();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { world, start, done };
}

it('starts a check when it is due, and again a week after the last one ended', async () => {
  const { world, start, done } = createWorld();
  const schedule = start();
  await schedule.decide();
  expect(world.did).toEqual(['begin gently']);
  await done(world.time);
  expect(world.ended).toBe(1);
  expect(schedule.nextAt()).toBe('2026-06-08T00:00:00.000Z');
  world.time += 7 * dayMs - 1;
  await schedule.decide();
  expect(world.did).toHaveLength(1);
  world.time += 1;
  await schedule.decide();
  expect(world.did).toEqual(['begin gently', 'begin gently']);
});

it('does nothing without files, without a period, or while the disk is needed', async () => {
  const { world, start } = createWorld();
  const schedule = start();
  for (const change of [{ hasFiles: false }, { period: 'never' as const }, { isIdle: false }]) {
    const before = { hasFiles: true, period: 'weekly' as const, isIdle: true };
    Object.assign(world, before, change);
    await schedule.decide();
  }
  expect(world.did).toEqual([]);
});

it('pauses during a download, and continues afterwards and after a restart', async () => {
  const { world, start } = createWorld();
  const schedule = start();
  await schedule.decide();
  world.isIdle = false;
  await schedule.decide();
  expect(world.did).toEqual(['begin gently', 'pause']);
  expect(world.ended).toBe(0);
  schedule.close();
  world.isIdle = true;
  await start().decide();
  expect(world.did.at(-1)).toBe('continue gently');
});

it('does not continue a check that the user paused, and never pauses one that the user started', async () => {
  const { world, start } = createWorld();
  const schedule = start();
  await schedule.decide();
  await schedule.pauseForPerson();
  await schedule.decide();
  await start().decide();
  expect(world.did).toEqual(['begin gently', 'pause']);
  schedule.startForPerson(false);
  world.isIdle = false;
  await schedule.decide();
  expect(world.did).toEqual(['begin gently', 'pause', 'continue']);
});

it('does not wait for years if the clock was wrong when the last check ended', async () => {
  const { world, start, done } = createWorld();
  const schedule = start();
  await schedule.decide();
  await done(world.time + 3_650 * dayMs);
  await schedule.decide();
  expect(world.did).toEqual(['begin gently', 'begin gently']);
});

import { expect, it } from 'vitest';
import { defaultPartSizes, partBytes } from './part-sizes.ts';
import type { RangeConnection } from './range-connection.ts';
import { createRangePlan, type RangeLease } from './range-plan.ts';
import { createRateMeter, findRangeToSteal, slowConnections } from './slow-connections.ts';

/** It only matters that there is an exchange. */
const exchange: RangeConnection['exchange'] = {
  accept: () => undefined,
  stop: () => undefined,
  pause: () => undefined,
  resume: () => undefined,
  meter: () => undefined,
  shorten: async () => true,
};
const mebi = 1_024 * 1_024;
const createPlan = () => createRangePlan({ done: [], totalBytes: 100 * mebi });

function connectionWith(lease: RangeLease | null, more: Partial<RangeConnection> = {}): RangeConnection {
  if (!lease) throw new Error('nothing was allocated');
  return {
    lease,
    startedAt: 0,
    lastByteAt: 10_000,
    receivedBytes: 0,
    bytesPerSecond: 0,
    isPaused: false,
    exchange,
    abort: new AbortController(),
    ...more,
  };
}

it('divides large files only, into parts that are neither tiny nor long', () => {
  const partMebi = (left: number, total: number, connections: number) =>
    partBytes(defaultPartSizes, left * mebi, total * mebi, connections) / mebi;
  expect(partBytes(defaultPartSizes, mebi, mebi, 4)).toBe(Number.MAX_SAFE_INTEGER);
  expect(partBytes(defaultPartSizes, 100 * mebi, 100 * mebi, 1)).toBe(Number.MAX_SAFE_INTEGER);
  expect([partMebi(1_000, 1_000, 4), partMebi(80, 1_000, 4), partMebi(8, 1_000, 4)]).toEqual([32, 10, 4]);
});

it('takes half of what would be complete last, and leaves alone what is nearly complete or paused', () => {
  const plan = createPlan();
  const fast = connectionWith(plan.allocate(50 * mebi), { bytesPerSecond: 100 * mebi });
  const slow = connectionWith(plan.allocate(50 * mebi), { bytesPerSecond: mebi });
  const find = (connections: RangeConnection[]) => findRangeToSteal(defaultPartSizes, connections, 10_000);
  expect(find([fast, slow])).toEqual({ connection: slow, from: 75 * mebi });
  expect(find([fast])).toBeNull();
  expect(find([{ ...slow, isPaused: true }])).toBeNull();
  expect(find([{ ...slow, exchange: null }])).toBeNull();
  // The rest is smaller than two minimal parts.
  const tiny = connectionWith(createRangePlan({ done: [], totalBytes: mebi }).allocate(mebi), {
    bytesPerSecond: 1,
  });
  expect(find([tiny])).toBeNull();
});

it('names the connections that keep the others waiting', () => {
  const plan = createPlan();
  const silent = connectionWith(plan.allocate(10 * mebi), { bytesPerSecond: 5 * mebi, lastByteAt: 7_000 });
  const slow = connectionWith(plan.allocate(10 * mebi), { bytesPerSecond: mebi / 2 });
  const paused = connectionWith(plan.allocate(10 * mebi), { lastByteAt: 0, isPaused: true });
  const sound = connectionWith(plan.allocate(10 * mebi), { bytesPerSecond: 9 * mebi });
  expect(slowConnections(new Set([silent, slow, paused, sound]), 10 * mebi, 10_000)).toEqual([silent, slow]);
  // No connection is slow if all are equally slow.
  expect(slowConnections(new Set([slow, sound]), mebi, 10_000)).toEqual([]);
});

it('measures how fast each connection is of late', () => {
  let now = 0;
  const updateRates = createRateMeter(() => now);
  const connection = connectionWith(createPlan().allocate(mebi));
  for (const bytes of [1_000, 2_000, 2_000]) {
    now += 1_000;
    connection.receivedBytes = bytes;
    updateRates(new Set([connection]));
  }
  expect(connection.bytesPerSecond).toBe(500);
});

it('takes of two slow ones from the slower, and of a young one by its whole life', () => {
  const find = (connections: RangeConnection[]) => findRangeToSteal(defaultPartSizes, connections, 10_000);
  const plan = createPlan();
  const lease = () => plan.allocate(20 * mebi);
  const slow = connectionWith(lease(), { bytesPerSecond: mebi });
  const slower = connectionWith(lease(), { bytesPerSecond: mebi / 2 });
  expect(find([slower, slow])?.connection).toBe(slower);
  expect(find([slow, slower])?.connection).toBe(slower);
  // It does not receive any more.
  const silent = connectionWith(lease());
  expect(find([slower, silent])?.connection).toBe(silent);
  // A new connection may still become fast; another one had a slow start.
  const young = connectionWith(lease(), { startedAt: 9_500 });
  expect(find([young])).toBeNull();
  expect(find([{ ...young, receivedBytes: 1_000 }])).not.toBeNull();
  expect(find([{ ...young, receivedBytes: 10 * mebi, bytesPerSecond: 1 }])).toBeNull();
});

it('leaves alone what is complete within two seconds', () => {
  const find = (bytesPerSecond: number) =>
    findRangeToSteal(
      defaultPartSizes,
      [connectionWith(createPlan().allocate(20 * mebi), { bytesPerSecond })],
      10_000,
    );
  expect([find(10 * mebi), find(9 * mebi)?.from]).toEqual([null, 10 * mebi]);
});

it('names none of which it is too early to say so, or that is nearly complete, or without an end', () => {
  const slowOnes = (more: Partial<RangeConnection>, leaseBytes = 10 * mebi) =>
    slowConnections(
      new Set([connectionWith(createPlan().allocate(leaseBytes), { bytesPerSecond: 1_000, ...more })]),
      10 * mebi,
      10_000,
    ).length;
  expect(slowOnes({})).toBe(1);
  expect([slowOnes({ startedAt: 6_000 }), slowOnes({ startedAt: 6_001 })]).toEqual([1, 0]);
  // Its range needs four more seconds.
  expect([slowOnes({}, 4_000), slowOnes({}, 4_001)]).toEqual([0, 1]);
  const tenth = { bytesPerSecond: mebi };
  expect([slowOnes(tenth), slowOnes({ bytesPerSecond: mebi - 1 })]).toEqual([0, 1]);
  const fast = { bytesPerSecond: 9 * mebi };
  expect([slowOnes({ ...fast, lastByteAt: 8_001 }), slowOnes({ ...fast, lastByteAt: 8_000 })]).toEqual([
    0, 1,
  ]);
  const endless = createRangePlan({ done: [], totalBytes: null }).allocate(mebi);
  expect(slowConnections(new Set([connectionWith(endless, { lastByteAt: 0 })]), mebi, 10_000)).toEqual([]);
});

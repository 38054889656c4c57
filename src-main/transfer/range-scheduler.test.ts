import { describe, expect, it } from 'vitest';
import { defaultPartSizes } from './part-sizes.ts';
import type { RangeConnection } from './range-connection.ts';
import { createRangePlan } from './range-plan.ts';
import { createRangeScheduler } from './range-scheduler.ts';

const mebi = 1_024 * 1_024;
const { severalFromBytes, minPartBytes } = defaultPartSizes;

/** Creates a scheduler with connections that the test controls. */
function setUp({
  totalBytes = null,
  isSingle = false,
}: {
  totalBytes?: number | null;
  isSingle?: boolean;
} = {}) {
  const state = { now: 0, allowed: 4, totalBytes, isStopped: false };
  const opened: RangeConnection[] = [];
  const plan = createRangePlan({ done: [], totalBytes });
  const scheduler = createRangeScheduler({
    plan,
    parts: defaultPartSizes,
    isSingle,
    allowedConnections: () => state.allowed,
    totalBytes: () => state.totalBytes,
    isStopped: () => state.isStopped,
    run: (connection) => opened.push(connection),
    now: () => state.now,
  });
  /** Sets the length of the file, as the first answer does. */
  function answer(bytes: number | null, hasRanges: boolean) {
    state.totalBytes = bytes;
    scheduler.setTotalSize(bytes, hasRanges);
    scheduler.grow();
  }
  const spans = () => opened.map(({ lease }) => [lease.start, lease.end]);
  return { state, opened, plan, scheduler, answer, spans };
}

/** Returns the connection that was opened at this position. */
function at(opened: readonly RangeConnection[], index: number): RangeConnection {
  const connection = opened[index];
  if (!connection) throw new Error(`${opened.length} connections`);
  return connection;
}

describe('how many connections a file gets', () => {
  it('is one before the first answer', () => {
    const { scheduler, opened, spans } = setUp();
    scheduler.grow();
    scheduler.grow();
    expect(spans()).toEqual([[0, null]]);
    expect([...scheduler.connections]).toEqual(opened);
    expect(scheduler.isOutOfRanges()).toBe(false);
  });

  it('is as many as are allowed once the service says that ranges work', () => {
    const { scheduler, answer, spans, state } = setUp();
    state.allowed = 3;
    scheduler.grow();
    answer(100 * mebi, true);
    // A sixth each: half of the rest, shared among the allowed connections.
    const part = Math.ceil((100 * mebi) / 6);
    expect(spans()[0]).toEqual([0, part]);
    expect(scheduler.connections.size).toBe(3);
    expect(spans()[1]?.[0]).toBe(part);
    scheduler.grow();
    expect(scheduler.connections.size).toBe(3);
  });

  it.each([
    ['the service says nothing of ranges', false, 100 * mebi],
    ['its length is unknown', true, null],
    ['it is small', true, severalFromBytes - 1],
  ])('stays one where %s, which brings all of it', (_, hasRanges, bytes) => {
    const { scheduler, answer, spans } = setUp();
    scheduler.grow();
    answer(bytes, hasRanges);
    expect(spans()).toEqual([[0, bytes]]);
    expect(scheduler.isOutOfRanges()).toBe(false);
  });

  it('is several from the size on that is worth it', () => {
    const { scheduler, answer } = setUp();
    scheduler.grow();
    answer(severalFromBytes, true);
    expect(scheduler.connections.size).toBe(4);
  });

  it('stays one where only one works, whatever the service says', () => {
    const { scheduler, answer, opened, spans, plan } = setUp({ isSingle: true });
    scheduler.grow();
    answer(100 * mebi, true);
    scheduler.confirmRanges();
    scheduler.grow();
    expect(spans()).toEqual([[0, 100 * mebi]]);
    // After a break in the middle, the rest is leased as a whole.
    at(opened, 0).lease.at = 30 * mebi;
    scheduler.remove(at(opened, 0));
    scheduler.grow();
    expect(spans().slice(1)).toEqual([[30 * mebi, 100 * mebi]]);
    expect([scheduler.connections.size, plan.freeBytes()]).toEqual([1, 0]);
  });

  it('grows when a range was answered, though none was announced', () => {
    const { scheduler } = setUp({ totalBytes: 100 * mebi });
    scheduler.grow();
    expect(scheduler.connections.size).toBe(1);
    scheduler.confirmRanges();
    scheduler.grow();
    expect(scheduler.connections.size).toBe(4);
  });

  it('shrinks with what is allowed: one that has completed its range gets no other', () => {
    const { scheduler, answer, state } = setUp();
    scheduler.grow();
    answer(100 * mebi, true);
    state.allowed = 3;
    expect(scheduler.nextLease()).toBeNull();
    state.allowed = 4;
    expect(scheduler.nextLease()).not.toBeNull();
    state.isStopped = true;
    expect(scheduler.nextLease()).toBeNull();
  });

  it('is lowered for a while after one that received nothing', () => {
    const { scheduler, answer, opened, state } = setUp();
    scheduler.grow();
    answer(100 * mebi, true);
    scheduler.remove(at(opened, 3));
    scheduler.lowerLimit(10_000);
    state.now = 9_999;
    scheduler.grow();
    expect(scheduler.connections.size).toBe(3);
    state.allowed = 2;
    expect(scheduler.nextLease()).toBeNull();
    state.allowed = 4;
    state.now = 10_000;
    scheduler.grow();
    expect(scheduler.connections.size).toBe(4);
    // A lower limit that has ended does not return, even if the clock is set back.
    state.now = 0;
    scheduler.remove(at(opened, 4));
    scheduler.grow();
    expect(scheduler.connections.size).toBe(4);
  });

  it('is at least one, however far it is lowered', () => {
    const { scheduler, opened, state } = setUp({ totalBytes: 100 * mebi });
    scheduler.confirmRanges();
    state.allowed = 0;
    scheduler.grow();
    scheduler.remove(at(opened, 0));
    scheduler.lowerLimit(10_000);
    scheduler.grow();
    expect(scheduler.connections.size).toBe(1);
  });

  it('does not grow once the transfer has ended', () => {
    const { scheduler, state, opened } = setUp({ totalBytes: 100 * mebi });
    state.isStopped = true;
    scheduler.grow();
    expect(opened).toEqual([]);
  });
});

it('what an ended connection did not bring is free for the next one', () => {
  const { scheduler, answer, opened, spans, plan } = setUp();
  scheduler.grow();
  answer(100 * mebi, true);
  const ended = at(opened, 1);
  const { start, end } = ended.lease;
  ended.lease.at = start + mebi;
  const free = plan.freeBytes();
  scheduler.remove(ended);
  expect(plan.freeBytes()).toBe(free + (end ?? 0) - start - mebi);
  expect(scheduler.connections.has(ended)).toBe(false);
  scheduler.grow();
  expect(spans()[4]?.[0]).toBe(start + mebi);
});

describe('a range that is slow', () => {
  /**
   * Creates a file whose only range belongs to a slow connection while a second one is allowed; asked to shorten, the slow one
   * gives this answer.
   */
  function slowOne() {
    const made = setUp({ totalBytes: 100 * mebi });
    made.state.allowed = 1;
    made.scheduler.confirmRanges();
    made.scheduler.grow();
    made.state.allowed = 2;
    made.state.now = 10_000;
    const slow = at(made.opened, 0);
    slow.bytesPerSecond = mebi;
    const asked: { from: number; resolve: (isShortened: boolean) => void }[] = [];
    slow.exchange = {
      accept: () => undefined,
      stop: () => undefined,
      pause: () => undefined,
      resume: () => undefined,
      meter: () => undefined,
      shorten: (from) => new Promise((resolve) => asked.push({ from, resolve })),
    };
    /** Answers the latest request, and waits until the answer was handled. */
    async function reply(isShortened: boolean) {
      asked.at(-1)?.resolve(isShortened);
      for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
    }
    return { ...made, slow, asked, reply };
  }

  it('is halved with one that has nothing to do', async () => {
    const { scheduler, asked, reply, spans } = slowOne();
    expect(scheduler.isOutOfRanges()).toBe(true);
    scheduler.grow();
    expect(asked.map(({ from }) => from)).toEqual([50 * mebi]);
    await reply(true);
    expect(spans()).toEqual([
      [0, 50 * mebi],
      [50 * mebi, 100 * mebi],
    ]);
    expect(scheduler.isOutOfRanges()).toBe(false);
  });

  it('is halved again where still more are allowed', async () => {
    const { scheduler, state, asked, reply } = slowOne();
    state.allowed = 3;
    scheduler.grow();
    await reply(true);
    expect(asked.map(({ from }) => from)).toEqual([50 * mebi, 25 * mebi]);
  });

  it('stays whole where its thread has gone past the place, and is asked again later', async () => {
    const { scheduler, asked, reply, spans } = slowOne();
    scheduler.grow();
    scheduler.grow();
    expect(asked).toHaveLength(1);
    await reply(false);
    expect(spans()).toEqual([[0, 100 * mebi]]);
    scheduler.grow();
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['the transfer has ended', { isStopped: true }],
    ['no further one is allowed any more', { allowed: 1 }],
  ])('gives its rear to nobody where %s meanwhile, and loses none of it', async (_, change) => {
    const { scheduler, state, reply, opened, plan } = slowOne();
    scheduler.grow();
    Object.assign(state, change);
    await reply(true);
    expect(opened).toHaveLength(1);
    expect(plan.freeBytes()).toBe(50 * mebi);
  });

  it('is not asked for while a range is free or nobody is', () => {
    const { scheduler, state, asked, plan, slow } = slowOne();
    state.allowed = 1;
    scheduler.grow();
    expect(scheduler.isOutOfRanges()).toBe(false);
    expect(asked).toEqual([]);
    state.allowed = 2;
    plan.release(slow.lease);
    expect(scheduler.isOutOfRanges()).toBe(false);
    expect(plan.freeBytes()).toBeGreaterThan(minPartBytes);
  });
});

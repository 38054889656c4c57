import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../core/app-error.ts';
import { unusable } from '../unusable.ts';
import { createSourcePace, type SourcePace } from './source-pace.ts';

const signal = new AbortController().signal;
const never = () => new Promise<never>(() => undefined);
const failing = (error: AppError) => () => Promise.reject(error);
const said = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: AppError) => error.code,
  );
const reset = () => new AppError('UNREACHABLE', { host: 'x', reason: 'reset' });

let clock: number;
let timers: { at: number; run: () => void }[];
let pace: SourcePace;
beforeEach(() => {
  clock = 1_000_000;
  timers = [];
  pace = createSourcePace({
    now: () => clock,
    random: () => 0,
    later(ms, run) {
      const timer = { at: clock + ms, run };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
    onChange: () => undefined,
  });
});

function pass(ms: number) {
  clock += ms;
  const due = timers.filter(({ at }) => at <= clock);
  timers = timers.filter(({ at }) => at > clock);
  for (const { run } of due) run();
}

const paused = () => (pace.state().retryAt ?? clock) - clock;

describe('the pace of a server', () => {
  it('lets four requests go at once, the last of those that wait first', async () => {
    const began: number[] = [];
    const ends: (() => void)[] = [];
    const all = Array.from({ length: 6 }, (_, index) =>
      pace.run(() => {
        began.push(index);
        return new Promise<void>((resolve) => ends.push(resolve));
      }, signal),
    );
    await Promise.resolve();
    expect(began).toEqual([0, 1, 2, 3]);
    ends[0]?.();
    await all[0];
    expect(began).toEqual([0, 1, 2, 3, 5]);
  });

  it('leaves a server alone after three failures in a row, each time for longer', async () => {
    for (const seconds of [0, 0, 2]) {
      expect(await said(pace.run(failing(reset()), signal))).toBe('UNREACHABLE');
      expect(paused()).toBe(seconds * 1_000);
    }
    for (const seconds of [4, 8, 16]) {
      pass(paused());
      expect(pace.state()).toMatchObject({ retryAt: null });
      await said(pace.run(failing(reset()), signal));
      expect(paused()).toBe(seconds * 1_000);
    }
  });

  it('is not closed by failures with successes between them', async () => {
    for (let round = 0; round < 5; round += 1) {
      await said(pace.run(failing(reset()), signal));
      await said(pace.run(failing(reset()), signal));
      await pace.run(async () => 1, signal);
    }
    expect(pace.state()).toMatchObject({ error: null });
  });

  it('closes at once where the next tile would fail alike, and for as long as 429 says', async () => {
    await said(pace.run(failing(unusable('answer-denied', 403)), signal));
    expect(paused()).toBe(2_000);
    pace.retry();
    await said(pace.run(failing(new AppError('RATE_LIMITED', { host: 'x', retryAfterSeconds: 90 })), signal));
    expect(paused()).toBe(90_000);
    pace.retry();
    await said(
      pace.run(failing(new AppError('RATE_LIMITED', { host: 'x', retryAfterSeconds: 86_400 })), signal),
    );
    expect(paused()).toBe(3_600_000);
  });

  it('refuses what waits when it closes, and counts what was under way once', async () => {
    const ends: ((error: AppError) => void)[] = [];
    const work = () => new Promise<never>((_, reject) => ends.push(reject));
    const all = Array.from({ length: 6 }, () => said(pace.run(work, signal)));
    await Promise.resolve();
    for (const end of ends) end(new AppError('OFFLINE', { host: 'x' }));
    expect(await Promise.all(all)).toEqual(Array(6).fill('OFFLINE'));
    expect(paused()).toBe(2_000);
  });

  it('lets one go alone after a pause, and the others when that one has arrived', async () => {
    await said(pace.run(failing(new AppError('OFFLINE', { host: 'x' })), signal));
    const { attempt } = pace.state();
    pass(2_000);
    expect(pace.state().attempt).toBe(attempt + 1);
    let began = 0;
    let arrive = () => {};
    const work = () => {
      began += 1;
      return new Promise<void>((resolve) => {
        arrive = resolve;
      });
    };
    const first = pace.run(work, signal);
    void pace.run(never, signal);
    await Promise.resolve();
    expect(began).toBe(1);
    arrive();
    await first;
    expect(pace.state()).toEqual({ error: null, retryAt: null, attempt: attempt + 2 });
  });

  it('forgets a request that is given up, and one that was cancelled is no failure', async () => {
    const given = new AbortController();
    for (let index = 0; index < 4; index += 1) void pace.run(never, signal);
    const waiting = said(pace.run(never, given.signal));
    given.abort();
    expect(await waiting).toBe('CANCELLED');
    expect(pace.state().error).toBeNull();
  });
});

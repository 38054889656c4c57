import { describe, expect, it, vi } from 'vitest';
import { connectionIdSchema, contractIdSchema, type Scope } from '../../src-preload/contract/ids.ts';
import type { SyncState } from '../../src-preload/contract/sync.ts';
import { AppError } from './app-error.ts';
import { createScopePoller } from './scope-poller.ts';

const scopeOf = (name: string): Scope => ({
  connectionId: connectionIdSchema.parse(name),
  contractId: contractIdSchema.parse('cont-1'),
});
const watched = scopeOf('watched');
const idle: SyncState = {
  running: false,
  received: 0,
  total: null,
  missing: 0,
  lastFinishedAt: null,
  nextAt: null,
  error: null,
};

/** Creates a poller with a stopped clock and timers that the test runs; `read` is what each sync does. */
function setUp(read: (signal: AbortSignal) => Promise<boolean>, { active = false, there = true } = {}) {
  const timers: { run: () => void; ms: number; cancelled: boolean }[] = [];
  const errors: unknown[] = [];
  const synced = vi.fn();
  const changed = vi.fn();
  let nowMs = Date.parse('2026-06-01T00:00:00Z');
  const poller = createScopePoller<SyncState>({
    pace: { quickMs: 1_000, activeMs: 3_000, slowestMs: 60_000 },
    begun: {},
    done: {},
    initial: () => idle,
    read: (_scope, signal) => read(signal),
    isActive: () => active,
    isThere: () => there,
    changed,
    synced,
    onError: (error) => errors.push(error),
    now: () => new Date(nowMs),
    setTimer(run, ms) {
      const timer = { run, ms, cancelled: false };
      timers.push(timer);
      return () => {
        timer.cancelled = true;
      };
    },
  });
  return {
    poller,
    timers,
    errors,
    synced,
    changed,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('the poller of a scope', () => {
  it('waits longer each time nothing moved, up to its slowest, and is quick again when something did', async () => {
    let moves = false;
    const { poller, timers, synced } = setUp(async () => moves);
    poller.watch(watched);
    for (const ms of [1_500, 2_250, 3_375]) {
      await vi.waitFor(() => expect(timers.at(-1)?.ms).toBe(ms));
      timers.at(-1)?.run();
    }
    for (let n = 0; n < 12; n += 1) {
      const before = timers.length;
      timers.at(-1)?.run();
      await vi.waitFor(() => expect(timers.length).toBeGreaterThan(before));
    }
    expect(timers.at(-1)?.ms).toBe(60_000);
    moves = true;
    timers.at(-1)?.run();
    await vi.waitFor(() => expect(timers.at(-1)?.ms).toBe(1_000));
    expect(synced).toHaveBeenCalledWith(watched);
    await poller.close();
  });

  it('stays at the pace of an active scope, and gives a long reading its rest', async () => {
    const { poller, timers, pass } = setUp(
      async () => {
        pass(2_000);
        return false;
      },
      { active: true },
    );
    for (let n = 0; n < 8; n += 1) await poller.run(watched);
    expect(timers).toHaveLength(0);
    poller.watch(watched);
    // Five times the duration of the sync, which is more than the pause of an active scope.
    await vi.waitFor(() => expect(timers.at(-1)?.ms).toBe(10_000));
    await poller.close();
  });

  it('keeps a failure in the state, tells it, waits twice as long, and recovers', async () => {
    let fails = true;
    const { poller, timers, errors, synced } = setUp(async () => {
      if (fails) throw new AppError('OFFLINE', { host: 'service.example' });
      return false;
    });
    poller.watch(watched);
    await vi.waitFor(() => expect(timers.at(-1)?.ms).toBe(2_000));
    expect(poller.state(watched)).toMatchObject({ running: false, error: { code: 'OFFLINE' } });
    expect(errors).toHaveLength(1);
    expect(synced).not.toHaveBeenCalled();
    fails = false;
    await poller.restart();
    expect(poller.state(watched)).toMatchObject({ error: null, lastFinishedAt: '2026-06-01T00:00:00.000Z' });
    await poller.close();
  });

  it('tells a refusal once, asks again at its slowest pace, and tells another error', async () => {
    let error: AppError = new AppError('UNAUTHORIZED', { host: 'service.example', detail: 'no' });
    const { poller, timers, errors } = setUp(async () => {
      throw error;
    });
    poller.watch(watched);
    for (let n = 1; n <= 3; n += 1) {
      await vi.waitFor(() => expect(timers).toHaveLength(n));
      expect(timers.at(-1)?.ms).toBe(60_000);
      if (n < 3) timers.at(-1)?.run();
    }
    expect(errors).toHaveLength(1);
    expect(poller.state(watched).error).toMatchObject({ code: 'UNAUTHORIZED' });
    error = new AppError('OFFLINE', { host: 'service.example' });
    await poller.run(watched);
    expect(errors).toHaveLength(2);
    await poller.close();
  });

  it('joins a reading under way, and reads another scope without a pause of its own', async () => {
    let readings = 0;
    let release = () => {};
    const { poller, timers } = setUp(async () => {
      readings += 1;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return true;
    });
    const first = poller.run(watched);
    const second = poller.run(watched);
    expect(poller.state(watched).running).toBe(true);
    release();
    expect(await first).toEqual(await second);
    expect(readings).toBe(1);
    expect(timers).toHaveLength(0);
    await poller.close();
  });

  it('asks nothing where the service has nothing to ask, and nothing after it was closed', async () => {
    const read = vi.fn(async () => true);
    const none = setUp(read, { there: false });
    none.poller.watch(watched);
    expect(await none.poller.run(watched)).toEqual(idle);
    expect(read).not.toHaveBeenCalled();
    const { poller, timers, changed } = setUp(async (signal) => {
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      return true;
    });
    poller.watch(watched);
    changed.mockClear();
    await poller.close();
    expect(timers).toHaveLength(0);
    expect(changed).not.toHaveBeenCalled();
  });
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openRangeConnection } from './range-connection.ts';
import { createRangeIntake } from './range-intake.ts';
import type { ThreadExchange } from './transfer-threads.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection with a speed limit of these pauses: one for each piece and for each pause that has ended. */
function make({ waits = [] as number[], isOn = true } = {}) {
  const heard: string[] = [];
  const counted: number[] = [];
  const disk = { isBehind: false, caughtUp: (): void => undefined };
  const limit = { isOn };
  const exchange: ThreadExchange = {
    pause: () => void heard.push('pause'),
    resume: () => void heard.push('resume'),
    meter: (metered) => void heard.push(`meter ${metered}`),
    accept: ({ metered }) => void heard.push(`accept, metered ${metered}`),
    stop: () => void heard.push('stop'),
    shorten: async () => false,
  };
  const connection = openRangeConnection({ start: 0, at: 0, end: 1_000 }, 0);
  connection.exchange = exchange;
  const intake = createRangeIntake({
    connection,
    file: {
      fd: 1,
      batchBytes: () => 1,
      isBehind: () => disk.isBehind,
      onCaughtUp(listener: () => void) {
        disk.caughtUp = listener;
        return () => undefined;
      },
    },
    limit: { isOn: () => limit.isOn, spend: () => waits.shift() ?? 0 },
    now: () => 7,
    received: (bytes) => counted.push(bytes),
  });
  const begin = () => intake.begin({ end: 1_000, encoding: null }, exchange);
  return { ...intake, begin, heard, counted, disk, limit, connection };
}

it('receives nothing while the speed limit asks to wait, and goes on afterwards', () => {
  const made = make({ waits: [300, 0] });
  made.begin();
  made.received(100);
  expect([made.heard, made.connection.isPaused]).toEqual([['accept, metered true', 'pause'], true]);
  vi.advanceTimersByTime(299);
  expect(made.connection.isPaused).toBe(true);
  vi.advanceTimersByTime(1);
  expect(made.connection.isPaused).toBe(false);
  expect(made.heard.slice(2)).toContain('resume');
});

it('tells a metered thread to go on after each piece, and none that is not', () => {
  const made = make();
  made.begin();
  made.received(100);
  expect(made.heard).toEqual(['accept, metered true', 'resume']);
  made.limit.isOn = false;
  made.received(200);
  made.received(300);
  expect(made.heard.slice(2)).toEqual(['meter false']);
});

it('stays paused as long as there is one reason: the disk, or the limit', () => {
  const made = make({ waits: [300, 0] });
  made.begin();
  made.disk.isBehind = true;
  made.received(100);
  vi.advanceTimersByTime(300);
  expect(made.connection.isPaused).toBe(true);
  made.disk.caughtUp();
  expect(made.connection.isPaused).toBe(false);
  expect(made.heard.filter((word) => word === 'pause')).toHaveLength(1);
});

it('counts what is new, and nothing where nothing came', () => {
  const made = make({ isOn: false });
  made.begin();
  for (const at of [100, 100, 250]) made.received(at);
  expect(made.counted).toEqual([100, 150]);
  expect(made.connection).toMatchObject({ receivedBytes: 250, lastByteAt: 7, lease: { at: 250 } });
});

it('waits for nothing once it is stopped', () => {
  const made = make({ waits: [300] });
  made.begin();
  made.received(100);
  made.stop();
  expect(vi.getTimerCount()).toBe(0);
});

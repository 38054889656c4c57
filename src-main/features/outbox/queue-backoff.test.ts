import { describe, expect, it } from 'vitest';
import { AppError } from '../../core/app-error.ts';
import { canBeRetried, createQueueBackoff } from './queue-backoff.ts';

const offline = new AppError('OFFLINE', { host: 'api.test' });
const rateLimited = (retryAfterSeconds: number | null) =>
  new AppError('RATE_LIMITED', { host: 'api.test', retryAfterSeconds });
const locked = new AppError('WRONG_CREDENTIALS', { host: 'api.test', detail: '' });

function make(random = 1) {
  let now = 1_000;
  const backoff = createQueueBackoff({ monotonic: () => now, random: () => random });
  return { ...backoff, at: (ms: number) => (now = ms), left: () => backoff.until() - now };
}

describe('the pause of a queue', () => {
  it('doubles from one second up to two minutes, and starts over once something was taken', () => {
    const backoff = make();
    const pauses = Array.from({ length: 9 }, () => {
      backoff.failed(offline);
      return backoff.left() / 1_000;
    });
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 120, 120]);
    expect(backoff.reason()?.code).toBe('OFFLINE');
    backoff.succeeded();
    expect(backoff.reason()).toBeNull();
    backoff.failed(offline);
    expect(backoff.left()).toBe(1_000);
  });

  it('is half as long at least, so that many do not come back together', () => {
    const backoff = make(0);
    backoff.failed(offline);
    expect(backoff.left()).toBe(500);
  });

  it('is five minutes where somebody has to do something first, and ends when they did', () => {
    const backoff = make(0);
    backoff.failed(locked);
    expect(backoff.left()).toBe(5 * 60_000);
    backoff.endPause();
    expect(backoff.left()).toBeLessThanOrEqual(0);
  });

  it('is as long as the service asks for, whatever there is to endPause for and whatever fails after it', () => {
    const backoff = make();
    backoff.failed(rateLimited(40));
    backoff.endPause();
    expect(backoff.left()).toBe(40_000);
    backoff.at(11_000);
    backoff.failed(rateLimited(null));
    expect(backoff.left()).toBe(30_000);
  });

  it.each([rateLimited(null), new AppError('BAD_ANSWER', { where: 'tasks', detail: 'no-json' })])(
    'is not ended by endPause where the service fails at what is sent: $code',
    (error) => {
      const backoff = make();
      backoff.failed(error);
      backoff.endPause();
      expect(backoff.left()).toBe(1_000);
    },
  );
});

it('tries again what passes or what somebody can correct, and nothing that was refused or is a defect', () => {
  for (const error of [offline, rateLimited(null), locked]) expect(canBeRetried(error)).toBe(true);
  expect(canBeRetried(new AppError('DISK_FULL', { path: '/data', neededBytes: null }))).toBe(true);
  expect(canBeRetried(new AppError('CONFLICT', { detail: 'sent' }))).toBe(false);
  expect(canBeRetried(new Error('defect'))).toBe(false);
});

it('a redirect to a learned address is followed without the user only where the service asks for the same request there', () => {
  const moved = (status: number, learned = true) =>
    canBeRetried(new AppError('ADDRESS_MOVED', { host: 'h', status, place: 'https://h/', learned }));
  expect([301, 302, 307, 308].map((status) => moved(status))).toEqual([false, false, true, true]);
  expect(moved(308, false)).toBe(false);
});

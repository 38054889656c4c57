import { describe, expect, it } from 'vitest';
import { AppError } from '../../core/app-error.ts';
import { retryDelayMs } from './retry-policy.ts';

const host = 'api.test';
const limited = new AppError('RATE_LIMITED', { host, retryAfterSeconds: null });
const failing = (status: number) => new AppError('SERVICE_FAILED', { host, status, detail: '' });
const unreachable = (reason: 'timeout' | 'reset' | 'other' | 'refused' | 'proxy') =>
  new AppError('UNREACHABLE', { host, reason });
const delay = (error: AppError, given: Partial<Parameters<typeof retryDelayMs>[1]> = {}) =>
  retryDelayMs(error, { retryAfter: null, attempt: 1, random: () => 1, ...given });

describe('a request that failed', () => {
  it.each<[string, AppError]>([
    ['a rate limit', limited],
    ['500', failing(500)],
    ['502', failing(502)],
    ['503', failing(503)],
    ['504', failing(504)],
    ['a time limit', unreachable('timeout')],
    ['a reset', unreachable('reset')],
    ['a broken network', unreachable('other')],
  ])('with %s is tried again', (_, error) => {
    expect(delay(error)).toBe(1_000);
  });

  it.each<[string, AppError]>([
    ['501', failing(501)],
    ['a status that nobody knows', failing(599)],
    ['a refused connection', unreachable('refused')],
    ['a proxy that fails', unreachable('proxy')],
    ['no network', new AppError('OFFLINE', { host })],
    ['a refusal', new AppError('REFUSED', { status: 400, detail: '', fields: {} })],
    ['nothing there', new AppError('NOT_FOUND', { what: 'task 1' })],
  ])('with %s is not tried again', (_, error) => {
    expect(delay(error)).toBeNull();
  });

  it('is tried four times in all, after pauses that double, at random within them', () => {
    expect([1, 2, 3, 4, 5].map((attempt) => delay(limited, { attempt }))).toEqual([
      1_000,
      2_000,
      4_000,
      null,
      null,
    ]);
    expect(delay(limited, { attempt: 2, random: () => 0.25 })).toBe(500);
    expect(delay(limited, { random: () => 0 })).toBe(0);
  });

  it('waits as long as the service asks, and a little more, but not longer than half a minute', () => {
    expect(delay(limited, { retryAfter: 0, random: () => 0 })).toBe(0);
    expect(delay(limited, { retryAfter: 7, random: () => 0 })).toBe(7_000);
    expect(delay(limited, { retryAfter: 7, random: () => 1 })).toBe(7_250);
    expect(delay(limited, { retryAfter: 30, random: () => 0 })).toBe(30_000);
    expect(delay(limited, { retryAfter: 31, random: () => 0 })).toBeNull();
  });
});

import { expect, it } from 'vitest';
import { AppError } from '../core/app-error.ts';
import { connectionReset, hostOf, isConnectionFailure, linkRefusal, serviceDelay } from './range-failures.ts';

const url = 'https://files.example:8443/a.tif?key=x';

it('names the host only, and nothing where there is none', () => {
  expect([hostOf(url), hostOf('no address')]).toEqual(['files.example:8443', '']);
});

it.each([
  [401, 'UNAUTHORIZED'],
  [403, 'UNAUTHORIZED'],
  [404, 'NOT_FOUND'],
  [410, 'NOT_FOUND'],
  // A page was received instead of the file.
  [200, 'BAD_ANSWER'],
  [206, 'BAD_ANSWER'],
])('a link that is refused with %i is %s', (status, code) => {
  expect(linkRefusal(status, url, 'a.tif').code).toBe(code);
});

it.each([
  [429, '7', { code: 'RATE_LIMITED', data: { host: 'files.example:8443', retryAfterSeconds: 7 } }, 8_000],
  [429, null, { code: 'RATE_LIMITED', data: { retryAfterSeconds: null } }, null],
  [503, '2', { code: 'SERVICE_FAILED', data: { status: 503, detail: 'HTTP 503' } }, 3_000],
  [500, null, { code: 'SERVICE_FAILED', data: { status: 500 } }, null],
])('%i with retry-after %s waits as long as the service asks', (status, retryAfter, reason, until) => {
  const delay = serviceDelay({ kind: 'wait', status, retryAfter }, url, 1_000);
  expect(delay.reason).toMatchObject(reason);
  expect(delay.until).toBe(until);
});

it('a lost connection is tried again, and tells what it was lost of', () => {
  const cause = new Error('reset');
  expect(connectionReset('files.example', cause).reason).toMatchObject({
    code: 'UNREACHABLE',
    data: { host: 'files.example', reason: 'reset' },
    cause,
  });
  expect(connectionReset('files.example').reason).not.toHaveProperty('cause');
});

it.each([
  [connectionReset('files.example'), true],
  [new AppError('UNREACHABLE', { host: 'x', reason: 'reset' }), true],
  [new AppError('OFFLINE', { host: 'x' }), true],
  [new AppError('NOT_FOUND', { what: 'x' }), false],
  [new Error('x'), false],
])('%s is a failure of the connection alone: %s', (error, isOne) => {
  expect(isConnectionFailure(error)).toBe(isOne);
});

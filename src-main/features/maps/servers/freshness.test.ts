import { expect, it } from 'vitest';
import { freshUntil } from './freshness.ts';

const now = Date.UTC(2026, 0, 1);
const day = 86_400_000;
const date = 'Wed, 01 Jan 2020 00:00:00 GMT';

it.each([
  [{}, day],
  [{ 'cache-control': 'max-age=60' }, 60_000],
  [{ 'cache-control': 'public, max-age="60", immutable' }, 60_000],
  [{ 'cache-control': 'Max-Age=0' }, 0],
  [{ 'cache-control': 'max-age=99999999999' }, 180 * day],
  [{ 'cache-control': 'max-age=-5' }, day],
  [{ 'cache-control': 'no-cache, max-age=60' }, 0],
  [{ 'cache-control': 'no-store' }, null],
  // By the server's clock, which is years behind.
  [{ expires: 'Wed, 01 Jan 2020 01:00:00 GMT', date }, 3_600_000],
  [{ expires: '0' }, 0],
  [{ expires: date, date: 'Wed, 01 Jan 2020 01:00:00 GMT' }, 0],
])('keeps %j fresh for %s ms', (headers, ms) => {
  const until = freshUntil(headers as Record<string, string>, { now, isMissing: false });
  expect(until === null ? null : until - now).toBe(ms);
});

it('asks for a missing tile again sooner', () => {
  expect(freshUntil({}, { now, isMissing: true })).toBe(now + 3_600_000);
});

import { expect, it } from 'vitest';
import { AppError } from '../core/app-error.ts';
import {
  backoffMs,
  countFailedAttempts,
  databaseFailure,
  diskFailure,
  isPassing,
  retryTimeOf,
} from './retry-rules.ts';
import { TransferDelay } from './transfer-delay.ts';

it('waits longer with each try in vain, by chance within the whole span, and never above a minute', () => {
  const longest = [1, 2, 3, 4, 5, 6, 7, 8].map((tries) => backoffMs(tries, () => 1));
  expect(longest).toEqual([2_500, 4_500, 8_500, 16_500, 32_500, 60_500, 60_500, 60_500]);
  // Full jitter: a thousand transfers that fail together are not retried together.
  for (const tries of [1, 8]) expect(backoffMs(tries, () => 0)).toBe(500);
  expect(backoffMs(4, () => 0.5)).toBe(8_500);
  // The answer was cut in the middle.
  expect(backoffMs(0, () => 1)).toBe(100);
});

it('goes on at once after a cut that cost little; few bytes cost no patience, but a wait', () => {
  const row = { doneBytes: 1_100_000, totalBytes: 100_000_000 };
  expect(countFailedAttempts(row, 1_000_000, 3)).toBe(0);
  expect(countFailedAttempts(row, 1_090_000, 3)).toBe(1);
  expect(countFailedAttempts(row, 1_100_000, 3)).toBe(4);
  // For a large file and one of unknown size, 64 KiB count as progress.
  const afterBytes = (doneBytes: number, totalBytes: number | null) =>
    countFailedAttempts({ doneBytes, totalBytes }, 0, 3);
  expect([afterBytes(65_536, 1e9), afterBytes(65_535, 1e9), afterBytes(1, null)]).toEqual([0, 1, 0]);
  expect([afterBytes(1_000, 16_000), afterBytes(999, 16_000)]).toEqual([0, 1]);
  // For a small file, fewer bytes count.
  expect(countFailedAttempts({ doneBytes: 1_000, totalBytes: 10_000 }, 100, 3)).toBe(0);
});

it('comes back when it was told to', () => {
  const limited = (seconds: number | null) =>
    new AppError('RATE_LIMITED', { host: 'h', retryAfterSeconds: seconds });
  expect(retryTimeOf(limited(7), 1_000)).toBe(8_000);
  expect(retryTimeOf(limited(null), 1_000)).toBeNull();
  expect(retryTimeOf(new TransferDelay(limited(7), 5_000), 1_000)).toBe(5_000);
  expect(retryTimeOf(new Error('other'), 1_000)).toBeNull();
});

it('knows what the disk says from what is a defect', () => {
  const said = (code: string) => diskFailure(Object.assign(new Error(code), { code }), '/place', 10);
  expect(said('ENOSPC')).toMatchObject({ code: 'DISK_FULL', data: { path: '/place', neededBytes: 10 } });
  expect(said('EDQUOT')?.code).toBe('DISK_FULL');
  for (const code of [
    'EACCES',
    'EPERM',
    'EROFS',
    'ENOENT',
    'EIO',
    'ENODEV',
    'ENOTDIR',
    'EEXIST',
    'ENXIO',
    'ESTALE',
  ])
    expect(said(code)).toMatchObject({ code: 'FOLDER_NOT_WRITABLE', data: { path: '/place', detail: code } });
  expect(said('EMFILE')).toBeNull();
  expect(diskFailure(new Error('plain'), '/place', null)).toBeNull();
});

it('knows what the database says of its disk from what is a defect', () => {
  for (const named of [
    new AppError('DISK_FULL', { path: '/db', neededBytes: null }),
    new AppError('FOLDER_NOT_WRITABLE', { path: '/db', detail: 'EROFS' }),
  ])
    expect(databaseFailure(named, '/place')).toBe(named);
  expect(
    databaseFailure(Object.assign(new Error('disk I/O error'), { errcode: 10 }), '/place'),
  ).toMatchObject({
    code: 'FOLDER_NOT_WRITABLE',
    data: { path: '/place', detail: 'SQLite 10' },
  });
  expect(databaseFailure(new Error('plain'), '/place')).toBeNull();
  expect(databaseFailure(Object.assign(new Error('odd'), { errcode: 'ten' }), '/place')).toBeNull();
});

it('tries again by itself only what may pass', () => {
  const passing = [
    new AppError('OFFLINE', { host: 'h' }),
    new AppError('UNREACHABLE', { host: 'h', reason: 'reset' }),
    new AppError('SERVICE_FAILED', { host: 'h', status: 503, detail: 'HTTP 503' }),
    new AppError('RATE_LIMITED', { host: 'h', retryAfterSeconds: null }),
    new TransferDelay(new AppError('NOT_FOUND', { what: 'x' }), null),
  ];
  const lasting = [new AppError('NOT_FOUND', { what: 'x' }), new Error('x')];
  expect([passing, lasting].map((errors) => errors.map(isPassing))).toEqual([
    [true, true, true, true, true],
    [false, false],
  ]);
});

import { AppError, hasCode } from '../core/app-error.ts';
import { pauseAfter } from '../core/backoff.ts';
import { systemErrorCode } from '../core/system-error.ts';
import { TransferDelay } from './transfer-delay.ts';

/** After this many attempts without progress, the next failed one is the last. */
export const maxAttempts = 8;
/** How long a full or missing disk is left alone. */
export const diskPauseMs = 15_000;

const unwritable = [
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
];

/** Returns a disk error (ENOSPC and similar) in the user's terms; null for any other error. */
export function diskFailure(error: unknown, path: string, neededBytes: number | null): AppError | null {
  if (hasCode(error, 'DISK_FULL') || hasCode(error, 'FOLDER_AWAY')) return error;
  const code = systemErrorCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new AppError('DISK_FULL', { path, neededBytes }, { cause: error });
  if (unwritable.includes(code))
    return new AppError('FOLDER_NOT_WRITABLE', { path, detail: code }, { cause: error });
  return null;
}

/** Returns a disk error of the database in the user's terms; null for any other error. */
export function databaseFailure(error: unknown, path: string): AppError | null {
  // The store itself names a full disk and a folder that cannot be written.
  if (hasCode(error, 'DISK_FULL') || hasCode(error, 'FOLDER_NOT_WRITABLE')) return error;
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return null;
  return new AppError('FOLDER_NOT_WRITABLE', { path, detail: `SQLite ${error.errcode}` }, { cause: error });
}

/** Returns the time at which the failure asks to retry, in ms of the given clock; null if it names none. */
export function retryTimeOf(error: unknown, now: number): number | null {
  if (error instanceof TransferDelay) return error.until;
  if (!hasCode(error, 'RATE_LIMITED') || error.data.retryAfterSeconds === null) return null;
  return now + error.data.retryAfterSeconds * 1_000;
}

/** True if a retry may succeed later without anybody's action. */
export function isPassing(error: unknown): boolean {
  return (
    error instanceof TransferDelay ||
    hasCode(error, 'OFFLINE') ||
    hasCode(error, 'UNREACHABLE') ||
    hasCode(error, 'SERVICE_FAILED') ||
    hasCode(error, 'RATE_LIMITED')
  );
}

/** So few bytes could come with each attempt, endlessly: they reset the count of failed attempts to 1, so that a wait stays. */
const minProgressBytes = 64 * 1_024;

/** Returns how many attempts in a row made no progress, including the one that just failed. */
export function countFailedAttempts(
  { doneBytes, totalBytes }: { doneBytes: number; totalBytes: number | null },
  startedWithBytes: number,
  before: number,
): number {
  const newBytes = doneBytes - startedWithBytes;
  if (newBytes <= 0) return before + 1;
  return newBytes >= Math.min(minProgressBytes, (totalBytes ?? 0) / 16) ? 0 : 1;
}

/**
 * Returns how long to wait: almost nothing after a cut in the middle, else with full jitter, doubling with each failed attempt.
 */
export function backoffMs(failedAttempts: number, random: () => number): number {
  if (failedAttempts === 0) return random() * 100;
  return 500 + random() * pauseAfter(failedAttempts, { firstMs: 1_000, maxMs: 60_000 });
}

import { AppError, hasCode } from '../app-error.ts';
import { systemErrorCode } from '../core/system-error.ts';
import { TransferDelay } from './transfer-delay.ts';

/** Tries without a byte of progress before it is given up. */
export const patience = 8;
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

/** ENOSPC and friends, in the user's terms; null for anything else. */
export function diskFailure(error: unknown, path: string, neededBytes: number | null): AppError | null {
  if (hasCode(error, 'DISK_FULL')) return error;
  const code = systemErrorCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new AppError('DISK_FULL', { path, neededBytes }, { cause: error });
  if (unwritable.includes(code))
    return new AppError('FOLDER_NOT_WRITABLE', { path, detail: code }, { cause: error });
  return null;
}

/** What the database says of its disk, in the user's terms; null for anything else. */
export function databaseFailure(error: unknown, path: string): AppError | null {
  // The store names a full disk and a folder that cannot be written itself.
  if (hasCode(error, 'DISK_FULL') || hasCode(error, 'FOLDER_NOT_WRITABLE')) return error;
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return null;
  return new AppError('FOLDER_NOT_WRITABLE', { path, detail: `SQLite ${error.errcode}` }, { cause: error });
}

/** When the failure names a time to come back, in ms since epoch. */
export function untilOf(error: unknown, now: number): number | null {
  if (error instanceof TransferDelay) return error.until;
  if (!hasCode(error, 'RATE_LIMITED') || error.data.retryAfterSeconds === null) return null;
  return now + error.data.retryAfterSeconds * 1_000;
}

/** It may go better later, by itself. */
export function isPassing(error: unknown): boolean {
  return (
    error instanceof TransferDelay ||
    hasCode(error, 'OFFLINE') ||
    hasCode(error, 'UNREACHABLE') ||
    hasCode(error, 'SERVICE_FAILED') ||
    hasCode(error, 'RATE_LIMITED')
  );
}

/** Less than that could be had for ever, a few bytes with each try: it costs no patience, but a wait. */
const worthwhileBytes = 64 * 1_024;

/** How many tries have brought nothing, with the one that has just broken off. */
export function countFailedAttempts(
  { doneBytes, totalBytes }: { doneBytes: number; totalBytes: number | null },
  startedWith: number,
  before: number,
): number {
  const brought = doneBytes - startedWith;
  if (brought <= 0) return before + 1;
  return brought >= Math.min(worthwhileBytes, (totalBytes ?? 0) / 16) ? 0 : 1;
}

/** After a cut in the middle almost at once; then with full jitter, doubling with each try that brought nothing; in ms. */
export function backoff(tries: number, random: () => number): number {
  if (tries === 0) return random() * 100;
  return 500 + random() * Math.min(60_000, 1_000 * 2 ** tries);
}

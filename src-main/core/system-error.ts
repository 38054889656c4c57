import { isAppError } from './app-error.ts';

/**
 * Returns the system's error code, such as `ENOENT` or `ENOSPC`; an empty string for any other error. A declared error has a code too,
 * which says something else.
 */
export function systemErrorCode(error: unknown): string {
  if (isAppError(error)) return '';
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

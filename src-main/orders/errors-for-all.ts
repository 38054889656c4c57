import { isAppError } from '../app-error.ts';

/** Failures that concern only the requested row; every other failure also affects all other rows. */
const ofOneRow: ReadonlySet<string> = new Set(['NOT_FOUND', 'BAD_ANSWER', 'REFUSED', 'SERVICE_FAILED']);

/** True if the next row need not be tried after this error: no network, no credentials, too many requests, the end of Nadir. */
export function isForAll(error: unknown): boolean {
  return isAppError(error) && !ofOneRow.has(error.code);
}

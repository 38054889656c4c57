import { isAppError } from '../app-error.ts';

/** The errors that concern the requested row only; all others affect every row. */
const ofOneRow: ReadonlySet<string> = new Set(['NOT_FOUND', 'BAD_ANSWER', 'REFUSED', 'SERVICE_FAILED']);

/** Returns true for an error that also affects all other rows: no network, no credentials, too many requests, the end of Nadir. */
export function isForAll(error: unknown): boolean {
  return isAppError(error) && !ofOneRow.has(error.code);
}

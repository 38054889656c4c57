import { isAppError } from '../app-error.ts';

/** What only says something of the row that was asked for; every other failure stands in the way of all rows. */
const ofOneRow: ReadonlySet<string> = new Set(['NOT_FOUND', 'BAD_ANSWER', 'REFUSED', 'SERVICE_FAILED']);

/** Whether the next row need not be tried after this: no network, no credentials, too many requests, the end of Nadir. */
export function isForAll(error: unknown): boolean {
  return isAppError(error) && !ofOneRow.has(error.code);
}

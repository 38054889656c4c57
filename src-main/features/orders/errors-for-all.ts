import { isAppError } from '../../core/app-error.ts';
import { refusedStatus } from '../../service/http/refusal.ts';

/** The errors that concern the requested row only; all others affect every row. */
const ofOneRow: ReadonlySet<string> = new Set(['NOT_FOUND', 'BAD_ANSWER', 'REFUSED', 'SERVICE_FAILED']);

/** Returns true for an error that also affects all other rows: no network, no credentials, too many requests, the end of Nadir. */
export function isForAll(error: unknown): boolean {
  return isAppError(error) && !ofOneRow.has(error.code);
}

/** Returns true for an error of one order that also affects all others. A service may forbid one order and allow the others. */
export const isForAllOrders = (error: unknown): boolean => isForAll(error) && refusedStatus(error) !== 403;

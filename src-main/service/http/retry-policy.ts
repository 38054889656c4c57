import { type AppError, hasCode } from '../../app-error.ts';
import { type Backoff, pauseAfter } from '../../core/backoff.ts';

const maxAttempts = 4;
/** The attempts are too few for it ever to be the longest one. */
const reading: Backoff = { firstMs: 500, longestMs: 60_000 };
/** A longer `Retry-After` is told to the user rather than waited for. */
const longestWaitSeconds = 30;

/** What may pass if one waits: a rate limit, a failing service, a broken connection. */
function isTransient(error: AppError): boolean {
  return (
    hasCode(error, 'RATE_LIMITED') ||
    (hasCode(error, 'SERVICE_FAILED') && [500, 502, 503, 504].includes(error.data.status)) ||
    (hasCode(error, 'UNREACHABLE') && ['timeout', 'reset', 'other'].includes(error.data.reason))
  );
}

/**
 * The milliseconds to wait before the next attempt after `attempt` (counted from 1) failed with `error`; null for no other
 * attempt. Full jitter (`random` is in 0–1); the `Retry-After` of the service, in seconds, where it is short.
 */
export function retryDelayMs(
  error: AppError,
  { retryAfter, attempt, random }: { retryAfter: number | null; attempt: number; random: () => number },
): number | null {
  if (attempt >= maxAttempts || !isTransient(error)) return null;
  if (retryAfter === null) return random() * pauseAfter(attempt, reading);
  return retryAfter <= longestWaitSeconds ? retryAfter * 1_000 + random() * 250 : null;
}

import { type AppError, hasCode } from '../../core/app-error.ts';
import { type Backoff, pauseAfter } from '../../core/backoff.ts';

const maxAttempts = 4;
/** With so few attempts the longest pause is never reached. */
const reading: Backoff = { firstMs: 500, maxMs: 60_000 };
/** A longer `Retry-After` is shown to the user instead of waited for. */
const maxWaitSeconds = 30;

/** True if the error may pass after a pause: a rate limit, a failing service, a broken connection. */
function isTransient(error: AppError): boolean {
  return (
    hasCode(error, 'RATE_LIMITED') ||
    (hasCode(error, 'SERVICE_FAILED') && [500, 502, 503, 504].includes(error.data.status)) ||
    (hasCode(error, 'UNREACHABLE') && ['timeout', 'reset', 'other'].includes(error.data.reason))
  );
}

/**
 * Returns the milliseconds to wait before the next attempt, after `attempt` (counted from 1) failed with `error`; null if there
 * is no next attempt. Uses full jitter (`random` is in 0–1), or the service's `Retry-After`, in seconds, if it is short.
 */
export function retryDelayMs(
  error: AppError,
  { retryAfter, attempt, random }: { retryAfter: number | null; attempt: number; random: () => number },
): number | null {
  if (attempt >= maxAttempts || !isTransient(error)) return null;
  if (retryAfter === null) return random() * pauseAfter(attempt, reading);
  return retryAfter <= maxWaitSeconds ? retryAfter * 1_000 + random() * 250 : null;
}

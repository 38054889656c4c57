import type { StoredError } from '../../../src-preload/contract/errors.ts';
import { hasCode, isAppError, toStoredError } from '../../core/app-error.ts';
import { type Backoff, pauseAfter } from '../../core/backoff.ts';
import { askedRetryAfter } from '../../service/http/refusal.ts';

const sending: Backoff = { firstMs: 500, maxMs: 2 * 60_000 };
/** The pause if the user must act first: correct the credentials, unlock the keychain, free disk space. */
const needsUserMs = 5 * 60_000;

const transient = new Set([
  'OFFLINE',
  'UNREACHABLE',
  'RATE_LIMITED',
  'SERVICE_FAILED',
  'BAD_ANSWER',
  'CANCELLED',
]);
const serviceFailures = new Set(['RATE_LIMITED', 'SERVICE_FAILED', 'BAD_ANSWER']);
const needsUser = new Set([
  'WRONG_CREDENTIALS',
  'NO_CREDENTIALS',
  'UNAUTHORIZED',
  'CONTRACT_NEEDED',
  'KEYCHAIN_UNAVAILABLE',
  'TLS_FAILED',
  'ADDRESS_REFUSED',
  'NOT_FOUND',
  'DISK_FULL',
  'FOLDER_NOT_WRITABLE',
]);

/** With these statuses the service asks for the same request at another place. After others it may have carried out the first. */
const repeatElsewhere = new Set([307, 308]);

/**
 * Returns true if a command that was not sent because of this error is tried again: the error may pass, or can be corrected.
 */
export const canBeRetried = (error: unknown): boolean =>
  (hasCode(error, 'ADDRESS_MOVED') && error.data.learned && repeatElsewhere.has(error.data.status)) ||
  (isAppError(error) && (transient.has(error.code) || needsUser.has(error.code)));

/** Creates the backoff of one queue: until when it is paused, and why. Times are milliseconds of `monotonic`. */
export function createQueueBackoff({ monotonic, random }: { monotonic: () => number; random: () => number }) {
  let failedAttempts = 0;
  /** The end of our own pause; `endPause` ends it at once. */
  let pausedUntil = 0;
  /**
   * The pause that the service asked for, or that follows its failure at a sending. Nothing ends it earlier:
   * otherwise each kick would send one more.
   */
  let notBefore = 0;
  let reason: StoredError | null = null;
  return {
    /** Pauses after a failure, longer each time. */
    failed(error: unknown) {
      failedAttempts += 1;
      const backoffMs = pauseAfter(failedAttempts, sending);
      const askedSeconds = hasCode(error, 'RATE_LIMITED')
        ? error.data.retryAfterSeconds
        : askedRetryAfter(error);
      const isForUser = isAppError(error) && needsUser.has(error.code);
      const ms = isForUser ? needsUserMs : backoffMs * (0.5 + random() / 2);
      // A service that answers queries may still fail at sendings.
      const failsAtSending = isAppError(error) && serviceFailures.has(error.code);
      if (failsAtSending) notBefore = Math.max(notBefore, monotonic() + ms);
      else pausedUntil = monotonic() + ms;
      if (askedSeconds !== null) notBefore = Math.max(notBefore, monotonic() + askedSeconds * 1_000);
      reason = toStoredError(error);
    },
    /** Ends the backoff: the service accepted or refused what was sent. */
    succeeded() {
      failedAttempts = 0;
      reason = null;
    },
    /** Ends our own pause, because there is a sign of recovery; a pause that the service asked for stays. */
    endPause() {
      pausedUntil = 0;
    },
    /** Returns when the pause ends; a past time if there is none. */
    until: () => Math.max(pausedUntil, notBefore),
    /** Returns whether `endPause` would end the whole pause now. */
    canBeEnded: () => notBefore <= monotonic(),
    /** Returns why the queue is paused. */
    reason: () => reason,
  };
}

/** What `createQueueBackoff` returns. */
export type QueueBackoff = ReturnType<typeof createQueueBackoff>;

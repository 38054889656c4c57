import type { StoredError } from '../../src-preload/contract/errors.ts';
import { hasCode, isAppError, toStoredError } from '../app-error.ts';
import { type Backoff, pauseAfter } from '../core/backoff.ts';
import { askedRetryAfter } from '../service/http/refusal.ts';

const sending: Backoff = { firstMs: 500, longestMs: 2 * 60_000 };
/** The pause if somebody must act first: correct the credentials, unlock the keychain, free disk space. */
const stuckMs = 5 * 60_000;

const passing = new Set([
  'OFFLINE',
  'UNREACHABLE',
  'RATE_LIMITED',
  'SERVICE_FAILED',
  'BAD_ANSWER',
  'CANCELLED',
]);
const atTheService = new Set(['RATE_LIMITED', 'SERVICE_FAILED', 'BAD_ANSWER']);
const stuck = new Set([
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

/**
 * True if a command that was not sent because of this error waits for another attempt: the error may pass, or can be corrected.
 */
export const waitsAgain = (error: unknown): boolean =>
  (hasCode(error, 'ADDRESS_MOVED') && error.data.learned) ||
  (isAppError(error) && (passing.has(error.code) || stuck.has(error.code)));

/** Computes how long one queue is paused, and why. Times are milliseconds of `monotonic`. */
export function createQueueBackoff({ monotonic, random }: { monotonic: () => number; random: () => number }) {
  let failedAttempts = 0;
  /** Our own backoff; a `hope` ends it. */
  let pausedUntil = 0;
  /**
   * The pause that the service asked for, or that follows its failure at a sending. It only ends with time: otherwise each kick
   * would send one more.
   */
  let notBefore = 0;
  let reason: StoredError | null = null;
  return {
    /** Pauses after a failure, longer each time. */
    failed(error: unknown) {
      failedAttempts += 1;
      const backoffMs = pauseAfter(failedAttempts, sending);
      const asked = hasCode(error, 'RATE_LIMITED') ? error.data.retryAfterSeconds : askedRetryAfter(error);
      const isStuck = isAppError(error) && stuck.has(error.code);
      const ms = isStuck ? stuckMs : backoffMs * (0.5 + random() / 2);
      // A service that answers a query meanwhile may still fail at sendings.
      const failsAtSending = isAppError(error) && atTheService.has(error.code);
      if (failsAtSending) notBefore = Math.max(notBefore, monotonic() + ms);
      else pausedUntil = monotonic() + ms;
      if (asked !== null) notBefore = Math.max(notBefore, monotonic() + asked * 1_000);
      reason = toStoredError(error);
    },
    /** Ends the backoff: the service accepted or refused what was sent. */
    succeeded() {
      failedAttempts = 0;
      reason = null;
    },
    /** Ends our own pause, because there is a sign of recovery; a pause that the service asked for stays. */
    hope() {
      pausedUntil = 0;
    },
    /** Returns when the pause ends; a past time if there is none. */
    until: () => Math.max(pausedUntil, notBefore),
    /** Returns why the queue is paused. */
    reason: () => reason,
  };
}

/** What `createQueueBackoff` returns. */
export type QueueBackoff = ReturnType<typeof createQueueBackoff>;

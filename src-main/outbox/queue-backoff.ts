import type { StoredError } from '../../src-preload/contract/errors.ts';
import { hasCode, isAppError, toStoredError } from '../app-error.ts';
import { type Backoff, pauseAfter } from '../core/backoff.ts';
import { askedRetryAfter } from '../service/http/refusal.ts';

const sending: Backoff = { firstMs: 500, longestMs: 2 * 60_000 };
/** Where somebody has to do something first: correct credentials, unlock the keychain, make room on the disk. */
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

/** Whether what was not sent for this error waits for another attempt: it passes, or somebody can correct it. */
export const waitsAgain = (error: unknown): boolean =>
  (hasCode(error, 'ADDRESS_MOVED') && error.data.learned) ||
  (isAppError(error) && (passing.has(error.code) || stuck.has(error.code)));

/** How long one queue is paused, and why. Times are milliseconds of `monotonic`. */
export function createQueueBackoff({ monotonic, random }: { monotonic: () => number; random: () => number }) {
  let failedAttempts = 0;
  /** Our own backoff: a reason to hope ends it. */
  let pausedUntil = 0;
  /** The service's own word, or its failure at what was sent: nothing but time ends it, or each kick would send one more. */
  let notBefore = 0;
  let reason: StoredError | null = null;
  return {
    /** Pauses after a failure, longer with each one. */
    failed(error: unknown) {
      failedAttempts += 1;
      const backoffMs = pauseAfter(failedAttempts, sending);
      const asked = hasCode(error, 'RATE_LIMITED') ? error.data.retryAfterSeconds : askedRetryAfter(error);
      const isStuck = isAppError(error) && stuck.has(error.code);
      const ms = isStuck ? stuckMs : backoffMs * (0.5 + random() / 2);
      // That it answers a question meanwhile says nothing of how it takes what is sent.
      const failsAtSending = isAppError(error) && atTheService.has(error.code);
      if (failsAtSending) notBefore = Math.max(notBefore, monotonic() + ms);
      else pausedUntil = monotonic() + ms;
      if (asked !== null) notBefore = Math.max(notBefore, monotonic() + asked * 1_000);
      reason = toStoredError(error);
    },
    /** The service took what was sent, or refused it. */
    succeeded() {
      failedAttempts = 0;
      reason = null;
    },
    /** There is a reason to hope; what the service asked for stays. */
    hope() {
      pausedUntil = 0;
    },
    /** When the pause ends; in the past when there is none. */
    until: () => Math.max(pausedUntil, notBefore),
    /** Why it is paused. */
    reason: () => reason,
  };
}

import { AppError, hasCode } from '../core/app-error.ts';
import { retryAfterSeconds } from '../service/http/refusal.ts';
import type { Verdict } from './answer-rules.ts';
import { TransferDelay } from './transfer-delay.ts';

/** Returns the host of an address for an error message; empty if it is not an address. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

/** Returns the error for a link that is still refused after it was renewed. */
export function linkRefusal(status: number, url: string, fileName: string): AppError {
  if (status === 401 || status === 403)
    return new AppError('UNAUTHORIZED', { host: hostOf(url), detail: `HTTP ${status}` });
  if (status < 300) return new AppError('BAD_ANSWER', { where: hostOf(url), detail: 'message' });
  return new AppError('NOT_FOUND', { what: fileName });
}

/** Returns the delay that the service asks for; `now` in ms since epoch. */
export function serviceDelay(
  { status, retryAfter }: Extract<Verdict, { kind: 'wait' }>,
  url: string,
  now: number,
): TransferDelay {
  const seconds = retryAfterSeconds(retryAfter ?? undefined, now);
  const host = hostOf(url);
  const reason =
    status === 429
      ? new AppError('RATE_LIMITED', { host, retryAfterSeconds: seconds })
      : new AppError('SERVICE_FAILED', { host, status, detail: `HTTP ${status}` });
  return new TransferDelay(reason, seconds === null ? null : now + seconds * 1_000);
}

/** Returns the delay for a connection that was lost in the middle of an answer. */
export function connectionReset(host: string, cause?: unknown): TransferDelay {
  const options = cause === undefined ? {} : { cause };
  return new TransferDelay(new AppError('UNREACHABLE', { host, reason: 'reset' }, options), null);
}

/** True if only this connection failed, so that another one may succeed. */
export function isConnectionFailure(error: unknown): boolean {
  return error instanceof TransferDelay || hasCode(error, 'UNREACHABLE') || hasCode(error, 'OFFLINE');
}

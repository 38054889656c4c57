import { AppError } from '../../core/app-error.ts';
import type { Redactor } from '../redaction/redact.ts';
import { type Exchange, type HttpRequest, isRepeatable } from './http-request.ts';
import { parseBody } from './read-body.ts';
import { refusalOf, retryAfterSeconds } from './refusal.ts';
import { retryDelayMs } from './retry-policy.ts';

interface FetchJsonOptions {
  exchange: (request: HttpRequest, signal: AbortSignal, attempt: number) => Promise<Exchange>;
  redactor: Redactor;
  now: () => number;
  random: () => number;
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Creates the function that returns the parsed JSON of a 2xx answer (undefined for an empty body). It retries a repeatable
 * request after a transient error. It throws the error of the last attempt, or CANCELLED if the signal ends a pause.
 */
export function createFetchJson({ exchange, redactor, now, random, pause }: FetchJsonOptions) {
  const retryAfterOf = (answer: Exchange) =>
    answer.kind === 'answer' ? retryAfterSeconds(answer.headers['retry-after'], now()) : null;

  /** Returns the error of an exchange, or null for a 2xx answer. */
  function errorOf(call: HttpRequest, answer: Exchange): AppError | null {
    if (answer.kind === 'failed') return answer.error;
    if (answer.status >= 200 && answer.status < 300) return null;
    return refusalOf({
      status: answer.status,
      text: answer.text,
      host: call.url.host,
      what: call.what,
      retryAfter: retryAfterOf(answer),
      redactor,
    });
  }

  async function pauseFor(ms: number, signal: AbortSignal) {
    try {
      await pause(ms, signal);
    } catch (cause) {
      throw signal.aborted ? new AppError('CANCELLED', {}, { cause }) : cause;
    }
  }

  return async (call: HttpRequest, signal: AbortSignal): Promise<unknown> => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await exchange(call, signal, attempt);
      const error = errorOf(call, answer);
      if (error === null && answer.kind === 'answer')
        return parseBody(answer.text, `${call.url.host}${call.url.pathname}`);
      if (error === null) continue;
      const retryAfter = retryAfterOf(answer);
      const delayMs = isRepeatable(call) ? retryDelayMs(error, { retryAfter, attempt, random }) : null;
      if (delayMs === null) throw error;
      await pauseFor(delayMs, signal);
    }
  };
}

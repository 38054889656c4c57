import { abortable } from './abortable.ts';
import type { Dispatchers } from './dispatchers.ts';
import { followRedirects, redirectLocation } from './follow-redirects.ts';
import type { HttpLimits, HttpRequest } from './http-request.ts';
import type { Answer, Receiver } from './receive.ts';
import type { RequestProgress } from './request-progress.ts';

/** What is told while a file comes. */
export interface ReceiveListeners {
  /** The head of the answer that is no redirect. */
  answered: (answer: Answer) => void;
  /** How many bytes of the body have come so far. */
  received: (bytes: number) => void;
}

/**
 * Makes the function that leads a receiver to a file: it decides what each request may say and where it may go, the
 * receiver makes it. Rejects with what broke the receiver, or ADDRESS_REFUSED.
 */
export function createReceiveFile({
  dispatchers,
  limits,
}: {
  dispatchers: Dispatchers;
  limits: Pick<HttpLimits, 'idleMs'>;
}) {
  return async (
    call: Pick<HttpRequest, 'headersFor' | 'reachFor'> & { receiver: Receiver } & ReceiveListeners,
    progress: RequestProgress,
    signal: AbortSignal,
  ): Promise<void> =>
    followRedirects<void>(call, progress, async (url, headers) => {
      const reach = (await call.reachFor?.(url.origin)) ?? null;
      const route = await abortable(dispatchers.route(url, reach), signal);
      progress.proxied = route.proxy !== null;
      progress.sent = headers;
      const location = await call.receiver(
        {
          ...{ url, headers, ...route, headMs: limits.idleMs, received: call.received },
          placeOf(answer) {
            const place = redirectLocation(answer.status, answer.headers.location);
            if (place === null) call.answered(answer);
            return place;
          },
        },
        signal,
      );
      return location === null ? { answer: undefined } : { location };
    });
}

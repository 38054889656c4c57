import { abortable } from './abortable.ts';
import type { Dispatchers } from './dispatchers.ts';
import { followRedirects, redirectLocation } from './follow-redirects.ts';
import type { HttpLimits, HttpRequest } from './http-request.ts';
import type { Answer, Receiver } from './receive.ts';
import type { RequestProgress } from './request-progress.ts';

/** Callbacks while a file is received. */
export interface ReceiveListeners {
  /** Called with the head of the answer that is not a redirect. */
  answered: (answer: Answer) => void;
  /** Called with the number of bytes of the body received so far. */
  received: (bytes: number) => void;
}

/**
 * Creates the function that fetches a file with a receiver: the function decides which headers and addresses each request may
 * use, the receiver makes the request. It rejects with the receiver's error, or with ADDRESS_REFUSED.
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
          url,
          headers,
          ...route,
          headMs: limits.idleMs,
          received: call.received,
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

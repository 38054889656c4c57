import { Readable } from 'node:stream';
import { type Dispatcher, request } from 'undici';
import { abortable } from './abortable.ts';
import type { Dispatchers } from './dispatchers.ts';
import { followRedirects, redirectLocation } from './follow-redirects.ts';
import { type HttpLimits, type HttpRequest, isRepeatable } from './http-request.ts';
import type { RequestProgress } from './request-progress.ts';

/**
 * Ends the connection of an answer whose body is not wanted, or not wanted any more. It may be called at any time, also after the body
 * was read.
 */
export function discard(body: Dispatcher.ResponseData['body']) {
  body.destroy();
}

/**
 * Makes the body of an answer safe to be left: undici emits an error on a body that is ended before it was read, or whose connection
 * breaks while nobody reads, and an error without a listener would end the process. Whoever reads the body still gets the error.
 */
function guardBody(answer: Dispatcher.ResponseData): Dispatcher.ResponseData {
  answer.body.on('error', () => undefined);
  return answer;
}

/** undici reads the body only when it has a connection to write to, so this is the best sign of how far a request has come. */
async function* bodyWithProgress(body: Buffer, progress: RequestProgress): AsyncGenerator<Buffer> {
  progress.bodyTaken = true;
  yield body;
}

/** A request; its body, if it has one, is bytes. */
export type SendableRequest = Pick<HttpRequest, 'method' | 'headersFor' | 'reachFor' | 'repeatable'> & {
  body?: Buffer;
};

/**
 * Creates the function that sends one request, follows the redirects of a GET, and returns the head and a body that must be read
 * or discarded. It rejects with the error that broke it, and at once when the signal fires.
 */
export function createSendRequest({
  dispatchers,
  limits,
}: {
  dispatchers: Dispatchers;
  limits: Pick<HttpLimits, 'idleMs'>;
}) {
  async function sendTo(
    url: URL,
    headers: Record<string, string>,
    call: SendableRequest & { progress: RequestProgress; signal: AbortSignal },
  ): Promise<Dispatcher.ResponseData> {
    const { progress, signal } = call;
    // A request that must not be repeated gets a new connection, because a kept one may be closed already.
    const use = isRepeatable(call) ? 'pooled' : 'single';
    const route = async () => dispatchers.for(url, use, await call.reachFor?.(url.origin));
    const { dispatcher, proxied } = await abortable(route(), signal);
    progress.proxied = proxied;
    progress.sent = headers;
    const answering: Promise<Dispatcher.ResponseData> = request(url, {
      method: call.method,
      headers: call.body === undefined ? headers : { ...headers, 'content-length': String(call.body.length) },
      body: call.body === undefined ? null : Readable.from(bodyWithProgress(call.body, progress)),
      dispatcher,
      signal,
      headersTimeout: limits.idleMs,
      bodyTimeout: limits.idleMs,
    }).then(guardBody);
    return abortable(answering, signal).catch((error: unknown) => {
      // undici reacts to the signal only once it is connected; an answer that arrives after that is discarded.
      answering.then(({ body }) => discard(body)).catch(() => undefined);
      throw error;
    });
  }

  return (call: SendableRequest, progress: RequestProgress, signal: AbortSignal) =>
    followRedirects<Dispatcher.ResponseData>(call, progress, async (url, headers) => {
      const answer = await sendTo(url, headers, { ...call, progress, signal });
      const location = redirectLocation(answer.statusCode, answer.headers.location);
      // A body is never sent to another address: what a redirect of a POST means is not defined well enough.
      if (location === null || call.method !== 'GET') return { answer };
      discard(answer.body);
      return { location };
    });
}

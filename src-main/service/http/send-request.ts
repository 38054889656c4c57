import { Readable } from 'node:stream';
import { type Dispatcher, request } from 'undici';
import { abortable } from './abortable.ts';
import type { Dispatchers } from './dispatchers.ts';
import { followRedirects, redirectLocation } from './follow-redirects.ts';
import { type HttpLimits, type HttpRequest, isRepeatable } from './http-request.ts';
import type { RequestProgress } from './request-progress.ts';

/** Ends the connection of an answer whose body is not wanted; its own error about that is not news. */
export function discard(body: Dispatcher.ResponseData['body']) {
  body.on('error', () => undefined);
  body.destroy();
}

/** A body is asked for when there is a connection to write it to: the surest sign of how far a request has come. */
async function* taken(body: Buffer, progress: RequestProgress): AsyncGenerator<Buffer> {
  progress.bodyTaken = true;
  yield body;
}

/** A request whose body, if it has one, is bytes. */
export type SendableRequest = Pick<HttpRequest, 'method' | 'headersFor' | 'reachFor' | 'repeatable'> & {
  body?: Buffer;
};

/**
 * Makes the function that sends one request, follows the redirects of a GET, and answers with the head and a body to be
 * read or discarded. It rejects with whatever broke it, and at once when the signal fires.
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
    // What must not be repeated gets a fresh connection: a pooled one may have died unnoticed.
    const use = isRepeatable(call) ? 'pooled' : 'single';
    const route = async () => dispatchers.for(url, use, await call.reachFor?.(url.origin));
    const { dispatcher, proxied } = await abortable(route(), signal);
    progress.proxied = proxied;
    progress.sent = headers;
    const answering = request(url, {
      method: call.method,
      headers: call.body === undefined ? headers : { ...headers, 'content-length': String(call.body.length) },
      body: call.body === undefined ? null : Readable.from(taken(call.body, progress)),
      dispatcher,
      signal,
      headersTimeout: limits.idleMs,
      bodyTimeout: limits.idleMs,
    });
    return abortable(answering, signal).catch((error: unknown) => {
      // undici hears the signal only once it is connected; what comes then is for nobody.
      answering.then(({ body }) => discard(body)).catch(() => undefined);
      throw error;
    });
  }

  return (call: SendableRequest, progress: RequestProgress, signal: AbortSignal) =>
    followRedirects<Dispatcher.ResponseData>(call, progress, async (url, headers) => {
      const answer = await sendTo(url, headers, { ...call, progress, signal });
      const location = redirectLocation(answer.statusCode, answer.headers.location);
      // A body is never sent on: what a redirect of a POST means is the server's guess.
      if (location === null || call.method !== 'GET') return { answer };
      discard(answer.body);
      return { location };
    });
}

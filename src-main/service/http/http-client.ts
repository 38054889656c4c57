import { setTimeout as wait } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { AppError } from '../../core/app-error.ts';
import type { Redactor } from '../redaction/redact.ts';
import type { Dispatchers } from './dispatchers.ts';
import { createExchangeLog, type ExchangeLogOptions } from './exchange-log.ts';
import { createFetchJson } from './fetch-json.ts';
import type { Exchange, HttpLimits, HttpRequest } from './http-request.ts';
import { readableEncodings, readText } from './read-body.ts';
import { type Answer, flatHeaders, type Receiver } from './receive.ts';
import { createReceiveFile } from './receive-file.ts';
import { failureOf, startProgress } from './request-progress.ts';
import { createSendRequest } from './send-request.ts';

const defaultLimits: HttpLimits = { jsonBytes: 16 * 1_024 * 1_024, totalMs: 90_000, idleMs: 30_000 };

interface RawAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Dispatcher.ResponseData['body'];
}

/** Every request of Nadir goes through this client. */
export interface HttpClient {
  /** Makes one attempt without a retry. Returns the answer, or the error and whether the body may have arrived. */
  exchange(request: HttpRequest, signal: AbortSignal, attempt?: number): Promise<Exchange>;
  /** Returns the parsed JSON of a 2xx answer (undefined for an empty body). Only GETs and `repeatable` requests are retried. */
  json(request: HttpRequest, signal: AbortSignal): Promise<unknown>;
  /** Returns the body as a stream and follows redirects. The caller must read or discard the body. */
  stream(
    request: Pick<HttpRequest, 'method' | 'url' | 'headersFor' | 'reachFor' | 'opaque'>,
    signal: AbortSignal,
  ): Promise<RawAnswer>;
  /** The same for files. The receiver makes the requests that this client allows, and itself ends a body that stays silent. */
  receive(
    request: Pick<HttpRequest, 'url' | 'headersFor' | 'reachFor' | 'opaque'>,
    receiver: Receiver,
    signal: AbortSignal,
  ): Promise<void>;
}

/** What `createHttpClient` needs. */
export interface HttpClientOptions extends ExchangeLogOptions {
  dispatchers: Dispatchers;
  redactor: Redactor;
  /** Called with the headers of every answer, even if its body fails later. */
  answered?: (origin: string, headers: Readonly<Record<string, string>>) => void;
  now: () => number;
  random: () => number;
  limits?: Partial<HttpLimits>;
  /** Waits before a retry; tests pass one that does not wait. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Creates the client: time limits, headers per origin, redirects, bounded bodies, the log. All its errors are AppErrors. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { dispatchers, redactor, now, random } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const exchanges = createExchangeLog(options);
  const send = createSendRequest({ dispatchers, limits });
  const receiveFile = createReceiveFile({ dispatchers, limits });
  const pause = options.pause ?? ((ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }));

  async function exchange(call: HttpRequest, outer: AbortSignal, attempt = 1): Promise<Exchange> {
    const noted = exchanges.begin(call, attempt);
    const signal = AbortSignal.any([outer, AbortSignal.timeout(limits.totalMs)]);
    const progress = startProgress(call.url);
    try {
      const { method, repeatable = false } = call;
      const headersFor = (origin: string) => {
        const headers = call.headersFor(origin);
        return headers && { 'accept-encoding': readableEncodings, ...headers };
      };
      const body = call.body === undefined ? {} : { body: Buffer.from(JSON.stringify(call.body)) };
      const answer = await send({ method, headersFor, repeatable, ...body }, progress, signal);
      const headers = flatHeaders(answer.headers);
      options.answered?.(progress.url.origin, headers);
      const read = await readText(answer, { host: progress.url.host, maxBytes: limits.jsonBytes });
      const { statusCode: status } = answer;
      noted.end(progress, { status, headers, ...read });
      return { kind: 'answer', status, headers, text: read.text };
    } catch (thrown) {
      const error = failureOf(thrown, { progress, outer, redactor });
      noted.end(progress, { error: error.code });
      return { kind: 'failed', error, mayHaveArrived: progress.bodyTaken };
    }
  }

  const json = createFetchJson({ exchange, redactor, now, random, pause });

  return {
    exchange,
    json,
    async stream(call, signal) {
      const noted = exchanges.begin(call, 1);
      const progress = startProgress(call.url);
      try {
        const answer = await send(call, progress, signal);
        const { statusCode: status, body } = answer;
        const headers = flatHeaders(answer.headers);
        noted.end(progress, { status, headers });
        return { status, headers, body };
      } catch (thrown) {
        const error = failureOf(thrown, { progress, outer: signal, redactor });
        noted.end(progress, { error: error.code });
        throw error;
      }
    },
    async receive(call, receiver, signal) {
      const noted = exchanges.begin({ method: 'GET', ...call }, 1);
      const progress = startProgress(call.url);
      let sizeBytes = 0;
      let failed: AppError | null = null;
      const listeners = {
        answered: (answer: Answer) => noted.head(progress, answer),
        received(bytes: number) {
          sizeBytes = bytes;
        },
      };
      try {
        await receiveFile({ ...call, receiver, ...listeners }, progress, signal);
      } catch (thrown) {
        failed = failureOf(thrown, { progress, outer: signal, redactor });
      }
      noted.end(progress, { sizeBytes, ...(failed === null ? {} : { error: failed.code }) });
      if (failed !== null) throw failed;
    },
  };
}

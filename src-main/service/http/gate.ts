import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type Dispatcher, request } from 'undici';
import { AppError, hasCode } from '../../app-error.ts';
import type { Redactor } from '../redaction/redact.ts';
import { abortable } from './abortable.ts';
import { isPlaceOnly, placeOf, safeAddress, serverGivenAddress } from './addresses.ts';
import type { ConnectionUse, Dispatchers } from './dispatchers.ts';
import { createExchangeLog, type ExchangeLogOptions } from './exchange-log.ts';
import { networkError } from './network-error.ts';
import type { Reach } from './network-place.ts';
import { parseJson, TooLargeJsonError } from './parse-json.ts';
import { type Answer, flatHeaders, type Hop, type Receiver } from './receive.ts';
import { refusalOf, retryAfterSeconds } from './refusal.ts';

const maxRedirects = 5;
/** 300, 304, 305 and 306 name no place to go to. */
const redirects = new Set([301, 302, 303, 307, 308]);
const maxAttempts = 4;
/** A longer `Retry-After` is told to the user rather than waited for. */
const bearableSeconds = 30;

export interface GateLimits {
  jsonBytes: number;
  /** For a whole exchange, its redirects and its body; a stream has no such end. */
  totalMs: number;
  /** Without a byte, before the answer or in its body. */
  idleMs: number;
}
const usualLimits: GateLimits = { jsonBytes: 16 * 1_024 * 1_024, totalMs: 90_000, idleMs: 30_000 };

export interface GateRequest {
  method: 'GET' | 'POST' | 'PATCH';
  url: URL;
  /** Headers for this origin; decided anew for each hop by asking for the origin. */
  headersFor: (origin: string) => Record<string, string> | null;
  /** How far an address of this origin may lead; null, as without it, for the connection's own origins. */
  reachFor?: (origin: string) => Promise<Reach | null>;
  body?: unknown;
  /** True for a POST that may be tried again as a GET may (a token request). */
  repeatable?: boolean;
  /** Any part of its path may be a token: the log tells its place only. */
  opaque?: boolean;
  /** What is asked for, for NOT_FOUND: `task 12`. */
  what: string;
}

type Exchange =
  | { kind: 'answer'; status: number; headers: Readonly<Record<string, string>>; text: string }
  /** `mayHaveArrived`: the body was handed to a connection. */
  | { kind: 'failed'; error: AppError; mayHaveArrived: boolean };

interface RawAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Dispatcher.ResponseData['body'];
}

export interface Gate {
  /** One try, no retry: what came back, or what failed and whether the body may have arrived. */
  exchange(request: GateRequest, signal: AbortSignal, attempt?: number): Promise<Exchange>;
  /** A 2xx answer as parsed JSON (undefined for an empty body). GETs and what is `repeatable` are retried; nothing else ever is. */
  json(request: GateRequest, signal: AbortSignal): Promise<unknown>;
  /** A body as it streams in, redirects followed by hand. The caller reads or discards it. */
  stream(
    request: Pick<GateRequest, 'method' | 'url' | 'headersFor' | 'reachFor' | 'opaque'>,
    signal: AbortSignal,
  ): Promise<RawAnswer>;
  /** The same for files: the receiver makes the requests that this allows, and watches for silence in the body itself. */
  receive(
    request: Pick<GateRequest, 'url' | 'headersFor' | 'reachFor' | 'opaque'>,
    receiver: Receiver,
    signal: AbortSignal,
  ): Promise<void>;
}

export interface GateOptions extends ExchangeLogOptions {
  dispatchers: Dispatchers;
  redactor: Redactor;
  /** Told of the head of every exchange's answer, whatever comes of its body. */
  answered?: (origin: string, headers: Readonly<Record<string, string>>) => void;
  now: () => number;
  random: () => number;
  limits?: Partial<GateLimits>;
  /** Waits before a retry; tests pass one that does not. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Of an answer that is no success only so much is read: what it says to people is at its beginning. */
const refusalBytes = 128 * 1_024;

async function readText(
  answer: Dispatcher.ResponseData,
  host: string,
  maxBytes: number,
): Promise<{ text: string; sizeBytes: number }> {
  const isSuccess = answer.statusCode >= 200 && answer.statusCode < 300;
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  const body: AsyncIterable<Uint8Array> = answer.body;
  for await (const chunk of body) {
    sizeBytes += chunk.length;
    chunks.push(chunk);
    // Leaving the loop ends the connection.
    if (!isSuccess && sizeBytes > refusalBytes) break;
    if (sizeBytes > maxBytes) throw new AppError('BAD_ANSWER', { where: host, detail: 'too-large' });
  }
  // TextDecoder drops a byte order mark, which JSON.parse would refuse.
  const text = new TextDecoder().decode(
    Buffer.concat(chunks).subarray(0, isSuccess ? maxBytes : refusalBytes),
  );
  return { text, sizeBytes };
}

/** Ends the connection of an answer whose body is not wanted; its own error about that is not news. */
export function discard(body: Dispatcher.ResponseData['body']) {
  body.on('error', () => undefined);
  body.destroy();
}

async function parse(text: string, where: string): Promise<unknown> {
  if (!/\S/.test(text)) return undefined;
  try {
    return await parseJson(text);
  } catch (cause) {
    if (cause instanceof TooLargeJsonError)
      throw new AppError('BAD_ANSWER', { where, detail: 'too-large' }, { cause });
    const detail = /^\s*</.test(text) ? 'html' : 'no-json';
    throw new AppError('BAD_ANSWER', { where, detail }, { cause });
  }
}

/** How far a call has come: what its failure means depends on it. */
interface Progress {
  url: URL;
  /** False as long as no byte of the body can have left this machine. */
  bodyTaken: boolean;
  proxied: boolean;
  /** The headers of the last request. */
  sent: Readonly<Record<string, string>>;
  /** Where redirects led, in turn; of each its place only. */
  ledTo: string[];
}

const beginning = (url: URL): Progress => ({ url, bodyTaken: false, proxied: false, sent: {}, ledTo: [] });

function redirect(progress: Progress, location: string) {
  progress.url = serverGivenAddress(location, progress.url.href);
  progress.ledTo.push(placeOf(progress.url.href));
}

/** A body is asked for when there is a connection to write it to: the surest sign of how far a call has come. */
async function* taken(body: Buffer, progress: Progress): AsyncGenerator<Buffer> {
  progress.bodyTaken = true;
  yield body;
}

/** The one place through which every request leaves: time limits, headers per origin, redirects by hand, the log. */
export function createGate(options: GateOptions): Gate {
  const { dispatchers, redactor, now, random } = options;
  const limits = { ...usualLimits, ...options.limits };
  const exchanges = createExchangeLog(options);
  const pause = options.pause ?? ((ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }));

  async function routeTo(call: Pick<GateRequest, 'reachFor'>, url: URL, use: ConnectionUse) {
    return dispatchers.for(url, use, await call.reachFor?.(url.origin));
  }

  /** Follows at most five redirects; `headersFor` says null where nothing may be sent. */
  async function hops(
    call: Pick<GateRequest, 'method' | 'headersFor' | 'reachFor' | 'repeatable'> & { body?: Buffer },
    progress: Progress,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const first = progress.url;
    progress.url = safeAddress(first.href);
    const use = call.method === 'GET' || call.repeatable === true ? 'pooled' : 'single';
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      const { url } = progress;
      const headers = call.headersFor(url.origin);
      if (headers === null)
        throw new AppError('ADDRESS_REFUSED', {
          address: hop === 0 ? url.href : placeOf(url.href),
          reason: 'foreign',
        });
      const { dispatcher, proxied } = await abortable(routeTo(call, url, use), signal);
      progress.proxied = proxied;
      progress.sent = headers;
      const answering = request(url, {
        method: call.method,
        headers:
          call.body === undefined ? headers : { ...headers, 'content-length': String(call.body.length) },
        body: call.body === undefined ? null : Readable.from(taken(call.body, progress)),
        dispatcher,
        signal,
        headersTimeout: limits.idleMs,
        bodyTimeout: limits.idleMs,
      });
      const answer = await abortable(answering, signal).catch((error: unknown) => {
        // undici hears the signal only once it is connected; what comes then is for nobody.
        answering.then(({ body }) => discard(body)).catch(() => undefined);
        throw error;
      });
      const location = answer.headers.location;
      // A body is never sent on: what a redirect of a POST means is the server's guess.
      if (!redirects.has(answer.statusCode) || typeof location !== 'string' || call.method !== 'GET')
        return answer;
      discard(answer.body);
      redirect(progress, location);
    }
    throw new AppError('ADDRESS_REFUSED', { address: first.href, reason: 'redirects' });
  }

  /** As `hops`, for a receiver. */
  async function receivingHops(
    call: Pick<GateRequest, 'headersFor' | 'reachFor'>,
    progress: Progress,
    {
      receiver,
      answered,
      received,
    }: Pick<Hop, 'received'> & { receiver: Receiver; answered: (answer: Answer) => void },
    signal: AbortSignal,
  ): Promise<void> {
    const first = progress.url;
    progress.url = safeAddress(first.href);
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      const { url } = progress;
      const headers = call.headersFor(url.origin);
      if (headers === null)
        throw new AppError('ADDRESS_REFUSED', {
          address: hop === 0 ? url.href : placeOf(url.href),
          reason: 'foreign',
        });
      const reach = (await call.reachFor?.(url.origin)) ?? null;
      const route = await abortable(dispatchers.route(url, reach), signal);
      progress.proxied = route.proxy !== null;
      progress.sent = headers;
      const place = await receiver(
        {
          ...{ url, headers, ...route, headMs: limits.idleMs, received },
          placeOf(answer) {
            const { location } = answer.headers;
            if (redirects.has(answer.status) && location !== undefined) return location;
            answered(answer);
            return null;
          },
        },
        signal,
      );
      if (place === null) return;
      redirect(progress, place);
    }
    throw new AppError('ADDRESS_REFUSED', { address: first.href, reason: 'redirects' });
  }

  function named(error: unknown, progress: Progress, outer: AbortSignal): AppError {
    // A server can put what it was sent into the place it points to.
    if (hasCode(error, 'ADDRESS_REFUSED'))
      return new AppError('ADDRESS_REFUSED', {
        ...error.data,
        // What stands for a path is no path: as an address it would be written with percent signs.
        address: isPlaceOnly(error.data.address)
          ? redactor.text(error.data.address)
          : redactor.address(error.data.address),
      });
    // CANCELLED by the caller, or by the time limit?
    if (error instanceof AppError && !(hasCode(error, 'CANCELLED') && !outer.aborted)) return error;
    const cause = hasCode(error, 'CANCELLED') ? error.cause : error;
    return networkError(cause, { host: progress.url.host, signal: outer, proxied: progress.proxied });
  }

  async function exchange(call: GateRequest, outer: AbortSignal, attempt = 1): Promise<Exchange> {
    const noted = exchanges.begin(call, attempt);
    const signal = AbortSignal.any([outer, AbortSignal.timeout(limits.totalMs)]);
    const progress = beginning(call.url);
    try {
      const { method, headersFor, repeatable = false } = call;
      const body = call.body === undefined ? {} : { body: Buffer.from(JSON.stringify(call.body)) };
      const answer = await hops({ method, headersFor, repeatable, ...body }, progress, signal);
      options.answered?.(progress.url.origin, flatHeaders(answer.headers));
      const { text, sizeBytes } = await readText(answer, progress.url.host, limits.jsonBytes);
      const { statusCode: status } = answer;
      const headers = flatHeaders(answer.headers);
      noted.end(progress, { status, headers, text, sizeBytes });
      return { kind: 'answer', status, headers, text };
    } catch (thrown) {
      const error = named(thrown, progress, outer);
      noted.end(progress, { error: error.code });
      return { kind: 'failed', error, mayHaveArrived: progress.bodyTaken };
    }
  }

  const retryAfterOf = (answer: Exchange) =>
    answer.kind === 'answer' ? retryAfterSeconds(answer.headers['retry-after'], now()) : null;

  function failureOf(call: GateRequest, answer: Exchange): AppError | null {
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

  /** How long to wait before trying again; null for not at all. Full jitter; `Retry-After` where it is bearable. */
  function retryDelay(error: AppError, retryAfter: number | null, attempt: number): number | null {
    if (attempt >= maxAttempts) return null;
    const transient =
      hasCode(error, 'RATE_LIMITED') ||
      (hasCode(error, 'SERVICE_FAILED') && [500, 502, 503, 504].includes(error.data.status)) ||
      (hasCode(error, 'UNREACHABLE') && ['timeout', 'reset', 'other'].includes(error.data.reason));
    if (!transient) return null;
    if (retryAfter === null) return random() * 500 * 2 ** attempt;
    return retryAfter <= bearableSeconds ? retryAfter * 1_000 + random() * 250 : null;
  }

  async function paused(ms: number, signal: AbortSignal) {
    try {
      await pause(ms, signal);
    } catch (cause) {
      throw signal.aborted ? new AppError('CANCELLED', {}, { cause }) : cause;
    }
  }

  return {
    exchange,
    async json(call, signal) {
      for (let attempt = 1; ; attempt += 1) {
        const answer = await exchange(call, signal, attempt);
        const error = failureOf(call, answer);
        if (error === null && answer.kind === 'answer')
          return parse(answer.text, `${call.url.host}${call.url.pathname}`);
        if (error === null) continue;
        const repeatable = call.method === 'GET' || call.repeatable === true;
        const delay = repeatable ? retryDelay(error, retryAfterOf(answer), attempt) : null;
        if (delay === null) throw error;
        await paused(delay, signal);
      }
    },
    async stream(call, signal) {
      const noted = exchanges.begin(call, 1);
      const progress = beginning(call.url);
      try {
        const answer = await hops(call, progress, signal);
        const { statusCode: status, body } = answer;
        const headers = flatHeaders(answer.headers);
        noted.end(progress, { status, headers });
        return { status, headers, body };
      } catch (thrown) {
        const error = named(thrown, progress, signal);
        noted.end(progress, { error: error.code });
        throw error;
      }
    },
    async receive(call, receiver, signal) {
      const noted = exchanges.begin({ method: 'GET', ...call }, 1);
      const progress = beginning(call.url);
      let sizeBytes = 0;
      let failed: AppError | null = null;
      const told = {
        receiver,
        answered: (answer: Answer) => noted.head(progress, answer),
        received(bytes: number) {
          sizeBytes = bytes;
        },
      };
      try {
        await receivingHops(call, progress, told, signal);
      } catch (thrown) {
        failed = named(thrown, progress, signal);
      }
      noted.end(progress, { sizeBytes, ...(failed === null ? {} : { error: failed.code }) });
      if (failed !== null) throw failed;
    },
  };
}

import { setTimeout as wait } from 'node:timers/promises';
import { type Dispatcher, request } from 'undici';
import { AppError, hasCode } from '../app-error.ts';
import { safeAddress } from './addresses.ts';
import type { Dispatchers } from './dispatchers.ts';
import { networkError, neverConnected } from './network-error.ts';
import type { Redactor } from './redact.ts';
import { refusalOf, retryAfterSeconds } from './refusal.ts';

const maxJsonBytes = 32 * 1_024 * 1_024;
const maxRedirects = 5;
const totalTimeoutMs = 90_000;
const maxAttempts = 4;

export interface LogEntry {
  at: string;
  method: string;
  address: string;
  status: number | null;
  durationMs: number;
  sizeBytes: number | null;
  attempt: number;
  error: string | null;
}

export interface GateRequest {
  method: 'GET' | 'POST' | 'PATCH';
  url: URL;
  /** Headers for this origin; decided anew for each hop by asking for the origin. */
  headersFor: (origin: string) => Record<string, string> | null;
  body?: unknown;
  /** What is asked for, for NOT_FOUND: `task 12`. */
  what: string;
}

export type Exchange =
  | { kind: 'answer'; status: number; headers: Readonly<Record<string, string>>; text: string }
  | { kind: 'failed'; error: AppError; mayHaveArrived: boolean };

export interface RawAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Dispatcher.ResponseData['body'];
}

export interface Gate {
  /** One try, no retry: what came back, or what failed and whether the body may have arrived. */
  exchange(request: GateRequest, signal: AbortSignal, attempt?: number): Promise<Exchange>;
  /** A 2xx answer as parsed JSON (undefined for an empty body). GETs are retried; nothing else ever is. */
  json(request: GateRequest, signal: AbortSignal): Promise<unknown>;
  /** A body as it streams in, redirects followed by hand. The caller reads or discards it. */
  stream(request: Omit<GateRequest, 'body' | 'what'>, signal: AbortSignal): Promise<RawAnswer>;
}

export interface GateOptions {
  dispatchers: Dispatchers;
  redactor: Redactor;
  log: (entry: LogEntry) => void;
  now: () => number;
  random: () => number;
  /** Waits before a retry; tests pass one that does not. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

function flatHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

async function readText(body: AsyncIterable<Uint8Array>, host: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxJsonBytes) throw new AppError('BAD_ANSWER', { where: host, detail: 'too-large' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string, where: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    const detail = /^\s*</.test(text) ? 'html' : 'no-json';
    throw new AppError('BAD_ANSWER', { where, detail }, { cause });
  }
}

/** The one place through which every request leaves: time limits, headers per origin, redirects by hand, the log. */
export function createGate(options: GateOptions): Gate {
  const { dispatchers, redactor, now, random } = options;
  const pause = options.pause ?? ((ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }));

  /** Follows at most five redirects; `headersFor` says null where nothing may be sent. */
  async function hops(
    call: Pick<GateRequest, 'method' | 'url' | 'headersFor'> & { body?: string },
    signal: AbortSignal,
    idleTimeoutMs: number,
  ): Promise<{ answer: Dispatcher.ResponseData; url: URL }> {
    let url = safeAddress(call.url.href);
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      const headers = call.headersFor(url.origin);
      if (headers === null)
        throw new AppError('ADDRESS_REFUSED', { address: redactor.address(url.href), reason: 'foreign' });
      const answer = await request(url, {
        method: call.method,
        headers,
        ...(call.body === undefined ? {} : { body: call.body }),
        dispatcher: await dispatchers.for(url),
        signal,
        bodyTimeout: idleTimeoutMs,
      });
      const location = answer.headers.location;
      if (answer.statusCode < 300 || answer.statusCode > 399 || typeof location !== 'string')
        return { answer, url };
      // A body is never sent on: what a redirect of a POST means is the server's guess.
      if (call.method !== 'GET') return { answer, url };
      await answer.body.dump();
      url = safeAddress(location, url.href);
    }
    throw new AppError('ADDRESS_REFUSED', { address: redactor.address(call.url.href), reason: 'redirects' });
  }

  function note(
    call: Pick<GateRequest, 'method' | 'url'>,
    started: number,
    attempt: number,
    result: Partial<LogEntry>,
  ) {
    options.log({
      at: new Date(now()).toISOString(),
      method: call.method,
      address: redactor.address(call.url.href),
      status: null,
      durationMs: now() - started,
      sizeBytes: null,
      attempt,
      error: null,
      ...result,
    });
  }

  async function exchange(call: GateRequest, outer: AbortSignal, attempt = 1): Promise<Exchange> {
    const started = now();
    const signal = AbortSignal.any([outer, AbortSignal.timeout(totalTimeoutMs)]);
    try {
      const body = call.body === undefined ? undefined : JSON.stringify(call.body);
      const { answer, url } = await hops(
        {
          method: call.method,
          url: call.url,
          headersFor: call.headersFor,
          ...(body === undefined ? {} : { body }),
        },
        signal,
        30_000,
      );
      const text = await readText(answer.body, url.host);
      note(call, started, attempt, { status: answer.statusCode, sizeBytes: Buffer.byteLength(text) });
      return { kind: 'answer', status: answer.statusCode, headers: flatHeaders(answer.headers), text };
    } catch (error) {
      const named =
        error instanceof AppError
          ? error
          : error instanceof Error && error.name === 'TimeoutError'
            ? new AppError('UNREACHABLE', { host: call.url.host, reason: 'timeout' }, { cause: error })
            : networkError(error, call.url.host, outer);
      note(call, started, attempt, { error: named.code });
      const refusedHere = hasCode(named, 'ADDRESS_REFUSED');
      return { kind: 'failed', error: named, mayHaveArrived: !refusedHere && !neverConnected(error) };
    }
  }

  function failureOf(call: GateRequest, answer: Exchange): AppError | null {
    if (answer.kind === 'failed') return answer.error;
    if (answer.status >= 200 && answer.status < 300) return null;
    return refusalOf({
      status: answer.status,
      text: answer.text,
      host: call.url.host,
      what: call.what,
      retryAfter: retryAfterSeconds(answer.headers['retry-after'], now()),
      redactor,
    });
  }

  /** How long to wait before trying a GET again; null for not at all. Full jitter; `Retry-After` where it is bearable. */
  function retryDelay(error: AppError, attempt: number): number | null {
    if (attempt >= maxAttempts) return null;
    const jitter = random() * 500 * 2 ** attempt;
    if (hasCode(error, 'RATE_LIMITED')) {
      const seconds = error.data.retryAfterSeconds;
      return seconds === null ? jitter : seconds <= 30 ? seconds * 1_000 + random() * 250 : null;
    }
    if (hasCode(error, 'SERVICE_FAILED'))
      return [500, 502, 503, 504].includes(error.data.status) ? jitter : null;
    return hasCode(error, 'UNREACHABLE') && error.data.reason !== 'refused' ? jitter : null;
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
        const delay = call.method === 'GET' ? retryDelay(error, attempt) : null;
        if (delay === null) throw error;
        await pause(delay, signal);
      }
    },
    async stream(call, signal) {
      const started = now();
      try {
        const { answer } = await hops(call, signal, 30_000);
        note(call, started, 1, { status: answer.statusCode });
        return { status: answer.statusCode, headers: flatHeaders(answer.headers), body: answer.body };
      } catch (error) {
        const named = error instanceof AppError ? error : networkError(error, call.url.host, signal);
        note(call, started, 1, { error: named.code });
        throw named;
      }
    },
  };
}

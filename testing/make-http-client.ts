import { createDispatchers, type DispatcherOptions } from '../src-main/service/http/dispatchers.ts';
import type { LogEntry } from '../src-main/service/http/exchange-log.ts';
import { createHttpClient, type HttpClient } from '../src-main/service/http/http-client.ts';
import type { HttpLimits, HttpRequest } from '../src-main/service/http/http-request.ts';
import { createRedactor, type Redactor } from '../src-main/service/redaction/redact.ts';

export interface TestHttpClient {
  httpClient: HttpClient;
  redactor: Redactor;
  log: LogEntry[];
  /** The waits before retries, in milliseconds; none of them is waited for. */
  pauses: number[];
  close(): Promise<void>;
}

/** An HTTP client on the real network stack; no environment of the machine reaches it. */
export function makeHttpClient(
  options: Partial<DispatcherOptions> & {
    limits?: Partial<HttpLimits>;
    now?: () => number;
    answered?: NonNullable<Parameters<typeof createHttpClient>[0]['answered']>;
    onPause?: (signal: AbortSignal) => Promise<void>;
  } = {},
): TestHttpClient {
  const { limits, now = Date.now, answered, onPause, ...rest } = options;
  const dispatchers = createDispatchers({ environment: {}, systemProxy: async () => null, ...rest });
  const redactor = createRedactor();
  const log: LogEntry[] = [];
  const pauses: number[] = [];
  const httpClient = createHttpClient({
    dispatchers,
    redactor,
    log: (entry) => log.push(entry),
    now,
    random: () => 0.5,
    async pause(ms, signal) {
      pauses.push(ms);
      await onPause?.(signal);
    },
    ...(limits === undefined ? {} : { limits }),
    ...(answered === undefined ? {} : { answered }),
  });
  return { httpClient, redactor, log, pauses, close: dispatchers.close };
}

/** A request with the same headers wherever it goes, or with those of one origin only. */
export function requestTo(
  address: string,
  options: Partial<HttpRequest> & { headers?: Record<string, string>; only?: string } = {},
): HttpRequest {
  const { headers = {}, only, ...rest } = options;
  return {
    method: 'GET',
    url: new URL(address),
    what: 'thing',
    headersFor: (origin) => (only === undefined || only === origin ? headers : null),
    ...rest,
  };
}

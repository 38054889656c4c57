import type { AppError } from '../../app-error.ts';
import type { Reach } from './network-place.ts';

/** A request as it is asked for, before any of it may leave. */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'PATCH';
  url: URL;
  /** Headers for this origin, decided for each redirect again; null where nothing may be sent. */
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

/** How long and how large an exchange may become. */
export interface HttpLimits {
  jsonBytes: number;
  /** For a whole exchange, its redirects and its body; a stream has no such end. */
  totalMs: number;
  /** Without a byte, before the answer or in its body. */
  idleMs: number;
}

/** What came of one try. */
export type Exchange =
  | { kind: 'answer'; status: number; headers: Readonly<Record<string, string>>; text: string }
  /** `mayHaveArrived`: the body was handed to a connection. */
  | { kind: 'failed'; error: AppError; mayHaveArrived: boolean };

/** Whether doing it twice does no more than doing it once. */
export const isRepeatable = ({ method, repeatable }: Pick<HttpRequest, 'method' | 'repeatable'>): boolean =>
  method === 'GET' || repeatable === true;

import type { AppError } from '../../core/app-error.ts';
import type { Reach } from './network-place.ts';

/** A request as the caller asks for it, before anything is sent. */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'PATCH';
  url: URL;
  /** Returns the headers for this origin, called again for each redirect; null if nothing may be sent to it. */
  headersFor: (origin: string) => Record<string, string> | null;
  /** Returns how far an address of this origin may lead; null (the default) for the connection's own origins. */
  reachFor?: (origin: string) => Promise<Reach | null>;
  body?: unknown;
  /** True for a POST that may be retried like a GET (a token request). */
  repeatable?: boolean;
  /** True if any part of the path may be a token: the log then shows only the origin. */
  opaque?: boolean;
  /** What the request is for, used in NOT_FOUND: `task 12`. */
  what: string;
}

/** Limits for the time and the size of an exchange. */
export interface HttpLimits {
  jsonBytes: number;
  /** The limit for a whole exchange with its redirects and its body; a stream has no such limit. */
  totalMs: number;
  /** The longest time without a byte, before the answer or in its body. */
  idleMs: number;
}

/** The result of one attempt. */
export type Exchange =
  | { kind: 'answer'; status: number; headers: Readonly<Record<string, string>>; text: string }
  /** `mayHaveArrived`: the body was passed to a connection. */
  | { kind: 'failed'; error: AppError; mayHaveArrived: boolean };

/** True if sending the request twice has the same effect as sending it once. */
export const isRepeatable = ({ method, repeatable }: Pick<HttpRequest, 'method' | 'repeatable'>): boolean =>
  method === 'GET' || repeatable === true;

import type { ProxyAddress } from '../service/http/receive.ts';
import type { Block } from './storage/journal.ts';

/** A request that a thread sends to a server. */
export interface RequestMessage {
  kind: 'request';
  id: number;
  url: string;
  headers: Readonly<Record<string, string>>;
  proxy: ProxyAddress | null;
  /** The checked addresses of the host; null: the system resolves the name. */
  addresses: readonly string[] | null;
  connectMs: number;
  /** How long the server may be silent before the head of its answer. */
  headMs: number;
}

/** Where the body of an answer is written. */
export interface AcceptMessage {
  kind: 'accept';
  id: number;
  fd: number;
  /** The position of its first byte in the file. */
  start: number;
  /** Exclusive: the bytes after it belong to another connection. Null writes up to the end of the body. */
  end: number | null;
  /** The announced end of the answer; a longer body is not what it claims to be. */
  due: number | null;
  encoding: string | null;
  batchBytes: number;
  /** True if the thread must wait for a `resume` after each piece. */
  metered: boolean;
}

/** A message to the thread. `id` names an exchange: one request and its answer. */
export type ToThread =
  | RequestMessage
  | AcceptMessage
  /** The rest of the answer is not wanted; received bytes are still written. */
  | { kind: 'stop'; id: number }
  | { kind: 'pause'; id: number }
  | { kind: 'resume'; id: number }
  | { kind: 'meter'; id: number; metered: boolean }
  /** Another connection takes over the rear, unless this one has reached it. */
  | { kind: 'shorten'; id: number; end: number };

/**
 * An error in a form that can be posted: a structured clone would lose its codes. The first link is the error, the next its
 * cause.
 */
export interface ErrorLink {
  message: string;
  code: string | null;
  syscall: string | null;
}

/** How a request of a transfer thread ended. Errors are posted as a chain of plain links (`ErrorLink`). */
export type ExchangeEnd =
  /** The body is complete, it was stopped, or the bytes after it belong to another connection. */
  | { kind: 'over' }
  /** The body continued after its announced end. */
  | { kind: 'too-long' }
  | { kind: 'network' | 'disk' | 'encoding'; error: readonly ErrorLink[] };

/** A message from the thread. */
export type FromThread =
  | {
      kind: 'head';
      id: number;
      status: number;
      headers: Readonly<Record<string, string>>;
      /** True if the first bytes are an HTML page. For this the head of a 200 is posted with the first bytes of its body. */
      page: boolean;
    }
  /** `bytes` is the number received over the connection; `at` is how far they reach in the file. */
  | { kind: 'received'; id: number; bytes: number; at: number }
  /** A part was written; `bytes` and `at` as in `received`. */
  | { kind: 'written'; id: number; block: Block; bytes: number; at: number }
  | { kind: 'shortened'; id: number; done: boolean }
  /** Nothing is written any more, so the file may be closed. `sha256` is set for a short file received from its front. */
  | { kind: 'ended'; id: number; end: ExchangeEnd; at: number; bytes: number; sha256: string | null };

const maxErrorLinks = 6;

/** Returns the error and its causes in a form that can be posted. */
export function linksOf(error: unknown): ErrorLink[] {
  const links: ErrorLink[] = [];
  for (
    let cause: unknown = error;
    cause instanceof Error && links.length < maxErrorLinks;
    cause = cause.cause
  ) {
    const { message } = cause;
    links.push({ message, code: textOf(cause, 'code'), syscall: textOf(cause, 'syscall') });
  }
  return links.length > 0 ? links : [{ message: String(error), code: null, syscall: null }];
}

function textOf(error: Error, name: string): string | null {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : null;
}

/** Restores the error from `linksOf`, with its codes and causes. */
export function errorOf(links: readonly ErrorLink[]): Error {
  return (
    links.reduceRight<Error | null>((cause, { message, code, syscall }) => {
      const error = new Error(message, cause === null ? {} : { cause });
      return Object.assign(error, code === null ? {} : { code }, syscall === null ? {} : { syscall });
    }, null) ?? new Error('unknown')
  );
}

import type { ProxyAddress } from '../../service/http/receive.ts';
import type { Block } from '../storage/journal.ts';

/** What a thread asks a server for. */
export interface RequestMessage {
  kind: 'request';
  id: number;
  url: string;
  headers: Readonly<Record<string, string>>;
  proxy: ProxyAddress | null;
  /** Where the name of the host leads, judged already; null leaves it to the system to resolve it. */
  addresses: readonly string[] | null;
  connectMs: number;
  /** How long the server may be silent before the head of its answer. */
  headMs: number;
}

/** Where the body of an answer is written to. */
export interface AcceptMessage {
  kind: 'accept';
  id: number;
  fd: number;
  /** Where in the file its first byte belongs. */
  start: number;
  /** Not included: what lies behind it belongs to another connection. Null writes up to the end of the body. */
  end: number | null;
  /** Where the answer says that it ends; one that goes on is not what it claims to be. */
  due: number | null;
  encoding: string | null;
  batchBytes: number;
  /** After each piece the thread waits to be told to go on. */
  metered: boolean;
}

/** A message to the thread. `id` names an exchange: one request and its answer. */
export type ToThread =
  | RequestMessage
  | AcceptMessage
  /** Nothing more of the answer is wanted; what has come is still written. */
  | { kind: 'stop'; id: number }
  | { kind: 'pause'; id: number }
  | { kind: 'resume'; id: number }
  | { kind: 'meter'; id: number; metered: boolean }
  /** The rear goes to another connection, if this one has not come that far yet. */
  | { kind: 'shorten'; id: number; end: number };

/** An error as it comes out of a thread: a structured clone of it would lose its codes. The first link is the error, the next its cause. */
export interface ErrorLink {
  message: string;
  code: string | null;
  syscall: string | null;
}

/** How a request of a transfer thread ended. Errors cross the thread as a chain of plain links (`ErrorLink`). */
export type ExchangeEnd =
  /** The body is complete, or it was stopped, or what lies behind belongs to another connection. */
  | { kind: 'over' }
  /** The body went on behind its own end. */
  | { kind: 'too-long' }
  | { kind: 'network' | 'disk' | 'encoding'; error: readonly ErrorLink[] };

/** A message from the thread. */
export type FromThread =
  | {
      kind: 'head';
      id: number;
      status: number;
      headers: Readonly<Record<string, string>>;
      /** Its first bytes are a page for people. For this reason the head of a 200 is posted with the first bytes of its body. */
      page: boolean;
    }
  /** So many bytes have come over the connection; they reach up to there in the file. */
  | { kind: 'received'; id: number; bytes: number; at: number }
  /** A part is written; `bytes` and `at` as in `received`. */
  | { kind: 'written'; id: number; block: Block; bytes: number; at: number }
  | { kind: 'shortened'; id: number; done: boolean }
  /** Nothing is written any more, so the file may be closed. `sha256` is that of a short file that came from its front. */
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

/** Returns the error that `linksOf` took apart, with its codes and causes. */
export function errorOf(links: readonly ErrorLink[]): Error {
  return (
    links.reduceRight<Error | null>((cause, { message, code, syscall }) => {
      const error = new Error(message, cause === null ? {} : { cause });
      return Object.assign(error, code === null ? {} : { code }, syscall === null ? {} : { syscall });
    }, null) ?? new Error('unknown')
  );
}

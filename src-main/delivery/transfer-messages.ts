import type { ProxyAddress } from '../service/receive.ts';
import type { Block } from './journal.ts';

/** What a thread asks a server for. */
export interface RequestMessage {
  kind: 'ask';
  id: number;
  url: string;
  headers: Readonly<Record<string, string>>;
  proxy: ProxyAddress | null;
  /** Where the name of the host leads, judged already; null: as the system resolves it. */
  addresses: readonly string[] | null;
  connectMs: number;
  /** Silence before the head. */
  headMs: number;
}

/** What becomes of the body of an answer. */
export interface AcceptMessage {
  kind: 'take';
  id: number;
  fd: number;
  /** Where its first byte belongs. */
  start: number;
  /** Not included: what lies behind it is another's; null to the end of the body. */
  end: number | null;
  /** So far the answer says it goes; one that goes on is not what it claims to be. */
  due: number | null;
  encoding: string | null;
  batchBytes: number;
  /** After each piece the thread waits to be told to go on. */
  metered: boolean;
}

/** To the thread. `id` is of an exchange: one request and its answer. */
export type ToThread =
  | RequestMessage
  | AcceptMessage
  /** No more of it; what has come is still written. */
  | { kind: 'leave'; id: number }
  | { kind: 'hold'; id: number }
  | { kind: 'free'; id: number }
  | { kind: 'meter'; id: number; metered: boolean }
  /** The rear is another's, if this has not gone that far yet. */
  | { kind: 'shorten'; id: number; end: number };

/** An error as it comes out of a thread: structured clones lose the codes. */
export interface ErrorLink {
  message: string;
  code: string | null;
  syscall: string | null;
}

export type ExchangeEnd =
  /** The body is whole, or was left because it was told so, or because what lies behind is another's. */
  | { kind: 'over' }
  /** It went on behind its own end. */
  | { kind: 'too-long' }
  | { kind: 'network' | 'disk' | 'encoding'; error: readonly ErrorLink[] };

/** From the thread. */
export type FromThread =
  | {
      kind: 'head';
      id: number;
      status: number;
      headers: Readonly<Record<string, string>>;
      /** Its first bytes are a page for people. Of a 200 the head is told with them. */
      page: boolean;
    }
  /** So many bytes of the connection, up to there in the file. */
  | { kind: 'received'; id: number; bytes: number; at: number }
  /** With what was received by then. */
  | { kind: 'written'; id: number; block: Block; bytes: number; at: number }
  | { kind: 'shortened'; id: number; done: boolean }
  /** Nothing is written any more, the file may be closed. `sha256`: of a short file that came from its front. */
  | { kind: 'ended'; id: number; end: ExchangeEnd; at: number; bytes: number; sha256: string | null };

export function linksOf(error: unknown): ErrorLink[] {
  const links: ErrorLink[] = [];
  for (let at: unknown = error; at instanceof Error && links.length < 6; at = at.cause) {
    const text = (name: string): string | null => {
      const value: unknown = Reflect.get(at instanceof Error ? at : {}, name);
      return typeof value === 'string' ? value : null;
    };
    links.push({ message: at.message, code: text('code'), syscall: text('syscall') });
  }
  return links.length > 0 ? links : [{ message: String(error), code: null, syscall: null }];
}

export function errorOf(links: readonly ErrorLink[]): Error {
  return (
    links.reduceRight<Error | null>((cause, { message, code, syscall }) => {
      const error = new Error(message, cause === null ? {} : { cause });
      return Object.assign(error, code === null ? {} : { code }, syscall === null ? {} : { syscall });
    }, null) ?? new Error('unknown')
  );
}

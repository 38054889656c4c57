import type { ConnectionPool } from './connection-pool.ts';
import type { Connection } from './http-connection.ts';
import type { RequestMessage } from './transfer-messages.ts';

/** Why nothing is read from the connection for a while. */
export type ReadPause =
  /** Nobody has said yet what becomes of the body. */
  | 'verdict'
  /** Main has paused it. */
  | 'main'
  /** Main has not counted the latest piece yet. */
  | 'meter'
  /** The decoder has not kept up. */
  | 'decoder'
  /** The disk has not kept up. */
  | 'writer';

interface ExchangeConnectionOptions {
  request: RequestMessage;
  pool: ConnectionPool;
  /** Called with the next bytes of the answer, which are good until it returns. What it throws fails the exchange. */
  bytes: (piece: Buffer) => void;
  /** The connection has ended before it was released. */
  ended: (error: Error | null) => void;
  /** It could not be opened, or the head of the answer did not come in time. */
  failed: (error: unknown) => void;
}

/** The connection under one request, kept or new. */
export interface ExchangeConnection {
  pause(reason: ReadPause): void;
  /** Takes one reason away; reading goes on when it was the last one. */
  resume(reason: ReadPause): void;
  /** The head of the answer has come in time. */
  headCame(): void;
  /** The answer is complete; a connection that is good for another request goes back to the pool. */
  release(isReusable: boolean): void;
  /** Nothing more is wanted of it. */
  drop(): void;
}

/** An error with a system code, for a connection that ended otherwise than it should. */
export const failure = (code: string, message: string) => Object.assign(new Error(message), { code });

function requestText({ url, headers }: RequestMessage): string {
  const { host, pathname, search } = new URL(url);
  const lines = Object.entries({ host, connection: 'keep-alive', ...headers }).map(([name, value]) => {
    // Nothing that is handed in may become a header of its own.
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw failure('ERR_INVALID_CHAR', `the value of ${name} makes no header`);
    return `${name}: ${value}\r\n`;
  });
  return `GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

function destinationOf({ url, proxy, addresses }: RequestMessage) {
  const { protocol, hostname, port } = new URL(url);
  const secure = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/g, '');
  return { secure, host, port: Number(port || (secure ? 443 : 80)), proxy, addresses };
}

/** Opens a connection, or takes one from the pool, and writes the request. */
export function openExchangeConnection(options: ExchangeConnectionOptions): ExchangeConnection {
  const { request, pool, failed } = options;
  const pauses = new Set<ReadPause>();
  let connection: Connection | null = null;
  let cancelOpening: () => void = () => undefined;
  let headTimer: NodeJS.Timeout | null = null;
  let isDropped = false;

  async function begin(isRetry: boolean): Promise<void> {
    const text = requestText(request);
    const acquired = pool.acquire(destinationOf(request), request.connectMs);
    cancelOpening = acquired.cancel;
    const opened = await acquired.connection;
    cancelOpening = () => undefined;
    if (isDropped) return opened.destroy();
    connection = opened;
    let isSilent = true;
    opened.listen({
      bytes(piece) {
        isSilent = false;
        try {
          options.bytes(piece);
        } catch (error) {
          failed(error);
        }
      },
      ended(error) {
        connection = null;
        // A kept connection was closed meanwhile: the request is made again over a new one. Only GETs come this way.
        if (acquired.kept && isSilent && !isRetry) begin(true).catch(failed);
        else options.ended(error);
      },
    });
    headTimer ??= setTimeout(() => failed(failure('ETIMEDOUT', 'no answer in time')), request.headMs);
    opened.write(text);
  }

  function headCame() {
    if (headTimer) clearTimeout(headTimer);
  }

  begin(false).catch(failed);
  return {
    headCame,
    pause(reason) {
      if (pauses.size === 0) connection?.pause();
      pauses.add(reason);
    },
    resume(reason) {
      if (pauses.delete(reason) && pauses.size === 0) connection?.resume();
    },
    release(isReusable) {
      const released = connection;
      connection = null;
      if (released === null) return;
      released.listen(null);
      if (!isReusable) return released.destroy();
      if (pauses.size > 0) released.resume();
      pool.give(released);
    },
    drop() {
      isDropped = true;
      headCame();
      cancelOpening();
      connection?.destroy();
      connection = null;
    },
  };
}

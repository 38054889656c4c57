import type { ConnectionPool } from './connection-pool.ts';
import type { Connection } from './http-connection.ts';
import type { RequestMessage } from './transfer-messages.ts';

/** Why nothing is read from the connection for a while. */
export type ReadPause =
  /** It is not decided yet what happens to the body. */
  | 'verdict'
  /** The main thread has paused it. */
  | 'main'
  /** The main thread has not counted the latest piece yet. */
  | 'meter'
  /** The decoder is behind. */
  | 'decoder'
  /** The disk is behind. */
  | 'writer';

interface ExchangeConnectionOptions {
  request: RequestMessage;
  pool: ConnectionPool;
  /** Called with the next bytes of the answer, which are valid until it returns. An error that it throws fails the exchange. */
  bytes: (piece: Buffer) => void;
  /** Called if the connection ended before it was released. */
  ended: (error: Error | null) => void;
  /** Called if it could not be opened, or if the head of the answer did not come in time. */
  failed: (error: unknown) => void;
}

/** The connection that one request uses, kept or new. */
export interface ExchangeConnection {
  pause(reason: ReadPause): void;
  /** Removes one reason; reading continues when none is left. */
  resume(reason: ReadPause): void;
  /** Call this when the head of the answer has arrived. */
  headArrived(): void;
  /** Call this when the answer is complete; a reusable connection goes back to the pool. */
  release(isReusable: boolean): void;
  /** Closes the connection. */
  drop(): void;
}

/** Creates an error with a system code, for a connection that ended abnormally. */
export const failure = (code: string, message: string) => Object.assign(new Error(message), { code });

function requestText({ url, headers }: RequestMessage): string {
  const { host, pathname, search } = new URL(url);
  const lines = Object.entries({ host, connection: 'keep-alive', ...headers }).map(([name, value]) => {
    // A header value must not be able to start another header.
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
        // A kept connection was closed meanwhile: the request is sent again over a new one. This is safe because all requests
        // here are GETs.
        if (acquired.kept && isSilent && !isRetry) begin(true).catch(failed);
        else options.ended(error);
      },
    });
    headTimer ??= setTimeout(() => failed(failure('ETIMEDOUT', 'no answer in time')), request.headMs);
    opened.write(text);
  }

  function headArrived() {
    if (headTimer) clearTimeout(headTimer);
  }

  begin(false).catch(failed);
  return {
    headArrived,
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
      headArrived();
      cancelOpening();
      connection?.destroy();
      connection = null;
    },
  };
}

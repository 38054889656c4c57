import { write } from 'node:fs';
import type { WritableFile } from '../core/write-all-at.ts';
import { createConnectionPool } from './connection-pool.ts';
import { createExchange, type Exchange } from './exchange.ts';
import { createBufferPool } from './storage/buffer-pool.ts';
import type { FromThread, RequestMessage, ToThread } from './transfer-messages.ts';

interface TransferEngine {
  handle(message: ToThread): void;
  close(): void;
}

/** The interval at which received bytes are reported and written, however few they are. */
const flushEveryMs = 100;

/** Returns the open file behind a descriptor of this process. */
export const systemFile = (fd: number): WritableFile => ({
  write: (bytes, from, length, position) =>
    new Promise((resolve, reject) => {
      write(fd, bytes, from, length, position, (error, bytesWritten) => {
        if (error) reject(error);
        else resolve({ bytesWritten });
      });
    }),
});

/**
 * Creates the part of downloads that runs in a thread: connections, TLS, checksums and writes. The rules and the queue stay in
 * the main thread.
 */
export function createTransferEngine({
  tell,
  fileOf = systemFile,
}: {
  tell: (message: FromThread) => void;
  fileOf?: (fd: number) => WritableFile;
}): TransferEngine {
  const pool = createConnectionPool();
  const buffers = createBufferPool();
  const exchanges = new Map<number, Exchange>();
  let flushTimer: NodeJS.Timeout | null = null;

  function flushAll() {
    for (const exchange of exchanges.values()) exchange.flushPartial();
  }

  function forget(id: number) {
    exchanges.delete(id);
    if (exchanges.size > 0 || flushTimer === null) return;
    clearInterval(flushTimer);
    flushTimer = null;
  }

  function begin(request: RequestMessage) {
    flushTimer ??= setInterval(flushAll, flushEveryMs);
    const exchange = createExchange({
      request,
      pool,
      buffers,
      fileOf,
      post(message) {
        if (message.kind === 'ended') forget(message.id);
        tell(message);
      },
    });
    exchanges.set(request.id, exchange);
  }

  return {
    handle(message) {
      if (message.kind === 'request') return begin(message);
      const exchange = exchanges.get(message.id);
      if (message.kind === 'shorten') {
        if (exchange) exchange.shorten(message.end);
        else tell({ kind: 'shortened', id: message.id, done: false });
      } else if (message.kind === 'accept') exchange?.accept(message);
      else if (message.kind === 'meter') exchange?.meter(message.metered);
      else exchange?.[message.kind]();
    },
    close() {
      if (flushTimer) clearInterval(flushTimer);
      for (const exchange of exchanges.values()) exchange.stop();
      pool.close();
    },
  };
}

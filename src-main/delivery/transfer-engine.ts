import { write } from 'node:fs';
import type { WritableFile } from './block-writer.ts';
import { createBufferPool } from './buffer-pool.ts';
import { createConnectionPool } from './connection-pool.ts';
import { createExchange, type Exchange } from './exchange.ts';
import type { FromThread, ToThread } from './transfer-messages.ts';

export interface TransferEngine {
  handle(message: ToThread): void;
  close(): void;
}

/** What arrived is told, and written however little it is, this often. */
const tendEveryMs = 100;

/** The file behind a descriptor of this process. */
export const systemFile = (fd: number): WritableFile => ({
  write: (bytes, from, length, position) =>
    new Promise((resolve, reject) => {
      write(fd, bytes, from, length, position, (error, bytesWritten) => {
        if (error) reject(error);
        else resolve({ bytesWritten });
      });
    }),
});

/** All that a download costs: connections, TLS, checksums and writes. The rules and the line are with who asks it. */
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
  let tending: NodeJS.Timeout | null = null;

  function tend() {
    for (const exchange of exchanges.values()) exchange.tend();
  }

  function forget(id: number) {
    exchanges.delete(id);
    if (exchanges.size > 0 || tending === null) return;
    clearInterval(tending);
    tending = null;
  }

  return {
    handle(message) {
      if (message.kind === 'ask') {
        tending ??= setInterval(tend, tendEveryMs);
        const exchange = createExchange({
          ...{ ask: message, pool, buffers, fileOf },
          tell(said) {
            if (said.kind === 'ended') forget(said.id);
            tell(said);
          },
        });
        exchanges.set(message.id, exchange);
        return;
      }
      const exchange = exchanges.get(message.id);
      if (message.kind === 'shorten') {
        if (exchange) exchange.shorten(message.end);
        else tell({ kind: 'shortened', id: message.id, done: false });
      } else if (message.kind === 'take') exchange?.take(message);
      else if (message.kind === 'meter') exchange?.meter(message.metered);
      else exchange?.[message.kind]();
    },
    close() {
      if (tending) clearInterval(tending);
      for (const exchange of exchanges.values()) exchange.leave();
      pool.close();
    },
  };
}

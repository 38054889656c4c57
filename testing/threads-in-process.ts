import type { WritableFile } from '../src-main/core/write-all-at.ts';
import type { Receiver } from '../src-main/service/http/receive.ts';
import { receiveInThread } from '../src-main/transfer/receive-in-thread.ts';
import { createTransferEngine } from '../src-main/transfer/transfer-engine.ts';
import { createTransferThreads, type TransferThreads } from '../src-main/transfer/transfer-threads.ts';

/**
 * What the threads of downloads do, in this one: the same messages in the same order, a turn of the loop later. Certificates that
 * a test trusts hold here only, and a test can let the disk fail.
 */
export function threadsInProcess(options: { fileOf?: (fd: number) => WritableFile } = {}): TransferThreads {
  return createTransferThreads({
    count: 1,
    start({ message }) {
      const tell: typeof message = (said) => setImmediate(() => message(structuredClone(said)));
      const engine = createTransferEngine({ tell, ...options });
      return {
        post: (said) => setImmediate(() => engine.handle(structuredClone(said))),
        keepAlive: () => undefined,
        terminate: async () => engine.close(),
      };
    },
  });
}

/** Asks, and wants nothing of what is answered. */
export function receiverThatLeaves(threads: TransferThreads): Receiver {
  return (hop, signal) =>
    receiveInThread(
      threads,
      hop,
      {
        head: (_answer, exchange) => exchange.stop(),
        received: () => undefined,
        written: () => undefined,
        ended: () => undefined,
      },
      signal,
    );
}

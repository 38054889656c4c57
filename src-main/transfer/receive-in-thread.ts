import type { Answer, Hop } from '../service/http/receive.ts';
import { errorOf } from './transfer-messages.ts';
import type { ExchangeListener, ThreadExchange, TransferThreads } from './transfer-threads.ts';

interface ReceiveListener extends Omit<ExchangeListener, 'head'> {
  /** Called with the final answer; a redirect is not passed on. */
  head(answer: Answer & { page: boolean }, exchange: ThreadExchange): void;
}

/**
 * Makes one request of a chain of redirects in a thread. Settles when nothing of it is written any more: resolves with the target
 * of a redirect, or with null for the final answer; rejects with the error that broke the connection, or with the signal's
 * reason. Failures of the disk or the decoding are passed to `ended`.
 */
export function receiveInThread(
  threads: TransferThreads,
  hop: Hop,
  listener: ReceiveListener,
  signal: AbortSignal,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const { url, headers, proxy, addresses, connectMs, headMs } = hop;
    let place: string | null = null;
    const onAbort = () => exchange.stop();
    const exchange: ThreadExchange = threads.request(
      { url: url.href, headers, proxy, addresses, connectMs, headMs },
      {
        head(answer) {
          if (signal.aborted) return;
          place = hop.placeOf(answer);
          if (place === null) listener.head(answer, exchange);
          else exchange.stop();
        },
        received(bytes, at) {
          hop.received(bytes);
          listener.received(bytes, at);
        },
        written: listener.written,
        ended(ended) {
          signal.removeEventListener('abort', onAbort);
          hop.received(ended.bytes);
          listener.ended(ended);
          if (signal.aborted) reject(signal.reason);
          else if (ended.end.kind === 'network' && place === null) reject(errorOf(ended.end.error));
          else resolve(place);
        },
      },
    );
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

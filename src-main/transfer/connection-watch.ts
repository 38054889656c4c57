import { AppError } from '../core/app-error.ts';
import type { RangeScheduler } from './range-scheduler.ts';
import { createRateMeter, slowConnections } from './slow-connections.ts';
import { TransferDelay } from './transfer-delay.ts';

/** A slow connection was ended: another one takes over its range, and the file is not at fault. */
export class ConnectionReplaced extends Error {}

/** How many ranges may pass from one silent connection to the next before the network itself counts as silent. */
const maxHandovers = 3;
/** Fewer bytes than this do not count as progress. */
export const minProgressBytes = 64 * 1_024;

/** Watches the progress of the connections of one file and ends those that are stalled or too slow. */
export interface ConnectionWatch {
  /** Call this with the total number of received bytes of the file. */
  progressed(receivedBytes: number): void;
  /** Ends connections that have stalled, and those that are so slow that another one should take over. */
  check(receivedBytes: number): void;
}

/**
 * Creates the watch over the connections of a file, so that none of them delays the others. Call `check` at regular intervals.
 */
export function createConnectionWatch({
  scheduler,
  host,
  stallMs,
  now,
}: {
  scheduler: RangeScheduler;
  host: () => string;
  /** A connection without a byte for this long is ended. */
  stallMs: number;
  now: () => number;
}): ConnectionWatch {
  const { connections } = scheduler;
  const updateRates = createRateMeter(now);
  let handovers = 0;
  let bytesAtHandover = 0;
  /** Decays slowly: the speed of a while ago still shows what the network can do. */
  let fastestBytesPerSecond = 0;

  function endStalled(at: number) {
    for (const connection of connections) {
      if (connection.isPaused || at - connection.lastByteAt < stallMs) continue;
      // A new connection may do better; if this was the only one, the transfer waits and is retried.
      const reason = new AppError('UNREACHABLE', { host: host(), reason: 'timeout' });
      connection.abort.abort(new TransferDelay(reason, null));
    }
  }

  function handOverSlow(at: number, receivedBytes: number) {
    if (handovers >= maxHandovers || !scheduler.isOutOfRanges()) return;
    const rates = [...connections].map(({ bytesPerSecond }) => bytesPerSecond);
    for (const connection of slowConnections(connections, Math.max(0, ...rates, fastestBytesPerSecond), at)) {
      handovers += 1;
      bytesAtHandover = receivedBytes;
      connection.abort.abort(new ConnectionReplaced());
    }
  }

  return {
    progressed(receivedBytes) {
      if (receivedBytes > bytesAtHandover + minProgressBytes) handovers = 0;
    },
    check(receivedBytes) {
      updateRates(connections);
      const at = now();
      endStalled(at);
      handOverSlow(at, receivedBytes);
      const rates = [...connections].map(({ bytesPerSecond }) => bytesPerSecond);
      fastestBytesPerSecond = Math.max(fastestBytesPerSecond * 0.95, ...rates);
    },
  };
}

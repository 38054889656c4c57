import { AppError } from '../../app-error.ts';
import type { RangeScheduler } from './range-scheduler.ts';
import { createRateMeter, slowConnections } from './slow-connections.ts';
import { TransferDelay } from './transfer-delay.ts';

/** The reason for which a slow connection was ended: its range goes to another one, and nothing is wrong with the file. */
export class HandedOver extends Error {}

/** Ranges handed from one silent connection to the next before the network itself is taken to be silent. */
const maxHandovers = 3;
/** Fewer bytes than this are no progress. */
export const minProgressBytes = 64 * 1_024;

/** Watches the progress of the connections of one file and ends those that are stalled or too slow. */
export interface ConnectionWatch {
  /** So many bytes of the file have come in all. */
  progressed(receivedBytes: number): void;
  /** Ends connections that have stalled, and those that are so slow that another one should take over. */
  check(receivedBytes: number): void;
}

/** Watches over the connections of a file, so that none of them holds up the others. To be called at regular intervals. */
export function createConnectionWatch({
  scheduler,
  host,
  stallMs,
  now,
}: {
  scheduler: RangeScheduler;
  host: () => string;
  /** A connection without a byte for so long is given up. */
  stallMs: number;
  now: () => number;
}): ConnectionWatch {
  const { connections } = scheduler;
  const updateRates = createRateMeter(now);
  let handovers = 0;
  let bytesAtHandover = 0;
  /** Decays slowly: what was fast a while ago still says what the network can do. */
  let fastestBytesPerSecond = 0;

  function endStalled(at: number) {
    for (const connection of connections) {
      if (connection.isPaused || at - connection.lastByteAt < stallMs) continue;
      // A new connection may do better by now; when this was the only one, the transfer waits and is tried again.
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
      connection.abort.abort(new HandedOver());
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

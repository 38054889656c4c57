import type { Verdict } from './answer-rules.ts';
import type { RangeConnection } from './range-connection.ts';
import type { SpeedLimit } from './speed-limit.ts';
import type { BlockFile } from './storage/block-file.ts';
import type { ThreadExchange } from './transfer-threads.ts';

/** Why we let a connection receive nothing for a while. */
type PauseReason = 'disk-behind' | 'speed-limit';

interface RangeIntakeOptions {
  connection: RangeConnection;
  file: Pick<BlockFile, 'fd' | 'batchBytes' | 'isBehind' | 'onCaughtUp'>;
  limit: SpeedLimit;
  now: () => number;
  received: (bytes: number) => void;
}

/**
 * Writes the body of one answer into the file. It pauses the connection while the disk is behind or the speed limit is reached.
 */
export interface RangeIntake {
  /** Lets the thread write the body of the answer into the file. */
  begin(
    verdict: Pick<Extract<Verdict, { kind: 'bytes' }>, 'end' | 'encoding'>,
    exchange: Pick<ThreadExchange, 'accept'>,
  ): void;
  /** Call this when the thread has received everything up to that byte of the file. */
  received(at: number): void;
  stop(): void;
}

/** Holds the reasons to pause a connection; it stays paused while there is one. */
function createPauseReasons(connection: RangeConnection, now: () => number) {
  const reasons = new Set<PauseReason>();
  return {
    add(reason: PauseReason) {
      if (reasons.size === 0) connection.exchange?.pause();
      reasons.add(reason);
      connection.isPaused = true;
    },
    remove(reason: PauseReason) {
      if (!reasons.delete(reason) || reasons.size > 0) return;
      connection.isPaused = false;
      connection.lastByteAt = now();
      connection.exchange?.resume();
    },
    isEmpty: () => reasons.size === 0,
  };
}

/** Counts the bytes of an accepted answer, and pauses its connection while the disk is behind or the speed limit is reached. */
export function createRangeIntake({
  connection,
  file,
  limit,
  now,
  received,
}: RangeIntakeOptions): RangeIntake {
  const { lease } = connection;
  const pauseReasons = createPauseReasons(connection, now);
  let isMetered = false;
  let limitTimer: NodeJS.Timeout | null = null;
  const stopListening = file.onCaughtUp(() => pauseReasons.remove('disk-behind'));

  function spend(bytes: number) {
    const ms = limit.spend(bytes);
    if (ms <= 0) {
      pauseReasons.remove('speed-limit');
      // A metered thread waits for a `resume` after each piece, however small.
      if (isMetered && pauseReasons.isEmpty()) connection.exchange?.resume();
      return;
    }
    pauseReasons.add('speed-limit');
    limitTimer ??= setTimeout(() => {
      limitTimer = null;
      spend(0);
    }, ms);
  }

  return {
    begin(verdict, exchange) {
      isMetered = limit.isOn();
      exchange.accept({
        fd: file.fd,
        start: lease.at,
        end: lease.end,
        due: verdict.end,
        encoding: verdict.encoding,
        batchBytes: file.batchBytes(),
        metered: isMetered,
      });
    },
    received(at) {
      connection.lastByteAt = now();
      const newBytes = at - lease.at;
      lease.at = at;
      connection.receivedBytes += newBytes;
      if (newBytes > 0) received(newBytes);
      if (file.isBehind()) pauseReasons.add('disk-behind');
      if (isMetered !== limit.isOn()) {
        isMetered = !isMetered;
        connection.exchange?.meter(isMetered);
      }
      spend(newBytes);
    },
    stop() {
      if (limitTimer) clearTimeout(limitTimer);
      stopListening();
    },
  };
}

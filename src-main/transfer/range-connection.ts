import type { RangeLease } from './range-plan.ts';
import type { ThreadExchange } from './transfer-threads.ts';

/** One connection that downloads leased ranges of a file, as the scheduler and the watch over it see it. */
export interface RangeConnection {
  lease: RangeLease;
  /** The time when it was opened, in ms of the transfer's clock. */
  startedAt: number;
  /** The time of the last byte, or when the wait for the first one began; in ms of the transfer's clock. */
  lastByteAt: number;
  /** All bytes that came over this connection. */
  receivedBytes: number;
  bytesPerSecond: number;
  /** True if we paused it ourselves, so that its silence means nothing. */
  isPaused: boolean;
  /** The request under way; the rear of its range may be taken over. */
  exchange: ThreadExchange | null;
  abort: AbortController;
}

/** Returns a new range connection; `now` is in milliseconds. */
export function openRangeConnection(lease: RangeLease, now: number): RangeConnection {
  return {
    lease,
    startedAt: now,
    lastByteAt: now,
    receivedBytes: 0,
    bytesPerSecond: 0,
    isPaused: false,
    exchange: null,
    abort: new AbortController(),
  };
}

/** A token bucket for all transfers together. */
export interface SpeedLimit {
  /** Whether there is a limit now. */
  isOn(): boolean;
  /** Counts bytes that have come; returns how long their connection has to be paused, in ms (0: not at all). */
  spend(bytes: number): number;
}

/** So much time's worth of bytes may come at once after a silence. */
const burstMs = 250;

/** Gives out bytes at the rate that is allowed; who asks waits for its turn. */
export function createSpeedLimit({
  bytesPerSecond,
  now,
}: {
  /** Read each time, so that a change holds at once. Null is no limit, 0 stops all. */
  bytesPerSecond: () => number | null;
  now: () => number;
}): SpeedLimit {
  let tokens = 0;
  let filledAt = now();
  return {
    isOn: () => bytesPerSecond() !== null,
    spend(bytes) {
      const rate = bytesPerSecond();
      const at = now();
      if (rate === null) {
        tokens = 0;
        filledAt = at;
        return 0;
      }
      if (rate <= 0) return 1_000;
      tokens = Math.min(rate * (burstMs / 1_000), tokens + (rate * Math.max(0, at - filledAt)) / 1_000);
      filledAt = at;
      tokens -= bytes;
      // At most a whole second, since the rate may have been raised by then.
      return tokens >= 0 ? 0 : Math.min(1_000, (-tokens / rate) * 1_000);
    },
  };
}

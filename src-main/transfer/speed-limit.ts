/** A token bucket for all transfers together. */
export interface SpeedLimit {
  /** True if there is a limit now. */
  isOn(): boolean;
  /** Counts received bytes; returns how long their connection must pause, in ms (0: not at all). */
  spend(bytes: number): number;
}

/** After a silence, the bytes of this much time may come at once. */
const burstMs = 250;

/** Creates the speed limit, which tells each connection how long to pause. */
export function createSpeedLimit({
  bytesPerSecond,
  now,
}: {
  /** Read each time, so that a change takes effect at once. Null is no limit, 0 stops all. */
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
      // At most a second, because the rate may have been raised by then.
      return tokens >= 0 ? 0 : Math.min(1_000, (-tokens / rate) * 1_000);
    },
  };
}

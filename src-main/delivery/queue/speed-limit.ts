/** A token bucket for all transfers together. */
export interface SpeedLimit {
  /** There is one. */
  isOn(): boolean;
  /** These bytes have come; answers how long their connection has to take no more, in ms (0: go on). */
  spend(bytes: number): number;
}

/** What may come at once after a silence. */
const burstMs = 250;

export function createSpeedLimit({
  bytesPerSecond,
  now,
}: {
  /** Read each time: a change holds at once. Null for none; 0 stops all. */
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
      // A whole second at most: the rate may have been raised by then.
      return tokens >= 0 ? 0 : Math.min(1_000, (-tokens / rate) * 1_000);
    },
  };
}

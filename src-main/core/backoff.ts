/** A pause that doubles with each failed attempt, up to a longest one. In milliseconds. */
export interface Backoff {
  firstMs: number;
  maxMs: number;
}

/**
 * Returns the pause after this many failed attempts, without jitter: the caller adds that, depending on how many others wait for
 * the same. After the first failed attempt it is twice `firstMs`.
 */
export function pauseAfter(failedAttempts: number, { firstMs, maxMs }: Backoff): number {
  // With more attempts the pause is the longest one anyway, and the power would become too large.
  return Math.min(maxMs, firstMs * 2 ** Math.min(failedAttempts, 30));
}

/** A pause that doubles with each failed attempt, up to a longest one. In milliseconds. */
export interface Backoff {
  firstMs: number;
  longestMs: number;
}

/**
 * Returns the pause after so many failed attempts, without jitter: who waits adds that, by how many others wait for the same.
 * After the first failed attempt it is twice `firstMs`.
 */
export function pauseAfter(failedAttempts: number, { firstMs, longestMs }: Backoff): number {
  // Beyond this the pause is the longest one anyway, and a number stays a number.
  return Math.min(longestMs, firstMs * 2 ** Math.min(failedAttempts, 30));
}

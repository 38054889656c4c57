/** The pause after the first failure; it doubles with each further one, up to the longest. */
const firstPauseMs = 60_000;
const longestPauseMs = 30 * 60_000;

/**
 * Creates the memory of what could not be read and when it may be requested again, so that a failure neither counts as an answer nor
 * leads to a request with every sync. `monotonic` returns milliseconds; changes of the system clock do not affect it.
 */
export function createRetryPauses<Key extends string | number>(monotonic: () => number) {
  const pauses = new Map<Key, { pauseMs: number; dueMs: number }>();
  return {
    /** Returns what must not be requested yet. */
    waiting: (): Key[] => [...pauses].filter(([, { dueMs }]) => dueMs > monotonic()).map(([key]) => key),
    noteFailure(key: Key) {
      const before = pauses.get(key);
      const pauseMs = before ? Math.min(longestPauseMs, before.pauseMs * 2) : firstPauseMs;
      pauses.set(key, { pauseMs, dueMs: monotonic() + pauseMs });
    },
    noteSuccess(key: Key) {
      pauses.delete(key);
    },
  };
}

/** What `createRetryPauses` returns. */
export type RetryPauses<Key extends string | number> = ReturnType<typeof createRetryPauses<Key>>;

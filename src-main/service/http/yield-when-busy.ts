import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long enough to make progress, short enough that a download or a click in between is not delayed noticeably. */
const turnMs = 8;

/**
 * For long work in the main thread: the returned function lets the event loop turn when this turn has taken long enough; returns
 * null if it has not.
 */
export function createYielder(now: () => number = () => performance.now()): () => Promise<void> | null {
  let since = now();
  return () => {
    if (now() - since < turnMs) return null;
    return nextTurn().then(() => {
      since = now();
    });
  };
}

import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long enough to make progress, short enough that a download or a click in between is not delayed noticeably. */
const turnMs = 8;

/**
 * Creates a function for long work in the main thread: if this turn of the event loop has taken long enough, it returns a
 * promise of the next turn, else null.
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

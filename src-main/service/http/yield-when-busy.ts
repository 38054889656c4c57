import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long enough to get on, short enough that a download or a click in between does not notice. */
const turnMs = 8;

/** For long work in the main thread: the function it returns lets the loop turn when this turn has been taken long enough. */
export function createYielder(now: () => number = () => performance.now()): () => Promise<void> | null {
  let since = now();
  return () => {
    if (now() - since < turnMs) return null;
    return nextTurn().then(() => {
      since = now();
    });
  };
}

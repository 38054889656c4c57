import { startTimer } from '../core/start-timer.ts';

/** Returns a function that runs `work` after this time, once for all calls until then, and outside of any transaction. */
export function soon(work: () => void, ms: number): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    startTimer(() => {
      isWaiting = false;
      work();
    }, ms);
  };
}

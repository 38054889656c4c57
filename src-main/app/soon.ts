/** Calls back after this time, which does not keep the program running; returns the function that cancels it. */
export function setTimer(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  timer.unref();
  return () => clearTimeout(timer);
}

/** Returns a function that does the work a moment later, once for all calls until then, and outside of any transaction. */
export function soon(work: () => void, ms: number): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimer(() => {
      isWaiting = false;
      work();
    }, ms);
  };
}

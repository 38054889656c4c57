/** Calls `run` once after this time; the timer does not keep the process alive. Returns the function that cancels it. */
export function startTimer(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  timer.unref();
  return () => clearTimeout(timer);
}

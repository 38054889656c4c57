/** Runs it once after so many milliseconds; keeps no process alive for it. The answer takes it back. */
export function startTimer(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  timer.unref();
  return () => clearTimeout(timer);
}

/**
 * Returns a clock that follows another one but never goes back. If the system clock is set back by an hour, a plain clock would
 * keep a silent connection, a cached amount of free space and a waiting commit for that hour. Jumps ahead, as after sleep, are
 * followed.
 */
export function createSteadyClock(now: () => number): () => number {
  let last = now();
  let ahead = 0;
  return () => {
    const at = now() + ahead;
    if (at >= last) last = at;
    else ahead += last - at;
    return last;
  };
}

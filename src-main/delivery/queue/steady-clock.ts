/**
 * Returns a clock that follows another one forwards only. Set back by an hour, the usual clock would keep a silent connection, a
 * remembered amount of free space and a waiting commit for that hour. Leaps ahead, as after sleep, are followed.
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

/**
 * A clock that follows another one forwards only. Set back by an hour, the usual one would let a silent connection stand, a
 * known amount of free space hold and a commit wait for that hour; that it leaps ahead, as after sleep, is worth knowing.
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

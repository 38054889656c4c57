export interface LoopWatch {
  /** Milliseconds since the watch began. */
  elapsed(): number;
  /** Processor time of this thread since then, milliseconds. */
  processor(): number;
  /** The longest time that the event loop did not turn, until now; ends the watch. */
  longest(): number;
  /** The most processor time of this thread in one turn: what a hold is where nothing else runs. Call it after `longest`. */
  longestProcessor(): number;
}

/** Notices how long this thread stands still: what a person feels as a frozen window. */
export function watchLoop(): LoopWatch {
  const began = performance.now();
  const used = process.threadCpuUsage();
  let last = began;
  let longest = 0;
  let lastUsed = 0;
  let longestUsed = 0;
  let ended = false;
  const usedUntilNow = () => {
    const { user, system } = process.threadCpuUsage(used);
    return (user + system) / 1_000;
  };
  const note = () => {
    const [now, usedNow] = [performance.now(), usedUntilNow()];
    longest = Math.max(longest, now - last);
    longestUsed = Math.max(longestUsed, usedNow - lastUsed);
    [last, lastUsed] = [now, usedNow];
  };
  const turn = () => {
    note();
    if (!ended) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    elapsed: () => performance.now() - began,
    processor: usedUntilNow,
    longest() {
      ended = true;
      note();
      return longest;
    },
    longestProcessor: () => longestUsed,
  };
}

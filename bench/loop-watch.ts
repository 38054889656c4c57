export interface LoopWatch {
  /** Milliseconds since the watch began. */
  elapsed(): number;
  /** Processor time of this thread since then, milliseconds. */
  processor(): number;
  /** The longest time that the event loop did not turn, until now; ends the watch. */
  longest(): number;
}

/** Notices how long this thread stands still: what a person feels as a frozen window. */
export function watchLoop(): LoopWatch {
  const began = performance.now();
  const used = process.threadCpuUsage();
  let last = began;
  let longest = 0;
  let ended = false;
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!ended) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    elapsed: () => performance.now() - began,
    processor() {
      const { user, system } = process.threadCpuUsage(used);
      return (user + system) / 1_000;
    },
    longest() {
      ended = true;
      return Math.max(longest, performance.now() - last);
    },
  };
}

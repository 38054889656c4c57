/** Whatever hangs while closing, the process ends. */
const closeLimitMs = 10_000;

interface StopOptions {
  /** One after another: nothing comes in any more, then what is under way ends, then the folder is free. */
  steps: readonly (() => unknown)[];
  exit: (code: number) => void;
}

/**
 * The end of the process, in order. A terminal tells every process of the group, and so does the launcher: the second call
 * must not cut the first short.
 */
export function createStop({ steps, exit }: StopOptions): () => void {
  let stopping = false;
  return () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => exit(1), closeLimitMs).unref();
    void (async () => {
      for (const step of steps) await step();
      exit(0);
    })();
  };
}

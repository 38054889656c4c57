/** After this time the process ends, even if a step hangs. */
const closeLimitMs = 10_000;

interface StopOptions {
  /** Run one after another: first no new requests, then the work under way ends, then the folder is unlocked. */
  steps: readonly (() => unknown)[];
  exit: (code: number) => void;
}

/**
 * Creates the function that ends the process in order. A terminal signals every process of the group, and so does the launcher,
 * so a second call is ignored and does not cut the first short.
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

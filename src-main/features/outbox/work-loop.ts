/** What `createWorkLoop` needs. */
export interface WorkLoopOptions {
  /** Does the next step; returns the milliseconds to pause before the following one, or null if nothing is left. Never throws. */
  step: () => Promise<number | null>;
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  closing: AbortSignal;
  started: () => void;
  stopped: () => void;
}

/** Creates the loop that runs step after step, with pauses between, until nothing is left or the application closes. */
export function createWorkLoop({ step, pause, closing, started, stopped }: WorkLoopOptions) {
  /** Ends the current pause of the loop. */
  let wake: AbortController | null = null;
  let isKicked = false;
  let running: Promise<void> | null = null;

  async function work() {
    while (!closing.aborted) {
      isKicked = false;
      const ms = await step();
      if (isKicked) continue;
      if (ms === null) return;
      if (ms <= 0) continue;
      wake = new AbortController();
      await pause(ms, AbortSignal.any([closing, wake.signal])).catch(() => undefined);
      wake = null;
    }
  }

  function run() {
    if (running !== null || closing.aborted) return;
    started();
    running = work().finally(() => {
      running = null;
      // `kick` was called while the last step found nothing to do.
      if (isKicked) run();
      stopped();
    });
  }

  return {
    /** Starts to work; does nothing if it already works. */
    run,
    /** Like `run`, but also ends a pause at once. */
    kick() {
      isKicked = true;
      wake?.abort();
      run();
    },
    /** Resolves when the work is done; null if there is none. */
    running: (): Promise<void> | null => running,
  };
}

/** What `createWorkLoop` needs. */
export interface WorkLoopOptions {
  /** Does the next thing; answers how many milliseconds to pause before the one after, null when there is none. Never throws. */
  step: () => Promise<number | null>;
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  closing: AbortSignal;
  started: () => void;
  stopped: () => void;
}

/** Does one thing after the other, and pauses between, until nothing is left or the application closes. */
export function createWorkLoop({ step, pause, closing, started, stopped }: WorkLoopOptions) {
  /** Ends the pause that the loop is taking. */
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
      // Kicked while the last step found nothing to do.
      if (isKicked) run();
      stopped();
    });
  }

  return {
    /** Begins to work, unless it does already. */
    run,
    /** As `run`; a pause ends at once. */
    kick() {
      isKicked = true;
      wake?.abort();
      run();
    },
    /** Resolves when the work is done; null while there is none. */
    running: (): Promise<void> | null => running,
  };
}

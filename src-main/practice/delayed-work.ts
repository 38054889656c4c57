/** Work that a server does some time after the request for it. */
export interface DelayedWork {
  /** Starts `work` after `delayMs`, unless `cancel` is called before. */
  schedule(delayMs: number, work: () => void): void;
  /** Cancels all work that has not started. */
  cancel(): void;
}

/** Creates an empty list of delayed work. */
export function createDelayedWork(): DelayedWork {
  const timers = new Set<NodeJS.Timeout>();
  return {
    schedule(delayMs, work) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        work();
      }, delayMs);
      timers.add(timer);
    },
    cancel() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}

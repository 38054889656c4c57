import { type Backoff, pauseAfter } from './backoff.ts';

/** The pause after a failure; it doubles with each further one. */
const retries: Backoff = { firstMs: 30_000, maxMs: 30 * 60_000 };

interface PendingWorkOptions<Trouble> {
  /** Does the pending work; returns why some of it could not be done, or null. */
  work: () => Promise<Trouble | null>;
  /** Returns why the work threw; null if it was ended on purpose. */
  troubleOf: (error: unknown) => Trouble | null;
  /** Called when the trouble begins, changes or ends. */
  changed: () => void;
  /** Requests within this time are done together. In milliseconds. */
  debounceMs: number;
  /** Calls back after this time; returns the function that cancels it. */
  setTimer: (run: () => void, ms: number) => () => void;
}

/**
 * Creates the runner of work that is recorded in the database. It runs soon after a request and, with growing pauses, after a
 * failure. If the program ends before, the records stay for the next start.
 */
export function createPendingWork<Trouble>(options: PendingWorkOptions<Trouble>) {
  const { work, troubleOf, changed, debounceMs, setTimer } = options;
  let running: Promise<void> | null = null;
  let isWanted = false;
  let isClosed = false;
  let trouble: Trouble | null = null;
  let failures = 0;
  let cancelTimer: (() => void) | null = null;

  function setTrouble(next: Trouble | null) {
    const isNew = next !== trouble;
    trouble = next;
    if (isNew) changed();
  }

  async function run(): Promise<void> {
    let hasThrown = false;
    do {
      isWanted = false;
      try {
        setTrouble(await work());
      } catch (error) {
        const found = isClosed ? null : troubleOf(error);
        if (found === null) return;
        setTrouble(found);
        hasThrown = true;
      }
    } while (isWanted && !hasThrown && !isClosed);
    if (trouble === null) failures = 0;
    else if (!isClosed) {
      cancelTimer?.();
      cancelTimer = setTimer(start, pauseAfter(failures, retries));
      failures += 1;
    }
  }

  function start() {
    cancelTimer = null;
    if (isClosed) return;
    isWanted = true;
    running ??= run().finally(() => {
      running = null;
    });
  }

  return {
    /** Starts the work soon. While there is trouble, the next attempt keeps its time, unless the folder is new. */
    wake(isFolderNew = false) {
      if (isClosed || (cancelTimer !== null && !isFolderNew)) return;
      cancelTimer?.();
      if (isFolderNew) failures = 0;
      cancelTimer = setTimer(start, debounceMs);
    },
    trouble: () => trouble,
    isClosed: () => isClosed,
    /** Resolves when no work is running. */
    idle: async () => {
      while (running !== null) await running;
    },
    /** Starts no more work and resolves when the running work has ended. The rest stays recorded for the next start. */
    async close() {
      isClosed = true;
      cancelTimer?.();
      await running;
    },
  };
}

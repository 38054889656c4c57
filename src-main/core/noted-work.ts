import { type Backoff, pauseAfter } from './backoff.ts';

/** After a failure the work is tried again after this; it doubles. */
const retries: Backoff = { firstMs: 30_000, maxMs: 30 * 60_000 };

interface NotedWorkOptions<Trouble> {
  /** Works off what is noted; returns why some of it could not be done. */
  work: () => Promise<Trouble | null>;
  /** Returns why the work threw; null if it was ended on purpose. */
  troubleOf: (error: unknown) => Trouble | null;
  /** Called when there is trouble, another one, or none any more. */
  changed: () => void;
  /** Several notes within this time are worked off together. In milliseconds. */
  debounceMs: number;
  /** Calls back after this time; returns the function that cancels it. */
  setTimer: (run: () => void, ms: number) => () => void;
}

/**
 * Creates the working off of what is noted in the database: soon after a note, and again after a failure, later each time. What ends
 * the program in between leaves the notes.
 */
export function createNotedWork<Trouble>(options: NotedWorkOptions<Trouble>) {
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
    /** Works off what is noted, soon. While there is trouble the next attempt comes at its own time, but for another folder. */
    wake(isFolderNew = false) {
      if (isClosed || (cancelTimer !== null && !isFolderNew)) return;
      cancelTimer?.();
      if (isFolderNew) failures = 0;
      cancelTimer = setTimer(start, debounceMs);
    },
    trouble: () => trouble,
    isClosed: () => isClosed,
    /** Resolves when nothing is being worked off. */
    idle: async () => {
      while (running !== null) await running;
    },
    /** Begins nothing any more; resolves when what is being done has ended. The rest is still noted at the next start. */
    async close() {
      isClosed = true;
      cancelTimer?.();
      await running;
    },
  };
}

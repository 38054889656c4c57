import type { ReviewReading } from './review-reading.ts';

/** What the reading of the reviews in further library folders needs. */
export interface FurtherReadingOptions {
  reading: Pick<ReviewReading, 'start' | 'idle' | 'cancel' | 'close'>;
  /** The paths of the further folders that can be read now. Accesses no disk. */
  readable: () => readonly string[];
  /** Calls back after this time; returns the function that cancels it. */
  setTimer: (run: () => void, ms: number) => () => void;
  /** After this time all folders are read again: nobody tells what others write there. In milliseconds. */
  everyMs: number;
  onError: (error: unknown) => void;
}

/**
 * Creates the reading of the reviews that other people write in further library folders, without being asked: one folder after another,
 * in the thread of `reading`. A folder that goes away is left, and read when somebody says that it is there again.
 */
export function createFurtherReading({
  reading,
  readable,
  setTimer,
  everyMs,
  onError,
}: FurtherReadingOptions) {
  const due = new Set<string>();
  let current: string | null = null;
  let running: Promise<void> | null = null;
  let isClosed = false;
  let cancelTimer: (() => void) | null = null;

  async function readDue(): Promise<void> {
    for (const path of due) {
      due.delete(path);
      if (isClosed || !readable().includes(path)) continue;
      current = path;
      reading.start(path);
      await reading.idle();
      current = null;
    }
  }

  /** Reads these folders, after those that are to be read already. */
  function read(paths: readonly string[]) {
    for (const path of paths) due.add(path);
    if (isClosed || due.size === 0) return;
    running ??= readDue()
      .catch(onError)
      .finally(() => {
        running = null;
        current = null;
        // What was asked for after the last folder.
        if (due.size > 0) read([]);
      });
  }

  function wait() {
    cancelTimer?.();
    cancelTimer = setTimer(() => {
      readAll();
    }, everyMs);
  }

  /** Reads all folders, now and again after a while. */
  function readAll() {
    if (isClosed) return;
    read(readable());
    wait();
  }

  return {
    read,
    readAll,
    /** To be called when folders came or went: the reading of one that cannot be read any more would wait for its drive. */
    async leaveLost(): Promise<void> {
      if (current !== null && !readable().includes(current)) await reading.cancel();
    },
    /** Resolves when nothing is being read. */
    idle: async () => {
      while (running !== null) await running;
    },
    async close() {
      isClosed = true;
      cancelTimer?.();
      due.clear();
      await reading.close();
      await running;
    },
  };
}

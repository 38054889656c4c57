import type { ReviewReading } from './review-reading.ts';

/** The options of `createFurtherReading`. */
export interface FurtherReadingOptions {
  reading: Pick<ReviewReading, 'start' | 'idle' | 'cancel' | 'close'>;
  /** Returns the paths of the further folders that can be read now. Accesses no disk. */
  readable: () => readonly string[];
  /** Calls back after this time; returns the function that cancels it. */
  setTimer: (run: () => void, ms: number) => () => void;
  /** All folders are read again after this time, in milliseconds, because changes that others make in them are not announced. */
  everyMs: number;
  onError: (error: unknown) => void;
}

/**
 * Creates the background reading of reviews in further library folders, one folder after another in the thread of `reading`. If a folder
 * goes away, its reading is cancelled until `read` is called for it again.
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

  /** Reads these folders after those that are already due. */
  function read(paths: readonly string[]) {
    for (const path of paths) due.add(path);
    if (isClosed || due.size === 0) return;
    running ??= readDue()
      .catch(onError)
      .finally(() => {
        running = null;
        current = null;
        // Folders that became due after the last one was read.
        if (due.size > 0) read([]);
      });
  }

  function wait() {
    cancelTimer?.();
    cancelTimer = setTimer(() => {
      readAll();
    }, everyMs);
  }

  /** Reads all folders now and then at intervals. */
  function readAll() {
    if (isClosed) return;
    read(readable());
    wait();
  }

  return {
    read,
    readAll,
    /** Must be called when folders go away or come back: a reading of a folder that is away would wait for its drive. */
    async cancelUnreadable(): Promise<void> {
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

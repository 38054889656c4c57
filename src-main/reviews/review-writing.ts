import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { LibrarySceneId } from '../../src-preload/contract/ids.ts';
import type { Store } from '../store/store.ts';
import type { Review } from './model/review.ts';
import type { PendingReview, ReviewTable } from './review-table.ts';
import {
  type ReviewThread,
  ReviewThreadEndedError,
  type ReviewTrouble,
  ReviewTroubleError,
} from './review-thread.ts';

/** The reviews of one batch. */
const batchReviews = 20;
const firstRetryMs = 30_000;
const lastRetryMs = 30 * 60_000;

/** What the writing of review files needs. */
export interface ReviewWritingOptions {
  store: Pick<Store, 'transaction'>;
  table: ReviewTable;
  thread: ReviewThread;
  /** The library folder, absolute. */
  library: () => string;
  /** Returns the folder of a scene below the library folder, with `/` in it; null if it has no file there. */
  folderOf: (library: string, librarySceneId: LibrarySceneId) => string | null;
  /** Takes up what a file had and the database did not; within a transaction. */
  accept: (librarySceneId: LibrarySceneId, review: Review) => void;
  changed: () => void;
  onError: (error: unknown) => void;
  /** Several changes of a review within this time are written once. In milliseconds. */
  debounceMs: number;
  /** Calls back after this time; returns the function that cancels it. */
  setTimer: (run: () => void, ms: number) => () => void;
}

/**
 * Creates the writing of what was stated to files beside the scenes, from the notes in the database: whatever ends the program in
 * between, the note is still there. A review of a scene without files loses its note and waits in the database until files come.
 */
export function createReviewWriting(options: ReviewWritingOptions) {
  const { store, table, thread, library, folderOf, changed } = options;
  let trouble: ReviewTrouble | null = null;
  let retryMs = firstRetryMs;
  let running: Promise<void> | null = null;
  let isWanted = false;
  let isClosed = false;
  let cancelTimer: (() => void) | null = null;

  /** Writes one batch; returns true if some of it failed. */
  async function writeBatch(folder: string, pending: readonly PendingReview[]): Promise<boolean> {
    const entries = pending.flatMap(({ seq, librarySceneId, content }) => {
      const below = content === null ? null : folderOf(folder, librarySceneId);
      return content === null || below === null ? [] : [{ seq, folder: below, review: content }];
    });
    const writer = table.writer();
    const results =
      entries.length === 0 ? [] : await thread.ask({ ask: 'write', library: folder, writer, entries });
    const bySeq = new Map(results.map((result) => [result.seq, result]));
    let hasFailed = false;
    store.transaction(() => {
      for (const { seq, librarySceneId } of pending) {
        const result = bySeq.get(seq);
        if (result?.outcome === 'failed' || result?.outcome === 'no-files') hasFailed = true;
        else table.markWritten(seq);
        if (result?.outcome === 'written') options.accept(librarySceneId, result.review);
      }
    }, 'passing');
    return hasFailed;
  }

  async function writeAll(): Promise<void> {
    const folder = library();
    let hasFailed = false;
    for (let after = 0; !isClosed && folder === library(); ) {
      const pending = table.pending(after, batchReviews);
      const last = pending.at(-1);
      if (last === undefined) break;
      after = last.seq;
      hasFailed = (await writeBatch(folder, pending)) || hasFailed;
      await yieldToEventLoop();
    }
    trouble = hasFailed ? 'failed' : null;
  }

  async function run(): Promise<void> {
    do {
      isWanted = false;
      const before = trouble;
      const hadNotes = table.countPending() > 0;
      try {
        await writeAll();
      } catch (error) {
        if (isClosed || error instanceof ReviewThreadEndedError) return;
        trouble = error instanceof ReviewTroubleError ? error.trouble : 'failed';
        if (!(error instanceof ReviewTroubleError)) options.onError(error);
      }
      if (hadNotes || before !== trouble) changed();
    } while (isWanted && trouble === null && !isClosed);
    if (trouble === null) retryMs = firstRetryMs;
    else if (!isClosed) {
      cancelTimer = options.setTimer(start, retryMs);
      retryMs = Math.min(2 * retryMs, lastRetryMs);
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
    /** Writes what is noted, soon. While there is trouble the next attempt comes at its own time, but for another folder. */
    wake(isFolderNew = false) {
      if (isClosed || (cancelTimer !== null && !isFolderNew)) return;
      cancelTimer?.();
      cancelTimer = options.setTimer(start, options.debounceMs);
    },
    trouble: () => trouble,
    /** Resolves when nothing is being written. */
    idle: async () => {
      while (running !== null) await running;
    },
    async close() {
      isClosed = true;
      cancelTimer?.();
      // What is being written now ends; the rest is still noted at the next start.
      await running?.catch(() => undefined);
      await thread.end();
    },
  };
}

/** What `createReviewWriting` returns. */
export type ReviewWriting = ReturnType<typeof createReviewWriting>;

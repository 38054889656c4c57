import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import { hasCode } from '../../core/app-error.ts';
import { createPendingWork } from '../../core/pending-work.ts';
import type { Store } from '../../store/store.ts';
import type { Review } from './model/review.ts';
import type { PendingReview } from './review-notes.ts';
import type { ReviewTable } from './review-table.ts';
import { type ReviewThread, type ReviewTrouble, ReviewTroubleError } from './review-thread.ts';

/** The reviews of one batch. */
const batchReviews = 20;

/** The options of `createReviewWriting`. */
export interface ReviewWritingOptions {
  store: Pick<Store, 'transaction'>;
  table: ReviewTable;
  thread: ReviewThread;
  /** The library folder, absolute. */
  library: () => string;
  /** Returns the folder of a scene, relative to the library folder and separated by `/`; null if it has no file in the library. */
  folderOf: (library: string, librarySceneId: LibrarySceneId) => string | null;
  /** Merges statements that a file had and the database did not. Called in a transaction. */
  accept: (librarySceneId: LibrarySceneId, review: Review) => void;
  changed: () => void;
  onError: (error: unknown) => void;
  /** Several changes of a review within this time are written once. In milliseconds. */
  debounceMs: number;
  /** Calls back after this time; returns the function that cancels it. */
  setTimer: (run: () => void, ms: number) => () => void;
}

/**
 * Creates the writing of reviews to files beside their scenes. Which files are to be written is noted in the database, so that no crash can
 * lose a note. A review of a scene without files loses its note; it is noted again when files of the scene are saved.
 */
export function createReviewWriting(options: ReviewWritingOptions) {
  const { store, table, thread, library, folderOf, changed } = options;
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

  async function writeAll(): Promise<ReviewTrouble | null> {
    const folder = library();
    let hasFailed = false;
    for (let after = 0; !noted.isClosed() && folder === library(); ) {
      const pending = table.pending(after, batchReviews);
      const last = pending.at(-1);
      if (last === undefined) break;
      after = last.seq;
      hasFailed = (await writeBatch(folder, pending)) || hasFailed;
      await yieldToEventLoop();
    }
    return hasFailed ? 'failed' : null;
  }

  const noted = createPendingWork<ReviewTrouble>({
    async work() {
      const hadNotes = table.countPending() > 0;
      try {
        return await writeAll();
      } finally {
        if (hadNotes && !noted.isClosed()) changed();
      }
    },
    troubleOf(error) {
      if (hasCode(error, 'CANCELLED')) return null;
      if (error instanceof ReviewTroubleError) return error.trouble;
      options.onError(error);
      return 'failed';
    },
    changed,
    debounceMs: options.debounceMs,
    setTimer: options.setTimer,
  });
  const { wake, trouble, idle } = noted;
  return {
    wake,
    trouble,
    idle,
    async close() {
      await noted.close();
      await thread.end();
    },
  };
}

/** What `createReviewWriting` returns. */
export type ReviewWriting = ReturnType<typeof createReviewWriting>;

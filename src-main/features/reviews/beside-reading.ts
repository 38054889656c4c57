import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import type { MergeFoundOptions } from './merge-found-reviews.ts';
import { mergeProblemOf } from './model/merge-reviews.ts';
import type { Review } from './model/review.ts';
import type { ReviewThread } from './review-thread.ts';

/** The options of `createBesideReading`. */
interface BesideReadingOptions extends Omit<MergeFoundOptions, 'onError'> {
  thread: ReviewThread;
  /** Called after a change; `hasNew` if a review said something new, `isToWrite` if there are files to write. */
  changed: (what: { hasNew: boolean; isToWrite: boolean }) => void;
}

/** Creates the reading of the review files that are in the folder of one scene. */
export function createBesideReading(options: BesideReadingOptions) {
  const { store, table, thread, find, accept, noteMissing, changed } = options;
  let isClosed = false;
  return {
    /** Reads and merges the review files in the folder of a scene. Rejects if the folder cannot be read. */
    async read(librarySceneId: LibrarySceneId, folder: string): Promise<void> {
      // A question would start the thread again.
      if (isClosed) return;
      const found = await thread.ask({ ask: 'beside', folder });
      const { problems } = found;
      // Two scenes may be in one folder; the reviews of the other one are read when that is opened.
      const own = found.reviews.filter(({ review }) => {
        const about = find(review.scene, true);
        return about !== 'same-name' && about.includes(librarySceneId);
      });
      let hasNew = false;
      const used: Review[] = [];
      for (const { path, review } of own) {
        try {
          hasNew = store.transaction(() => accept(librarySceneId, review, false), 'passing') || hasNew;
          used.push(review);
        } catch (error) {
          const problem = mergeProblemOf(error);
          if (problem === null) throw error;
          problems.push({ path, problem });
        }
        await yieldToEventLoop();
        if (isClosed) return;
      }
      const isToWrite = store.transaction(() => {
        table.setProblems(librarySceneId, problems);
        // What a refused file says would not be read from it again.
        return noteMissing(librarySceneId, used);
      });
      if (hasNew || isToWrite || problems.length > 0) changed({ hasNew, isToWrite });
    },
    /** Ends the thread and a reading in progress. */
    async close() {
      isClosed = true;
      await thread.end();
    },
  };
}

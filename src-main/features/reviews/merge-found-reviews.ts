import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import type { ReviewerId, ReviewProblem } from '../../../src-preload/contract/reviews.ts';
import type { Store } from '../../store/store.ts';
import type { FoundReviews } from './disk/read-reviews.ts';
import { mergeProblemOf } from './model/merge-reviews.ts';
import type { Review, ReviewedScene } from './model/review.ts';
import type { ReviewTable } from './review-table.ts';

/** The options of `createMergeFoundReviews`. */
export interface MergeFoundOptions {
  store: Pick<Store, 'transaction'>;
  table: ReviewTable;
  /**
   * Returns the scenes of the library that a review is about, several where a raster was imported twice; none if the library does not have
   * it, `same-name` if it has one of that name which is another scene, or may be one. `isNameEnough` for a file that lies beside the scene.
   */
  find: (scene: ReviewedScene, isNameEnough: boolean) => readonly LibrarySceneId[] | 'same-name';
  /** Merges a review; true if it said something new. `isElsewhere` if its file is not in the library folder. Called in a transaction. */
  accept: (librarySceneId: LibrarySceneId, review: Review, isElsewhere: boolean) => boolean;
  /** Notes statements that files lack; see `missing-statements.ts`. Returns true if there is a file to write. Called in a transaction. */
  noteMissing: (
    librarySceneId: LibrarySceneId,
    inFiles: readonly Review[],
    reviewerId?: ReviewerId,
  ) => boolean;
  onError: (error: unknown) => void;
}

/** The result of merging some of the files of a folder. */
export interface MergedReviews {
  newFiles: number;
  /** The names of the scenes of which they say something new. */
  newScenes: string[];
  /** Files that were not merged. */
  refused: { path: string; problem: ReviewProblem }[];
  isToWrite: boolean;
}

/** Creates the function that merges reviews that were read from the files of a folder. */
export function createMergeFoundReviews(options: MergeFoundOptions) {
  const { store, table, find, accept, noteMissing, onError } = options;
  /**
   * `isElsewhere` if the folder is not in the library folder, `isBesideScene` if the files lie beside their scenes. Ends early once
   * `isCancelled` returns true.
   */
  return async (
    reviews: FoundReviews['reviews'],
    {
      isElsewhere,
      isBesideScene,
      isCancelled,
    }: { isElsewhere: boolean; isBesideScene: boolean; isCancelled: () => boolean },
  ): Promise<MergedReviews> => {
    const merged: MergedReviews = { newFiles: 0, newScenes: [], refused: [], isToWrite: isElsewhere };
    const ownWriter = table.writer();
    function mergeOne({ path, review, writer }: FoundReviews['reviews'][number]) {
      const found = find(review.scene, isBesideScene);
      if (found === 'same-name' || found.length === 0) {
        merged.refused.push({ path, problem: found === 'same-name' ? found : 'unknown-scene' });
        return;
      }
      try {
        // What was stated here was stated of one of the copies: the other one has statements with the same counters.
        const scenes = writer === ownWriter ? found.slice(0, 1) : found;
        const isNew = scenes
          .map((librarySceneId) => accept(librarySceneId, review, isElsewhere))
          .includes(true);
        if (isNew) {
          merged.newFiles += 1;
          merged.newScenes.push(review.scene.sceneId);
        }
        const isOwnFile = !isElsewhere && writer === ownWriter;
        for (const librarySceneId of isOwnFile ? scenes : [])
          if (noteMissing(librarySceneId, [review], review.reviewer.id)) merged.isToWrite = true;
      } catch (error) {
        const problem = mergeProblemOf(error);
        if (problem === null) onError(error);
        merged.refused.push({ path, problem: problem ?? 'too-many' });
      }
    }
    for (const each of reviews) {
      // A power cut may lose this change, but then the file still has it; a later transaction flushes it.
      store.transaction(() => mergeOne(each), 'passing');
      // A review may have megabytes.
      await yieldToEventLoop();
      if (isCancelled()) break;
    }
    return merged;
  };
}

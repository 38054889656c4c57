import type { LibrarySceneId } from '../../src-preload/contract/ids.ts';
import { canonicalText } from '../core/content-hash.ts';
import { mergeReviews, TooManyVersionsError } from './model/merge-reviews.ts';
import type { Review, ReviewedScene } from './model/review.ts';
import type { ReviewTable } from './review-table.ts';

/**
 * The most reviewers of one scene, and the most bytes of their reviews: all of them are read whenever one of them changes or the scene is
 * shown. Whoever reviews here always has room.
 */
export const maxReviewers = 100;
const maxReviewsBytes = 8 * 1024 * 1024;

interface ReviewIntakeOptions {
  table: Pick<ReviewTable, 'ofScene' | 'sizeOfOthers'>;
  me: () => Review['reviewer'];
  /** Returns by what a scene is known here; throws NOT_FOUND if it is not in the library. */
  sceneOf: (librarySceneId: LibrarySceneId) => ReviewedScene;
  /** Stores a review and what all reviews of its scene say now. */
  put: (librarySceneId: LibrarySceneId, review: Review, isToWrite: boolean) => void;
}

/** Creates the merging of reviews that were in files. To be called in a transaction. */
export function createReviewIntake({ table, me, sceneOf, put }: ReviewIntakeOptions) {
  /** True if the scene has room for a review that was read; it stays in its file where it has none. */
  function isBearable(librarySceneId: LibrarySceneId, review: Review): boolean {
    const { id } = review.reviewer;
    if (id === me().id) return true;
    const others = table.sizeOfOthers(librarySceneId, id);
    const bytes = Buffer.byteLength(JSON.stringify(review));
    return others.reviews < maxReviewers && others.bytes + bytes <= maxReviewsBytes;
  }

  function mergeIn(
    librarySceneId: LibrarySceneId,
    review: Review,
    isToWrite: boolean,
    hasSpace: (merged: Review) => boolean,
  ): boolean {
    const before = table.ofScene(librarySceneId).find(({ reviewer }) => reviewer.id === review.reviewer.id);
    const scene = sceneOf(librarySceneId);
    const merged = before === undefined ? { ...review, scene } : mergeReviews(before, review);
    if (before !== undefined && canonicalText(merged) === canonicalText(before)) return false;
    if (!hasSpace(merged)) throw new TooManyVersionsError();
    put(librarySceneId, merged, isToWrite);
    return true;
  }

  return {
    /**
     * Merges a review that was read from a file. `isElsewhere` if it is not in the library folder, so that it is written there.
     * Returns true if it said something new. Throws TooManyVersionsError if there is no room for it.
     */
    accept: (librarySceneId: LibrarySceneId, review: Review, isElsewhere: boolean) =>
      mergeIn(librarySceneId, review, isElsewhere, (merged) => isBearable(librarySceneId, merged)),
    /** Merges what a file had when it was written: without room for it, it would never be. */
    takeUp: (librarySceneId: LibrarySceneId, review: Review) =>
      void mergeIn(librarySceneId, review, false, () => true),
  };
}

import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import { canonicalText } from '../../core/content-hash.ts';
import { findDisputed, joinDisputed } from './model/disputed.ts';
import { ClockAheadError, mergeReviews, TooManyVersionsError } from './model/merge-reviews.ts';
import { clockOf, clockOfAll, maxAhead, type Review, type ReviewedScene } from './model/review.ts';
import type { ReviewTable } from './review-table.ts';

/**
 * The limits of reviewers of one scene and of the bytes of their reviews: all of them are read whenever one changes or the scene is shown.
 * They do not limit the reviewer of this computer.
 */
export const maxReviewers = 100;
const maxReviewsBytes = 8 * 1024 * 1024;

/** True if two versions of a review differ at most in the names of its scene and its reviewer, which is no news. */
const haveSameStatements = (one: Review, other: Review) =>
  [one, other]
    .map(({ seen, fields, remarks }) => canonicalText({ seen, fields, remarks }))
    .every((text, _, [first]) => text === first);

interface ReviewIntakeOptions {
  table: Pick<ReviewTable, 'ofScene' | 'sizeOfOthers' | 'writer' | 'disputed' | 'setDisputed'>;
  me: () => Review['reviewer'];
  /** Returns the identity of a scene; throws NOT_FOUND if it is not in the library. */
  sceneOf: (librarySceneId: LibrarySceneId) => ReviewedScene;
  /** Stores a review and the new summary of its scene. */
  put: (librarySceneId: LibrarySceneId, review: Review, isToWrite: boolean) => void;
}

/** Creates the functions that merge reviews from files into the database. They must be called in a transaction. */
export function createReviewIntake({ table, me, sceneOf, put }: ReviewIntakeOptions) {
  /** True if a review that was read is within the limits of its scene; otherwise it stays in its file only. */
  function hasRoomFor(librarySceneId: LibrarySceneId, review: Review): boolean {
    const { id } = review.reviewer;
    if (id === me().id) return true;
    const others = table.sizeOfOthers(librarySceneId, id);
    const bytes = Buffer.byteLength(JSON.stringify(review));
    return others.reviews < maxReviewers && others.bytes + bytes <= maxReviewsBytes;
  }

  /** Anybody can write a file under the user's name: what it says to have replaced here is shown until the user chooses. */
  function noteDisputed(librarySceneId: LibrarySceneId, before: Review, merged: Review) {
    const found = findDisputed(before, merged, table.writer());
    if (found === null) return;
    const { id } = before.reviewer;
    const earlier = table.disputed(librarySceneId).get(id) ?? null;
    table.setDisputed(librarySceneId, id, joinDisputed(earlier, found));
  }

  function mergeIn(
    librarySceneId: LibrarySceneId,
    review: Review,
    isToWrite: boolean,
    hasSpace: (merged: Review) => boolean,
  ): boolean {
    const all = table.ofScene(librarySceneId);
    if (clockOf(review) > clockOfAll(all) + maxAhead) throw new ClockAheadError();
    const before = all.find(({ reviewer }) => reviewer.id === review.reviewer.id);
    const scene = sceneOf(librarySceneId);
    const merged = before === undefined ? { ...review, scene } : mergeReviews(before, review);
    if (before !== undefined && canonicalText(merged) === canonicalText(before)) return false;
    if (!hasSpace(merged)) throw new TooManyVersionsError();
    if (before !== undefined && review.reviewer.id === me().id) noteDisputed(librarySceneId, before, merged);
    put(librarySceneId, merged, isToWrite);
    return before === undefined || !haveSameStatements(merged, before);
  }

  return {
    /**
     * Merges a review that was read from a file; returns true if it said something new. With `isElsewhere` the file is not in the library
     * folder, so that the review is written there. Throws TooManyVersionsError if it exceeds the limits, ClockAheadError if its counters
     * are too far ahead.
     */
    accept: (librarySceneId: LibrarySceneId, review: Review, isElsewhere: boolean) =>
      mergeIn(librarySceneId, review, isElsewhere, (merged) => hasRoomFor(librarySceneId, merged)),
    /** Merges the statements that a file had when it was written. No limit applies, because otherwise the file could never be written. */
    acceptWritten: (librarySceneId: LibrarySceneId, review: Review) =>
      void mergeIn(librarySceneId, review, false, () => true),
  };
}

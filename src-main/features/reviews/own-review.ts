import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import { reviewBounds } from '../../../src-preload/contract/reviews.ts';
import { AppError } from '../../core/app-error.ts';
import { canonicalText } from '../../core/content-hash.ts';
import { maxReviewLength } from './format/review-file.ts';
import { withoutTarget } from './model/disputed.ts';
import { type StatementTarget, withValues } from './model/field-values.ts';
import { TooManyVersionsError } from './model/merge-reviews.ts';
import { clockOfAll, emptyReview, type Review, type ReviewedScene } from './model/review.ts';
import type { ReviewTable } from './review-table.ts';

/** The options of `createOwnReview`. */
interface OwnReviewOptions {
  table: Pick<ReviewTable, 'ofScene' | 'writer' | 'disputed' | 'setDisputed'>;
  now: () => Date;
  me: () => Review['reviewer'];
  /** Returns the identity of a scene, equal on every computer; throws NOT_FOUND if it is not in the library. */
  sceneOf: (librarySceneId: LibrarySceneId) => ReviewedScene;
  /** Stores a review and the new summary of its scene. */
  put: (librarySceneId: LibrarySceneId, review: Review, isToWrite: boolean) => void;
}

/** True if a review is within its limits. Removed remarks are remembered, so they count. */
function isWithinLimits(review: Review): boolean {
  if (Object.keys(review.remarks).length > reviewBounds.remarks) return false;
  return JSON.stringify(review).length <= maxReviewLength;
}

/** Creates the functions that read and change the review which this reviewer has of a scene. */
export function createOwnReview({ table, now, me, sceneOf, put }: OwnReviewOptions) {
  const findIn = (reviews: readonly Review[], { id }: Review['reviewer']) =>
    reviews.find(({ reviewer }) => reviewer.id === id);
  return {
    /** Returns the review of this reviewer; an empty one if there is none. Throws NOT_FOUND for an unknown scene. */
    get(librarySceneId: LibrarySceneId): Review {
      const reviewer = me();
      const own = findIn(table.ofScene(librarySceneId), reviewer);
      return own ?? emptyReview(sceneOf(librarySceneId), reviewer);
    },
    /** Ends the dispute about a field, as the user has chosen; returns false if there is none. Must be called in a transaction. */
    endDispute(librarySceneId: LibrarySceneId, target: StatementTarget): boolean {
      const { id } = me();
      const disputed = table.disputed(librarySceneId).get(id);
      if (disputed === undefined) return false;
      const left = withoutTarget(disputed, target);
      if (left !== null && canonicalText(left) === canonicalText(disputed)) return false;
      table.setDisputed(librarySceneId, id, left);
      return true;
    },
    /** Replaces the values of a field. Must be called in a transaction. Throws CONFLICT `review-full`. */
    replaceValues(librarySceneId: LibrarySceneId, target: StatementTarget, values: unknown): void {
      const all = table.ofScene(librarySceneId);
      const reviewer = me();
      const scene = sceneOf(librarySceneId);
      const own = findIn(all, reviewer) ?? emptyReview(scene, reviewer);
      // Greater than the counters of all reviewers of the scene, so that the order of statements needs no computer's clock.
      const counter = 1 + clockOfAll(all);
      const stamp = { writer: table.writer(), counter, at: now().toISOString() };
      try {
        // A statement is about the files that are there now, also if an earlier one was about others.
        const next = withValues({ ...own, scene, reviewer }, target, values, stamp);
        if (!isWithinLimits(next)) throw new AppError('CONFLICT', { detail: 'review-full' });
        put(librarySceneId, next, true);
      } catch (error) {
        if (error instanceof TooManyVersionsError) throw new AppError('CONFLICT', { detail: 'review-full' });
        throw error;
      }
    },
  };
}

/** What `createOwnReview` returns. */
export type OwnReview = ReturnType<typeof createOwnReview>;

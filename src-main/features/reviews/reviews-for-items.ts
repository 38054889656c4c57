import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import { type CatalogReview, maxCatalogVerdicts } from '../../core/catalog-scene.ts';
import { distinctValues } from './model/merge-reviews.ts';
import type { Review } from './model/review.ts';
import { disputedSummary, stateOf } from './model/summary.ts';
import type { ReviewRows } from './review-rows.ts';

function verdictsOf({ reviewer, fields }: Review): CatalogReview['verdicts'] {
  return distinctValues(fields.verdict).flatMap(({ value, at }) =>
    value === null ? [] : [{ reviewer: reviewer.name, verdict: value.verdict, reason: value.reason, at }],
  );
}

/**
 * Creates the function that returns the verdicts of all reviewers of a scene, for its item: other programs cannot read what files of reviews
 * say, because it takes the rules of merging. It returns null for a scene without a verdict.
 */
export const createReviewsForItems =
  (rows: ReviewRows) =>
  (librarySceneId: LibrarySceneId): CatalogReview | null => {
    const reviews = rows.ofScene(librarySceneId);
    const disputed = [...rows.disputed(librarySceneId).values()];
    const { state } = disputedSummary({ state: stateOf(reviews), conflicts: 0 }, disputed);
    return state === null
      ? null
      : { state, verdicts: reviews.flatMap(verdictsOf).slice(0, maxCatalogVerdicts) };
  };

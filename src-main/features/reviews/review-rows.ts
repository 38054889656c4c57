import { z } from 'zod';
import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import { type ReviewerId, reviewerIdSchema } from '../../../src-preload/contract/reviews.ts';
import { jsonColumn, readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import type { Disputed } from './model/disputed.ts';
import { type Review, reviewSchema } from './model/review.ts';

const disputedRow = z.object({
  reviewerId: reviewerIdSchema,
  said: jsonColumn.pipe(reviewSchema),
  isDecision: z.number(),
});
const countRow = z.object({ n: z.number() });
const contentRow = z.object({ content: jsonColumn.pipe(reviewSchema) });

/** Creates the queries for the reviews of one scene, which write nothing. */
export function createReviewRows({ store }: { store: Pick<Store, 'all'> }) {
  return {
    /** Returns all reviews of a scene, in the order of their reviewers. */
    ofScene: (sceneRow: LibrarySceneId): Review[] =>
      readableRows(
        store,
        contentRow,
        'SELECT content FROM review WHERE scene_row = :sceneRow ORDER BY reviewer_id',
        {
          sceneRow,
        },
      ).rows.map(({ content }) => content),
    /** Returns how many of these scenes have a review, by whomever. */
    countReviewed: (sceneRows: readonly LibrarySceneId[]): number =>
      store.all(
        countRow,
        `SELECT count(DISTINCT scene_row) AS n FROM review
         WHERE scene_row IN (SELECT value FROM json_each(:sceneRows))`,
        { sceneRows: JSON.stringify(sceneRows) },
      )[0]?.n ?? 0,
    /** Returns what files say to have replaced of a scene, by reviewer. */
    disputed: (sceneRow: LibrarySceneId): ReadonlyMap<ReviewerId, Disputed> =>
      new Map(
        readableRows(
          store,
          disputedRow,
          `SELECT reviewer_id AS reviewerId, said, is_decision AS isDecision FROM review_disputed
           WHERE scene_row = :sceneRow`,
          { sceneRow },
        ).rows.map(({ reviewerId, said, isDecision }) => [
          reviewerId,
          { said, isDecision: isDecision === 1 },
        ]),
      ),
  };
}

/** What `createReviewRows` returns. */
export type ReviewRows = ReturnType<typeof createReviewRows>;

import { z } from 'zod';
import { type LibrarySceneId, librarySceneIdSchema } from '../../src-preload/contract/ids.ts';
import { type ReviewerId, reviewFields } from '../../src-preload/contract/reviews.ts';
import { readableRows } from '../store/readable-rows.ts';
import type { Store } from '../store/store.ts';
import type { StatementTarget } from './model/state-review.ts';

const stepRow = z.object({
  stepId: z.number(),
  librarySceneId: librarySceneIdSchema,
  field: z.enum([...reviewFields, 'decision', 'remark']),
  remarkId: z.string().nullable(),
  before: z.string(),
  after: z.string(),
});

/** A statement that can be undone: the values of its field on both sides, as `valuesText` writes them. */
export type StoredStep = z.infer<typeof stepRow>;

/** So many steps can be undone. */
const maxSteps = 200;
const columns = `step_id AS stepId, scene_row AS librarySceneId, field, remark_id AS remarkId, before, after`;

/** Creates the steps of statements; they survive the end of the program. Each reviewer of this computer has their own. */
export function createReviewSteps({ store }: { store: Store }) {
  const one = (condition: string, params: Record<string, string | number>): StoredStep | null =>
    readableRows(store, stepRow, `SELECT ${columns} FROM review_step WHERE ${condition} LIMIT 1`, params)
      .rows[0] ?? null;
  return {
    /** Records a step; those that were undone cannot be done again after it. */
    add(
      reviewerId: ReviewerId,
      librarySceneId: LibrarySceneId,
      { field, remarkId }: StatementTarget,
      sides: Pick<StoredStep, 'before' | 'after'>,
    ) {
      store.run('DELETE FROM review_step WHERE is_undone = 1 AND reviewer_id = :reviewerId', { reviewerId });
      store.run(
        `INSERT INTO review_step (scene_row, reviewer_id, field, remark_id, before, after)
         VALUES (:librarySceneId, :reviewerId, :field, :remarkId, :before, :after)`,
        { reviewerId, librarySceneId, field, remarkId, ...sides },
      );
      store.run(
        'DELETE FROM review_step WHERE step_id <= (SELECT max(step_id) FROM review_step) - :maxSteps',
        { maxSteps },
      );
    },
    get: (stepId: number, reviewerId: ReviewerId) =>
      one('step_id = :stepId AND reviewer_id = :reviewerId', { stepId, reviewerId }),
    lastDone: (reviewerId: ReviewerId) =>
      one('is_undone = 0 AND reviewer_id = :reviewerId ORDER BY step_id DESC', { reviewerId }),
    firstUndone: (reviewerId: ReviewerId) =>
      one('is_undone = 1 AND reviewer_id = :reviewerId ORDER BY step_id', { reviewerId }),
    mark(stepId: number, isUndone: boolean) {
      store.run('UPDATE review_step SET is_undone = :isUndone WHERE step_id = :stepId', {
        stepId,
        isUndone: isUndone ? 1 : 0,
      });
    },
    drop: (stepId: number) => void store.run('DELETE FROM review_step WHERE step_id = :stepId', { stepId }),
  };
}

/** What `createReviewSteps` returns. */
export type ReviewSteps = ReturnType<typeof createReviewSteps>;

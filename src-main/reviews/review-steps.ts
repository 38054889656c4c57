import { z } from 'zod';
import { type LibrarySceneId, librarySceneIdSchema } from '../../src-preload/contract/ids.ts';
import { type ReviewerId, reviewFields } from '../../src-preload/contract/reviews.ts';
import { readableRows } from '../store/readable-rows.ts';
import type { Store } from '../store/store.ts';
import type { StatementTarget } from './model/field-values.ts';

const stepRow = z.object({
  stepId: z.number(),
  librarySceneId: librarySceneIdSchema,
  field: z.enum([...reviewFields, 'decision', 'remark']),
  remarkId: z.string().nullable(),
  before: z.string(),
  after: z.string(),
});

/** A statement that can be undone: the values of its field before and after it, as `valuesText` writes them. */
export type StoredStep = z.infer<typeof stepRow>;

/** The number of steps that can be undone. */
const maxSteps = 200;
const columns = `step_id AS stepId, scene_row AS librarySceneId, field, remark_id AS remarkId, before, after`;

/** Creates the stored undo steps of statements. Each reviewer of this computer has their own. */
export function createReviewSteps({ store }: { store: Store }) {
  const findOne = (condition: string, params: Record<string, string | number>): StoredStep | null =>
    readableRows(store, stepRow, `SELECT ${columns} FROM review_step WHERE ${condition} LIMIT 1`, params)
      .rows[0] ?? null;
  return {
    /** Stores a step and removes the undone steps, which cannot be redone after it. */
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
    /** Lets the last step end with `after`, if it is one of this field and ended with `before`; returns false if it is another one. */
    extend(
      reviewerId: ReviewerId,
      librarySceneId: LibrarySceneId,
      { field, remarkId }: StatementTarget,
      { before, after }: Pick<StoredStep, 'before' | 'after'>,
    ): boolean {
      const last = findOne('reviewer_id = :reviewerId ORDER BY step_id DESC', { reviewerId });
      const isSame =
        last?.librarySceneId === librarySceneId && last.field === field && last.remarkId === remarkId;
      if (!isSame || last.after !== before) return false;
      store.run('UPDATE review_step SET after = :after WHERE step_id = :stepId AND is_undone = 0', {
        after,
        stepId: last.stepId,
      });
      return true;
    },
    get: (stepId: number, reviewerId: ReviewerId) =>
      findOne('step_id = :stepId AND reviewer_id = :reviewerId', { stepId, reviewerId }),
    /** Returns the step to undo next; null if there is none. */
    lastDone: (reviewerId: ReviewerId) =>
      findOne('is_undone = 0 AND reviewer_id = :reviewerId ORDER BY step_id DESC', { reviewerId }),
    /** Returns the step to redo next; null if there is none. */
    firstUndone: (reviewerId: ReviewerId) =>
      findOne('is_undone = 1 AND reviewer_id = :reviewerId ORDER BY step_id', { reviewerId }),
    /** Stores whether a step is undone. */
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

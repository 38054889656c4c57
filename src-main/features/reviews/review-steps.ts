import { z } from 'zod';
import { type LibrarySceneId, librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { type ReviewerId, reviewFields } from '../../../src-preload/contract/reviews.ts';
import { readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import type { StatementTarget } from './model/field-values.ts';

const stepRow = z.object({
  stepId: z.number(),
  /** The id of the change: the first step of a change of many scenes, else the step itself. */
  changeId: z.number(),
  librarySceneId: librarySceneIdSchema,
  field: z.enum([...reviewFields, 'decision', 'remark']),
  remarkId: z.string().nullable(),
  before: z.string(),
  after: z.string(),
});
const countRow = z.object({ n: z.number() });

/** A statement that can be undone: the values of its field before and after it, as `valuesText` writes them. */
export type StoredStep = z.infer<typeof stepRow>;

/** The number of changes that can be undone; a change of many scenes counts once. */
const maxChanges = 200;
const changeId = 'coalesce(first_step, step_id)';
const columns = `step_id AS stepId, ${changeId} AS changeId, scene_row AS librarySceneId, field, remark_id AS remarkId, before, after`;

/** Creates the stored undo steps of statements. Each reviewer of this computer has their own. */
export function createReviewSteps({ store }: { store: Store }) {
  const find = (condition: string, params: Record<string, string | number>): StoredStep[] =>
    readableRows(store, stepRow, `SELECT ${columns} FROM review_step WHERE ${condition}`, params).rows;
  const findOne = (condition: string, params: Record<string, string | number>): StoredStep | null =>
    find(`${condition} LIMIT 1`, params)[0] ?? null;
  return {
    /**
     * Stores a step and removes the undone steps, which cannot be redone after it. With `firstStep` it belongs to the change that began
     * with that step. Returns its id.
     */
    add(
      reviewerId: ReviewerId,
      librarySceneId: LibrarySceneId,
      { field, remarkId }: StatementTarget,
      sides: Pick<StoredStep, 'before' | 'after'>,
      firstStep: number | null = null,
    ): number {
      store.run('DELETE FROM review_step WHERE is_undone = 1 AND reviewer_id = :reviewerId', { reviewerId });
      store.run(
        `INSERT INTO review_step (scene_row, reviewer_id, field, remark_id, before, after, first_step)
         VALUES (:librarySceneId, :reviewerId, :field, :remarkId, :before, :after, :firstStep)`,
        { reviewerId, librarySceneId, field, remarkId, firstStep, ...sides },
      );
      if (firstStep === null)
        store.run(
          `DELETE FROM review_step WHERE reviewer_id = :reviewerId AND ${changeId} <=
             (SELECT DISTINCT ${changeId} FROM review_step WHERE reviewer_id = :reviewerId
              ORDER BY ${changeId} DESC LIMIT 1 OFFSET :maxChanges)`,
          { reviewerId, maxChanges },
        );
      const added = store.get(countRow, 'SELECT max(step_id) AS n FROM review_step');
      return added?.n ?? 0;
    },
    /** Lets the last step end with `after`, if it is one of this field and ended with `before`. Returns it; null if it is another one. */
    extend(
      reviewerId: ReviewerId,
      librarySceneId: LibrarySceneId,
      { field, remarkId }: StatementTarget,
      { before, after }: Pick<StoredStep, 'before' | 'after'>,
    ): number | null {
      const last = findOne('reviewer_id = :reviewerId ORDER BY step_id DESC', { reviewerId });
      const isSame =
        last?.librarySceneId === librarySceneId && last.field === field && last.remarkId === remarkId;
      if (!isSame || last.after !== before) return null;
      store.run('UPDATE review_step SET after = :after WHERE step_id = :stepId AND is_undone = 0', {
        after,
        stepId: last.stepId,
      });
      return last.stepId;
    },
    get: (stepId: number, reviewerId: ReviewerId) =>
      findOne('step_id = :stepId AND reviewer_id = :reviewerId', { stepId, reviewerId }),
    /** Returns the next steps of a change that are undone, or are not; at most `limit`. */
    ofChange: (id: number, reviewerId: ReviewerId, isUndone: boolean, limit: number) =>
      find(
        `reviewer_id = :reviewerId AND ${changeId} = :id AND is_undone = :isUndone ORDER BY step_id LIMIT :limit`,
        { id, reviewerId, isUndone: isUndone ? 1 : 0, limit },
      ),
    /** Returns the number of steps of a change that are undone, or are not. */
    countChange: (id: number, reviewerId: ReviewerId, isUndone: boolean): number =>
      store.get(
        countRow,
        `SELECT count(*) AS n FROM review_step
         WHERE reviewer_id = :reviewerId AND ${changeId} = :id AND is_undone = :isUndone`,
        { id, reviewerId, isUndone: isUndone ? 1 : 0 },
      )?.n ?? 0,
    /** Returns a step of the change to undo next; null if there is none. */
    lastDone: (reviewerId: ReviewerId) =>
      findOne(`is_undone = 0 AND reviewer_id = :reviewerId ORDER BY ${changeId} DESC, step_id`, {
        reviewerId,
      }),
    /** Returns a step of the change to redo next; null if there is none. */
    firstUndone: (reviewerId: ReviewerId) =>
      findOne(`is_undone = 1 AND reviewer_id = :reviewerId ORDER BY ${changeId}, step_id`, { reviewerId }),
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

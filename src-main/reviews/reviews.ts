import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { LibrarySceneId } from '../../src-preload/contract/ids.ts';
import type {
  Remark,
  RemarkId,
  ReviewerId,
  ReviewStep,
  ReviewSummary,
  ReviewsOfScene,
  SceneReview,
  Statement,
} from '../../src-preload/contract/reviews.ts';
import { remarkIdSchema, reviewBounds } from '../../src-preload/contract/reviews.ts';
import { AppError } from '../app-error.ts';
import { canonicalText } from '../core/content-hash.ts';
import type { Store } from '../store/store.ts';
import { mostReviewLength } from './format/review-file.ts';
import { distinctValues, mergeReviews, TooManyVersionsError } from './model/merge-reviews.ts';
import { clockOf, emptyReview, type Review, type ReviewedScene, type Version } from './model/review.ts';
import { type StatementTarget, valuesText, withValues } from './model/state-review.ts';
import { decide, summaryOf } from './model/summary.ts';
import { createReviewIntake } from './review-intake.ts';
import type { ReviewSteps, StoredStep } from './review-steps.ts';
import type { ReviewTable } from './review-table.ts';

/** What the reviews need. */
export interface ReviewsOptions {
  store: Pick<Store, 'transaction'>;
  table: ReviewTable;
  steps: ReviewSteps;
  now: () => Date;
  /** Who reviews on this computer now. Written down before the first statement. */
  me: () => Review['reviewer'];
  /** Returns by what a scene is known on every computer, and its name; null if it is not in the library. */
  scene: (librarySceneId: LibrarySceneId) => { scene: ReviewedScene; name: string } | null;
  /** Records for the list of scenes what all reviews of one say. Called in a transaction. */
  putSummary: (librarySceneId: LibrarySceneId, summary: ReviewSummary) => void;
  /** Called after a change; `isToWrite` if there is a file to write. */
  changed: (isToWrite: boolean) => void;
}

/** Opening a scene again within this time is the same visit: each one that counts writes a file. */
const sameVisitMs = 60 * 60_000;

const shownOf = <T>(versions: readonly Version<T>[]) =>
  distinctValues(versions).map(({ value, at }) => ({ value, at }));

const shownRemarks = ({ remarks }: Review): SceneReview['remarks'] =>
  Object.entries(remarks).flatMap(([id, versions]) => {
    const values: { value: Remark | null; at: string }[] = shownOf(versions);
    const remarkId: RemarkId = remarkIdSchema.parse(id);
    return values.some(({ value }) => value !== null) ? [{ remarkId, values }] : [];
  });

function shownReview(review: Review, me: ReviewerId): SceneReview {
  const { reviewer, fields, seen } = review;
  return {
    ...{ reviewerId: reviewer.id, name: reviewer.name, isMine: reviewer.id === me, seen },
    verdict: shownOf(fields.verdict),
    rating: shownOf(fields.rating),
    tags: shownOf(fields.tags),
    notes: shownOf(fields.notes),
    decision: shownOf(fields.decision).map(({ value, at }) => ({ value: value?.verdict ?? null, at })),
    remarks: shownRemarks(review),
  };
}

const targetOf = (statement: Statement): StatementTarget => ({
  field: statement.field,
  remarkId: statement.field === 'remark' ? statement.remarkId : null,
});

/** True if a review has room for the statement: removed remarks are remembered, so they count. */
function hasRoom(review: Review): boolean {
  if (Object.keys(review.remarks).length > reviewBounds.remarks) return false;
  return JSON.stringify(review).length <= mostReviewLength;
}

/** Creates the reviews of scenes: statements of this reviewer, their undo, and what was read of others. */
export function createReviews(options: ReviewsOptions) {
  const { store, table, steps, now, me, scene: sceneOf, putSummary, changed } = options;

  function known(librarySceneId: LibrarySceneId) {
    const scene = sceneOf(librarySceneId);
    if (scene === null) throw new AppError('NOT_FOUND', { what: `scene ${librarySceneId}` });
    return scene;
  }

  /** Stores a review and what all reviews of its scene say now. To be called in a transaction. */
  function put(librarySceneId: LibrarySceneId, review: Review, isToWrite: boolean) {
    table.put(librarySceneId, review, isToWrite);
    putSummary(librarySceneId, summaryOf(table.ofScene(librarySceneId)));
  }

  /** Replaces the values of a field of this reviewer. To be called in a transaction. */
  function replaceValues(librarySceneId: LibrarySceneId, target: StatementTarget, values: unknown): void {
    const all = table.ofScene(librarySceneId);
    const reviewer = me();
    const own =
      all.find((review) => review.reviewer.id === reviewer.id) ??
      emptyReview(known(librarySceneId).scene, reviewer);
    // Greater than all that is known of the scene, whoever said it: the order of statements needs no clock of a computer.
    const counter = 1 + Math.max(0, clockOf(own), ...all.map(clockOf));
    const stamp = { writer: table.writer(), counter, at: now().toISOString() };
    try {
      const next = withValues({ ...own, reviewer }, target, values, stamp);
      if (!hasRoom(next)) throw new AppError('CONFLICT', { detail: 'review-full' });
      put(librarySceneId, next, true);
    } catch (error) {
      if (error instanceof TooManyVersionsError) throw new AppError('CONFLICT', { detail: 'review-full' });
      throw error;
    }
  }

  const ownOf = (librarySceneId: LibrarySceneId): Review => {
    const reviewer = me();
    const own = table.ofScene(librarySceneId).find((review) => review.reviewer.id === reviewer.id);
    return own ?? emptyReview(known(librarySceneId).scene, reviewer);
  };

  const toldStep = (step: StoredStep | null): ReviewStep | null => {
    if (step === null) return null;
    const { stepId, librarySceneId, field } = step;
    return { stepId, librarySceneId, field, sceneName: sceneOf(librarySceneId)?.name ?? '' };
  };

  /** Goes to the other side of a step. Nothing happens where the field was changed since; then the step is dropped. */
  function swap(stepId: number, isUndo: boolean): boolean {
    const isDone = store.transaction(() => {
      const step = steps.get(stepId, me().id);
      if (step === null) return false;
      const [from, to] = isUndo ? [step.after, step.before] : [step.before, step.after];
      if (valuesText(ownOf(step.librarySceneId), step) !== from) {
        steps.drop(stepId);
        return false;
      }
      replaceValues(step.librarySceneId, step, JSON.parse(to));
      steps.mark(stepId, isUndo);
      return true;
    });
    changed(isDone);
    return isDone;
  }

  /** Returns all reviews of a scene. */
  function ofScene(librarySceneId: LibrarySceneId): ReviewsOfScene {
    const reviews = table.ofScene(librarySceneId);
    const { id } = me();
    return {
      librarySceneId,
      summary: summaryOf(reviews),
      reviews: reviews.map((review) => shownReview(review, id)),
      problems: table.problems(librarySceneId),
      isWaiting: table.isPending(librarySceneId),
    };
  }

  return {
    ofScene,
    /** Returns the reviews of these scenes, one scene a turn: a review may have megabytes of remarks. */
    async some(ids: readonly LibrarySceneId[]): Promise<ReviewsOfScene[]> {
      const found: ReviewsOfScene[] = [];
      for (const id of ids) {
        if (sceneOf(id) !== null) found.push(ofScene(id));
        await yieldToEventLoop();
      }
      return found;
    },
    /** Records a statement of this reviewer, and the step that undoes it; nothing if it says what is said already. */
    state(librarySceneId: LibrarySceneId, statement: Statement) {
      const isChanged = store.transaction(() => {
        const target = targetOf(statement);
        const own = ownOf(librarySceneId);
        const before = valuesText(own, target);
        const value =
          statement.field === 'decision'
            ? decide(table.ofScene(librarySceneId), statement.value)
            : statement.value;
        const after = canonicalText([value]);
        if (after === before) return false;
        replaceValues(librarySceneId, target, [value]);
        steps.add(own.reviewer.id, librarySceneId, target, { before, after });
        return true;
      });
      if (isChanged) changed(true);
    },
    /** Records that this reviewer has opened the scene. */
    noteOpened(librarySceneId: LibrarySceneId) {
      const at = now();
      const isChanged = store.transaction(() => {
        const own = ownOf(librarySceneId);
        const last = own.seen === null ? Number.NaN : Date.parse(own.seen.last);
        // A clock that went back is a visit of its own.
        if (Math.abs(at.getTime() - last) < sameVisitMs) return false;
        const time = at.toISOString();
        put(
          librarySceneId,
          { ...own, reviewer: me(), seen: { first: own.seen?.first ?? time, last: time } },
          true,
        );
        return true;
      });
      if (isChanged) changed(true);
    },
    ...createReviewIntake({ table, me, put, sceneOf: (id) => known(id).scene }),
    /**
     * Notes the reviews of a scene of which the files in its folder do not say all: somebody has removed one, or copied an older one
     * over it. `of` limits that to one reviewer. Returns true if there are any. To be called in a transaction.
     */
    noteMissing(librarySceneId: LibrarySceneId, inFiles: readonly Review[], of?: ReviewerId): boolean {
      let isAny = false;
      for (const review of table.ofScene(librarySceneId)) {
        const { id } = review.reviewer;
        if (of !== undefined && of !== id) continue;
        const said = inFiles.filter(({ reviewer }) => reviewer.id === id);
        const [first, ...others] = said;
        if (first !== undefined && saysAll([first, ...others], review)) continue;
        table.note(librarySceneId, id);
        isAny = true;
      }
      return isAny;
    },
    history: () => {
      const { id } = me();
      return { undo: toldStep(steps.lastDone(id)), redo: toldStep(steps.firstUndone(id)) };
    },
    undo: (stepId: number) => swap(stepId, true),
    redo: (stepId: number) => swap(stepId, false),
  };
}

/** What a review says, without how the computer calls its scene. */
const contentText = ({ seen, fields, remarks }: Review) => canonicalText({ seen, fields, remarks });

/** True if these files together say all that a review says. Files that are too many to be merged are left as they are. */
function saysAll([first, ...others]: readonly [Review, ...Review[]], review: Review): boolean {
  try {
    const all = others.reduce(mergeReviews, first);
    return contentText(mergeReviews(all, review)) === contentText(all);
  } catch (error) {
    if (error instanceof TooManyVersionsError) return true;
    throw error;
  }
}

/** What `createReviews` returns. */
export type Reviews = ReturnType<typeof createReviews>;

import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import {
  type Remark,
  type RemarkId,
  type ReviewerId,
  type ReviewSummary,
  type ReviewsOfScene,
  remarkIdSchema,
  type SceneReview,
  type Statement,
} from '../../../src-preload/contract/reviews.ts';
import { AppError } from '../../core/app-error.ts';
import { canonicalText } from '../../core/content-hash.ts';
import type { Store } from '../../store/store.ts';
import { withStatements } from './model/disputed.ts';
import { type StatementTarget, valuesText } from './model/field-values.ts';
import { distinctValues, mergeReviews, TooManyVersionsError } from './model/merge-reviews.ts';
import type { Review, ReviewedScene, Version } from './model/review.ts';
import { decide, disputedSummary, summaryOf } from './model/summary.ts';
import { createOwnReview } from './own-review.ts';
import { createReviewIntake } from './review-intake.ts';
import type { ReviewSteps } from './review-steps.ts';
import type { ReviewTable } from './review-table.ts';
import { createReviewUndo } from './review-undo.ts';
import { createStateMany } from './state-many.ts';

const shownVersions = <T>(versions: readonly Version<T>[]) =>
  distinctValues(versions).map(({ value, at }) => ({ value, at }));

const shownRemarks = ({ remarks }: Review): SceneReview['remarks'] =>
  Object.entries(remarks).flatMap(([id, versions]) => {
    const values: { value: Remark | null; at: string }[] = shownVersions(versions);
    const remarkId: RemarkId = remarkIdSchema.parse(id);
    return values.some(({ value }) => value !== null) ? [{ remarkId, values }] : [];
  });

/** Returns a review as the page shows it; `me` is the reviewer of this computer. Removed remarks are left out. */
function shownReview(review: Review, me: ReviewerId): SceneReview {
  const { reviewer, fields, seen } = review;
  return {
    reviewerId: reviewer.id,
    name: reviewer.name,
    isMine: reviewer.id === me,
    seen,
    verdict: shownVersions(fields.verdict),
    rating: shownVersions(fields.rating),
    tags: shownVersions(fields.tags),
    notes: shownVersions(fields.notes),
    decision: shownVersions(fields.decision).map(({ value, at }) => ({ value: value?.verdict ?? null, at })),
    remarks: shownRemarks(review),
  };
}

/** The content of a review, without the names that a computer has for its scene. */
const contentText = ({ seen, fields, remarks }: Review) => canonicalText({ seen, fields, remarks });

/** True if these files together have all that a review says. Files that are too many to be merged are left as they are. */
function haveAllOf([first, ...others]: readonly [Review, ...Review[]], review: Review): boolean {
  try {
    const all = others.reduce(mergeReviews, first);
    return contentText(mergeReviews(all, review)) === contentText(all);
  } catch (error) {
    if (error instanceof TooManyVersionsError) return true;
    throw error;
  }
}

/** Creates the function that notes reviews whose files lack statements, so that these files are written again. */
function createMissingStatements({ table }: { table: Pick<ReviewTable, 'ofScene' | 'note'> }) {
  /**
   * Notes the reviews of a scene that the files in its folder do not contain completely, because somebody has removed a file or copied
   * an older one over it. `inFiles` is what the files contain; with `reviewerId` only the review of that reviewer is checked. Returns
   * true if there are any. Must be called in a transaction.
   */
  return (librarySceneId: LibrarySceneId, inFiles: readonly Review[], reviewerId?: ReviewerId): boolean => {
    let isAny = false;
    for (const review of table.ofScene(librarySceneId)) {
      const { id } = review.reviewer;
      if (reviewerId !== undefined && reviewerId !== id) continue;
      const [first, ...others] = inFiles.filter(({ reviewer }) => reviewer.id === id);
      if (first !== undefined && haveAllOf([first, ...others], review)) continue;
      table.note(librarySceneId, id);
      isAny = true;
    }
    return isAny;
  };
}

/** The options of `createReviews`. */
export interface ReviewsOptions {
  store: Pick<Store, 'transaction'>;
  table: ReviewTable;
  steps: ReviewSteps;
  now: () => Date;
  /** Returns the present reviewer of this computer, whose id is stored before the first statement. */
  me: () => Review['reviewer'];
  /** Returns the identity of a scene, equal on every computer, and its name; null if it is not in the library. */
  scene: (librarySceneId: LibrarySceneId) => { scene: ReviewedScene; name: string } | null;
  /** Stores the summary of all reviews of a scene for the list of scenes. Called in a transaction. */
  putSummary: (librarySceneId: LibrarySceneId, summary: ReviewSummary) => void;
  /** True for a scene in a further library folder, to which no review is written. */
  staysHere?: (librarySceneId: LibrarySceneId) => boolean;
  /** Called after a change; `isToWrite` if there is a file to write. */
  changed: (isToWrite: boolean) => void;
}

/** A scene that is opened again within this time counts as the same visit, because each visit writes a file. */
const sameVisitMs = 60 * 60_000;

const targetOf = (statement: Statement): StatementTarget => ({
  field: statement.field,
  remarkId: statement.field === 'remark' ? statement.remarkId : null,
});

/** Creates the reviews of scenes: statements of this reviewer, their undo, and the intake of reviews from files. */
export function createReviews(options: ReviewsOptions) {
  const { store, table, steps, now, me, scene, putSummary, changed } = options;

  function sceneOf(librarySceneId: LibrarySceneId): ReviewedScene {
    const found = scene(librarySceneId);
    if (found === null) throw new AppError('NOT_FOUND', { what: `scene ${librarySceneId}` });
    return found.scene;
  }

  /** Stores a review and the new summary of its scene. Must be called in a transaction. */
  function put(librarySceneId: LibrarySceneId, review: Review, isToWrite: boolean) {
    table.put(librarySceneId, review, isToWrite);
    refreshSummary(librarySceneId);
  }

  function refreshSummary(librarySceneId: LibrarySceneId) {
    putSummary(librarySceneId, withDisputes(librarySceneId).summary);
  }

  /** Returns the reviews of a scene with what files say to have replaced of them, and their summary. */
  function withDisputes(librarySceneId: LibrarySceneId): { reviews: Review[]; summary: ReviewSummary } {
    const disputed = table.disputed(librarySceneId);
    const reviews = table.ofScene(librarySceneId).map((review) => {
      const own = disputed.get(review.reviewer.id);
      return own === undefined ? review : withStatements(review, own);
    });
    return { reviews, summary: disputedSummary(summaryOf(reviews, me().id), [...disputed.values()]) };
  }

  const own = createOwnReview({ table, now, me, sceneOf, put });

  /**
   * Stores a statement of this reviewer with the step that undoes it: the last one if the statement `isMore` of it, or one of the change
   * that began with `firstStep`. Returns the step, `chosen` if it only ended a dispute, and null if the field says the same already. Must
   * be called in a transaction.
   */
  function record(
    librarySceneId: LibrarySceneId,
    statement: Statement,
    { isMore = false, firstStep = null }: { isMore?: boolean; firstStep?: number | null },
  ): number | 'chosen' | null {
    const target = targetOf(statement);
    const review = own.get(librarySceneId);
    const before = valuesText(review, target);
    const value =
      statement.field === 'decision'
        ? decide(table.ofScene(librarySceneId), statement.value)
        : statement.value;
    const after = canonicalText([value]);
    const disputed = table.disputed(librarySceneId).get(review.reviewer.id);
    // An undo brings back what was on the screen: the other statement too, if the two differed.
    const shown = disputed === undefined ? before : valuesText(withStatements(review, disputed), target);
    const wasDisputed = own.endDispute(librarySceneId, target);
    if (after === before) {
      if (wasDisputed) refreshSummary(librarySceneId);
      return wasDisputed ? 'chosen' : null;
    }
    own.replaceValues(librarySceneId, target, [value]);
    const { id } = review.reviewer;
    const extended =
      isMore && !wasDisputed ? steps.extend(id, librarySceneId, target, { before, after }) : null;
    return extended ?? steps.add(id, librarySceneId, target, { before: shown, after }, firstStep);
  }

  /** Returns all reviews of a scene. */
  function ofScene(librarySceneId: LibrarySceneId): ReviewsOfScene {
    const { reviews, summary } = withDisputes(librarySceneId);
    const { id } = me();
    return {
      librarySceneId,
      summary,
      reviews: reviews.map((review) => shownReview(review, id)),
      problems: table.problems(librarySceneId),
      isWaiting: table.isPending(librarySceneId),
      staysHere: options.staysHere?.(librarySceneId) ?? false,
      isDisputed: table.disputed(librarySceneId).has(id),
    };
  }

  return {
    ...createReviewUndo({
      store,
      steps,
      own,
      me,
      changed,
      sceneName: (librarySceneId) => scene(librarySceneId)?.name ?? '',
    }),
    ...createReviewIntake({ table, me, put, sceneOf }),
    noteMissing: createMissingStatements({ table }),
    ofScene,
    /** Puts the present name of this reviewer into all own reviews, whose files are then to be written; returns their scenes. */
    rename: (): LibrarySceneId[] => store.transaction(() => table.rename(me())),
    /**
     * Stores the summaries of these scenes again with `store`, for who this reviewer is now. Yields after each, and stops when
     * `signal` is aborted.
     */
    async refreshSummaries(
      ids: readonly LibrarySceneId[],
      {
        put: putAgain,
        signal,
      }: { put: (id: LibrarySceneId, summary: ReviewSummary) => void; signal: AbortSignal },
    ): Promise<void> {
      for (const id of ids) {
        if (signal.aborted) return;
        store.transaction(() => putAgain(id, withDisputes(id).summary));
        await yieldToEventLoop();
      }
    },
    /** Resolves with the reviews of these scenes, without unknown ones. Yields after each, because a review may have megabytes of remarks. */
    async ofScenes(ids: readonly LibrarySceneId[]): Promise<ReviewsOfScene[]> {
      const found: ReviewsOfScene[] = [];
      for (const id of ids) {
        if (scene(id) !== null) found.push(ofScene(id));
        await yieldToEventLoop();
      }
      return found;
    },
    /**
     * Stores a statement of this reviewer and the step that undoes it; does nothing if the field says the same already. With `isMore` the
     * statement belongs to the step of the one before it, if that is of the same field.
     */
    recordStatement(librarySceneId: LibrarySceneId, statement: Statement, isMore = false) {
      const step = store.transaction(() => record(librarySceneId, statement, { isMore }));
      if (step !== null) changed(step !== 'chosen');
    },
    stateMany: createStateMany({
      own: own.get,
      record: (librarySceneId, statement, firstStep) =>
        store.transaction(() => {
          const step = record(librarySceneId, statement, { firstStep });
          return step === 'chosen' ? null : step;
        }),
      changed: () => changed(true),
    }),
    /** Ends all disputes of a scene: the user made the statements that files have under the user's name. */
    confirmElsewhere(librarySceneId: LibrarySceneId) {
      store.transaction(() => {
        table.setDisputed(librarySceneId, me().id, null);
        refreshSummary(librarySceneId);
      });
      changed(false);
    },
    /** Stores that this reviewer has opened the scene. */
    noteOpened(librarySceneId: LibrarySceneId) {
      const at = now();
      const isChanged = store.transaction(() => {
        const review = own.get(librarySceneId);
        const last = review.seen === null ? Number.NaN : Date.parse(review.seen.last);
        // A visit after the clock was set back by more than that counts too.
        if (Math.abs(at.getTime() - last) < sameVisitMs) return false;
        const time = at.toISOString();
        const seen = { first: review.seen?.first ?? time, last: time };
        put(librarySceneId, { ...review, reviewer: me(), seen }, true);
        return true;
      });
      if (isChanged) changed(true);
    },
  };
}

/** What `createReviews` returns. */
export type Reviews = ReturnType<typeof createReviews>;

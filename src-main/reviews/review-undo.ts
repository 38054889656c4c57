import type { LibrarySceneId } from '../../src-preload/contract/ids.ts';
import type { ReviewStep } from '../../src-preload/contract/reviews.ts';
import type { Store } from '../store/store.ts';
import { valuesText } from './model/field-values.ts';
import type { Review } from './model/review.ts';
import type { OwnReview } from './own-review.ts';
import type { ReviewSteps, StoredStep } from './review-steps.ts';

/** The options of `createReviewUndo`. */
interface ReviewUndoOptions {
  store: Pick<Store, 'transaction'>;
  steps: ReviewSteps;
  own: OwnReview;
  me: () => Review['reviewer'];
  /** Returns the name of a scene; '' if it is not in the library. */
  sceneName: (librarySceneId: LibrarySceneId) => string;
  /** Called after an attempt; `isToWrite` if a review has changed. */
  changed: (isToWrite: boolean) => void;
}

/** Creates undo and redo of the statements of this reviewer. */
export function createReviewUndo({ store, steps, own, me, sceneName, changed }: ReviewUndoOptions) {
  /** Applies a step in one direction. If the field has been changed since, the step is removed instead; then it returns false. */
  function apply(stepId: number, isUndo: boolean): boolean {
    const isDone = store.transaction(() => {
      const step = steps.get(stepId, me().id);
      if (step === null) return false;
      const [from, to] = isUndo ? [step.after, step.before] : [step.before, step.after];
      if (valuesText(own.get(step.librarySceneId), step) !== from) {
        steps.drop(stepId);
        return false;
      }
      own.endDispute(step.librarySceneId, step);
      own.replaceValues(step.librarySceneId, step, JSON.parse(to));
      steps.mark(stepId, isUndo);
      return true;
    });
    changed(isDone);
    return isDone;
  }

  const toShownStep = (step: StoredStep | null): ReviewStep | null => {
    if (step === null) return null;
    const { stepId, librarySceneId, field } = step;
    return { stepId, librarySceneId, field, sceneName: sceneName(librarySceneId) };
  };

  return {
    /** Returns the next step to undo and the next one to redo; null where there is none. */
    history: () => {
      const { id } = me();
      return { undo: toShownStep(steps.lastDone(id)), redo: toShownStep(steps.firstUndone(id)) };
    },
    /** Returns false if nothing was undone. */
    undo: (stepId: number) => apply(stepId, true),
    /** Returns false if nothing was done again. */
    redo: (stepId: number) => apply(stepId, false),
  };
}

import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import type { ReviewStep, SwappedSteps } from '../../../src-preload/contract/reviews.ts';
import type { Store } from '../../store/store.ts';
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

/** The number of scenes that are changed before other work has its turn. */
export const scenesAtOnce = 25;

/** Creates undo and redo of the statements of this reviewer. */
export function createReviewUndo({ store, steps, own, me, sceneName, changed }: ReviewUndoOptions) {
  /** Applies a step in one direction. If the field has been changed since, the step is removed instead; then it returns false. */
  function apply(step: StoredStep, isUndo: boolean): boolean {
    const [from, to] = isUndo ? [step.after, step.before] : [step.before, step.after];
    if (valuesText(own.get(step.librarySceneId), step) !== from) {
      steps.drop(step.stepId);
      return false;
    }
    own.endDispute(step.librarySceneId, step);
    own.replaceValues(step.librarySceneId, step, JSON.parse(to));
    steps.mark(step.stepId, isUndo);
    return true;
  }

  /** Applies all steps of the change that this step belongs to, some at a time. */
  async function applyChange(stepId: number, isUndo: boolean): Promise<SwappedSteps> {
    const reviewer = me().id;
    const step = steps.get(stepId, reviewer);
    let done = 0;
    let kept = 0;
    for (let isMore = step !== null; isMore && step !== null; ) {
      const some = steps.ofChange(step.changeId, reviewer, !isUndo, scenesAtOnce);
      try {
        for (const each of some)
          if (store.transaction(() => apply(each, isUndo))) done += 1;
          else kept += 1;
      } finally {
        changed(done > 0);
      }
      isMore = some.length === scenesAtOnce;
      if (isMore) await yieldToEventLoop();
    }
    return { isDone: done > 0, kept };
  }

  const toShownStep = (step: StoredStep | null, isUndone: boolean): ReviewStep | null => {
    if (step === null) return null;
    const { stepId, changeId, librarySceneId, field } = step;
    const scenes = steps.countChange(changeId, me().id, isUndone);
    return { stepId, librarySceneId, field, scenes, sceneName: sceneName(librarySceneId) };
  };

  return {
    /** Returns the next step to undo and the next one to redo; null where there is none. */
    history: () => {
      const { id } = me();
      return {
        undo: toShownStep(steps.lastDone(id), false),
        redo: toShownStep(steps.firstUndone(id), true),
      };
    },
    undo: (stepId: number) => applyChange(stepId, true),
    redo: (stepId: number) => applyChange(stepId, false),
  };
}

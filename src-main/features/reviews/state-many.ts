import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import {
  type ManyStatement,
  reviewBounds,
  type StatedMany,
  type Statement,
} from '../../../src-preload/contract/reviews.ts';
import { isAppError } from '../../core/app-error.ts';
import type { Review } from './model/review.ts';
import { scenesAtOnce } from './review-undo.ts';

/** The options of `createStateMany`. */
interface StateManyOptions {
  /** Returns this reviewer's review of a scene; throws NOT_FOUND if the scene is not in the library. */
  own: (librarySceneId: LibrarySceneId) => Review;
  /**
   * Stores a statement with a step of the change that began with `firstStep`, or of a new one. Returns the step; null if the field says
   * the same already. Throws CONFLICT if the review has no room.
   */
  record: (librarySceneId: LibrarySceneId, statement: Statement, firstStep: number | null) => number | null;
  /** Called after some of the scenes have changed. */
  changed: () => void;
}

/** Returns all tags of a review with these added and taken away; null if they are more than a review may have. */
function changedTags(
  { fields }: Review,
  { add, remove }: Extract<ManyStatement, { field: 'tags' }>,
): string[] | null {
  const tags = new Map<string, string>();
  // Two spellings of a tag are one tag, as where it is typed; the first one stays.
  for (const tag of [...fields.tags.flatMap(({ value }) => value), ...add]) {
    const key = tag.toLowerCase();
    if (!tags.has(key)) tags.set(key, tag);
  }
  for (const tag of remove) tags.delete(tag.toLowerCase());
  return tags.size > reviewBounds.tags ? null : [...tags.values()];
}

/** Returns what a statement about many scenes says of one of them; null if its tags would be too many. */
function statementFor(review: Review, statement: ManyStatement): Statement | null {
  if (statement.field !== 'tags') return statement;
  const value = changedTags(review, statement);
  return value === null ? null : { field: 'tags', value };
}

/**
 * Creates the function that records a statement about many scenes, which one step undoes. A scene that cannot have it is counted and does
 * not stop the others. Ends early, with what was recorded until then, when `signal` aborts.
 */
export function createStateMany({ own, record, changed }: StateManyOptions) {
  return async (
    ids: readonly LibrarySceneId[],
    statement: ManyStatement,
    signal: AbortSignal,
  ): Promise<StatedMany> => {
    const result: StatedMany = { changed: 0, same: 0, full: 0, unknown: 0 };
    let firstStep: number | null = null;
    const stateOne = (id: LibrarySceneId): keyof StatedMany => {
      try {
        const stated = statementFor(own(id), statement);
        if (stated === null) return 'full';
        const step = record(id, stated, firstStep);
        firstStep ??= step;
        return step === null ? 'same' : 'changed';
      } catch (error) {
        if (isAppError(error) && error.code === 'NOT_FOUND') return 'unknown';
        if (isAppError(error) && error.code === 'CONFLICT') return 'full';
        throw error;
      }
    };
    for (let from = 0; from < ids.length && !signal.aborted; from += scenesAtOnce) {
      try {
        for (const id of ids.slice(from, from + scenesAtOnce)) result[stateOne(id)] += 1;
      } finally {
        changed();
      }
      await yieldToEventLoop();
    }
    return result;
  };
}

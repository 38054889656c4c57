import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import type { ReviewerId } from '../../../src-preload/contract/reviews.ts';
import { canonicalText } from '../../core/content-hash.ts';
import { mergeReviews, TooManyVersionsError } from './model/merge-reviews.ts';
import type { Review } from './model/review.ts';
import type { ReviewTable } from './review-table.ts';

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
export function createMissingStatements({ table }: { table: Pick<ReviewTable, 'ofScene' | 'note'> }) {
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

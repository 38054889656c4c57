import { z } from 'zod';
import { type LibrarySceneId, librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import type { ReviewerId } from '../../../src-preload/contract/reviews.ts';
import { jsonColumn, readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import { reviewSchema } from './model/review.ts';

const countRow = z.object({ n: z.number() });
const pendingRow = z.object({
  seq: z.number(),
  librarySceneId: librarySceneIdSchema,
  content: jsonColumn.pipe(reviewSchema).nullable(),
});

/** A review whose file is to be written; `content` is null if it is damaged or gone. */
export type PendingReview = z.infer<typeof pendingRow>;

/** Creates the notes of reviews whose files are to be written. */
export function createReviewNotes({ store }: { store: Store }) {
  const count = (sql: string, params = {}) => store.get(countRow, sql, params)?.n ?? 0;
  return {
    /** Notes that the file of a review is to be written. A note that exists gets a new number. */
    note(sceneRow: LibrarySceneId, reviewerId: ReviewerId) {
      const key = { sceneRow, reviewerId };
      store.run('DELETE FROM review_pending WHERE scene_row = :sceneRow AND reviewer_id = :reviewerId', key);
      store.run('INSERT INTO review_pending (scene_row, reviewer_id) VALUES (:sceneRow, :reviewerId)', key);
    },
    /** Returns reviews whose files are to be written, after the note with the number `after`. */
    pending: (after: number, limit: number): PendingReview[] =>
      readableRows(
        store,
        pendingRow,
        `SELECT seq, p.scene_row AS librarySceneId, content FROM review_pending p LEFT JOIN review USING (scene_row, reviewer_id)
         WHERE seq > :after ORDER BY seq LIMIT :limit`,
        { after, limit },
      ).rows,
    countPending: () => count('SELECT count(*) AS n FROM review_pending'),
    /** True if a review of the scene is to be written. */
    isPending: (sceneRow: LibrarySceneId) =>
      count('SELECT EXISTS (SELECT 1 FROM review_pending WHERE scene_row = :sceneRow) AS n', { sceneRow }) ===
      1,
    /** Removes a note. A newer note of the same review has another number and stays. */
    markWritten: (seq: number) => void store.run('DELETE FROM review_pending WHERE seq = :seq', { seq }),
    /** Notes all reviews to be written, because the library folder is another one. */
    noteAll() {
      store.run(
        'INSERT OR IGNORE INTO review_pending (scene_row, reviewer_id) SELECT scene_row, reviewer_id FROM review',
      );
    },
  };
}

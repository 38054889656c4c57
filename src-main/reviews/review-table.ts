import { z } from 'zod';
import { type LibrarySceneId, librarySceneIdSchema } from '../../src-preload/contract/ids.ts';
import {
  mostReviewProblems,
  type ReviewerId,
  type ReviewProblem,
  reviewerIdSchema,
  reviewProblemSchema,
} from '../../src-preload/contract/reviews.ts';
import { jsonColumn, readableRows } from '../store/readable-rows.ts';
import type { Store } from '../store/store.ts';
import { distinctValues } from './model/merge-reviews.ts';
import { type Review, reviewSchema } from './model/review.ts';

const contentRow = z.object({ content: jsonColumn.pipe(reviewSchema) });
const countRow = z.object({ n: z.number() });
const writerRow = z.object({ writer: z.string() });
const reviewerRow = z.object({ reviewerId: reviewerIdSchema, name: z.string() });
const problemRow = z.object({ path: z.string(), problem: reviewProblemSchema });
const pendingRow = z.object({
  seq: z.number(),
  librarySceneId: librarySceneIdSchema,
  content: jsonColumn.pipe(reviewSchema).nullable(),
});
const sizeRow = z.object({ reviews: z.number(), bytes: z.number() });
const turnRow = z.object({ turn: z.number() });

/** A review whose file is to be written; `content` is null if it is damaged or gone. */
export type PendingReview = z.infer<typeof pendingRow>;

/** The verdict of a review for counting: what it says, or `conflict`; null for none. */
function verdictOf({ fields }: Review): string | null {
  const [first, ...others] = distinctValues(fields.verdict);
  if (others.length > 0) return 'conflict';
  return first?.value?.verdict ?? null;
}

/** Creates the tables of reviews and of what of them is to be written. */
export function createReviewTable({ store, newWriter }: { store: Store; newWriter: () => string }) {
  const count = (sql: string, params = {}) => store.get(countRow, sql, params)?.n ?? 0;
  function note(sceneRow: LibrarySceneId, reviewerId: ReviewerId) {
    const key = { sceneRow, reviewerId };
    store.run('DELETE FROM review_pending WHERE scene_row = :sceneRow AND reviewer_id = :reviewerId', key);
    store.run('INSERT INTO review_pending (scene_row, reviewer_id) VALUES (:sceneRow, :reviewerId)', key);
  }
  return {
    /** Returns the name of this database as a writer of statements. */
    writer(): string {
      store.run('INSERT OR IGNORE INTO review_writer VALUES (1, :writer)', { writer: newWriter() });
      return writerRow.parse(store.get(writerRow, 'SELECT writer FROM review_writer WHERE id = 1')).writer;
    },
    /** Returns all reviews of a scene, in the order of their reviewers. */
    ofScene: (sceneRow: LibrarySceneId): Review[] =>
      readableRows(
        store,
        contentRow,
        'SELECT content FROM review WHERE scene_row = :sceneRow ORDER BY reviewer_id',
        {
          sceneRow,
        },
      ).rows.map(({ content }) => content),
    /** Returns how many reviews of a scene other reviewers than this one have, and their bytes. */
    sizeOfOthers: (sceneRow: LibrarySceneId, reviewerId: ReviewerId): z.infer<typeof sizeRow> =>
      sizeRow.parse(
        store.get(
          sizeRow,
          `SELECT count(*) AS reviews, coalesce(sum(octet_length(content)), 0) AS bytes FROM review
           WHERE scene_row = :sceneRow AND reviewer_id <> :reviewerId`,
          { sceneRow, reviewerId },
        ),
      ),
    /** Stores a review as a whole. `isToWrite` notes that its file is to be written. To be called in a transaction. */
    put(sceneRow: LibrarySceneId, review: Review, isToWrite: boolean) {
      const { id, name } = review.reviewer;
      store.run(
        `INSERT INTO review VALUES (:sceneRow, :id, :verdict, :content)
         ON CONFLICT DO UPDATE SET verdict = :verdict, content = :content`,
        { sceneRow, id, verdict: verdictOf(review), content: JSON.stringify(review) },
      );
      store.run('INSERT INTO reviewer VALUES (:id, :name) ON CONFLICT DO UPDATE SET name = :name', {
        id,
        name,
      });
      if (isToWrite) note(sceneRow, id);
    },
    /** Notes that the file of a review is to be written. */
    note,
    reviewers: () =>
      store.all(reviewerRow, 'SELECT reviewer_id AS reviewerId, name FROM reviewer ORDER BY name LIMIT 200'),

    pending: (after: number, limit: number): PendingReview[] =>
      readableRows(
        store,
        pendingRow,
        `SELECT seq, p.scene_row AS librarySceneId, content FROM review_pending p LEFT JOIN review USING (scene_row, reviewer_id)
         WHERE seq > :after ORDER BY seq LIMIT :limit`,
        { after, limit },
      ).rows,
    countPending: () => count('SELECT count(*) AS n FROM review_pending'),
    isPending: (sceneRow: LibrarySceneId) =>
      count('SELECT EXISTS (SELECT 1 FROM review_pending WHERE scene_row = :sceneRow) AS n', { sceneRow }) ===
      1,
    /** Removes a note, unless a newer one came meanwhile. */
    markWritten: (seq: number) => void store.run('DELETE FROM review_pending WHERE seq = :seq', { seq }),
    /** Notes all reviews again, because there is another library folder. */
    noteAll() {
      store.run(
        'INSERT OR IGNORE INTO review_pending (scene_row, reviewer_id) SELECT scene_row, reviewer_id FROM review',
      );
    },

    problems: (sceneRow: LibrarySceneId) =>
      readableRows(
        store,
        problemRow,
        'SELECT path, problem FROM review_problem WHERE scene_row = :sceneRow ORDER BY path LIMIT :most',
        { sceneRow, most: mostReviewProblems },
      ).rows,
    /** Replaces the problems of the files beside a scene. */
    setProblems(sceneRow: LibrarySceneId, problems: readonly { path: string; problem: ReviewProblem }[]) {
      store.run('DELETE FROM review_problem WHERE scene_row = :sceneRow', { sceneRow });
      for (const { path, problem } of problems.slice(0, mostReviewProblems))
        store.run('INSERT OR REPLACE INTO review_problem VALUES (:sceneRow, :path, :problem)', {
          ...{ sceneRow, path, problem },
        });
    },

    /** Returns the number under which the reading of the library folder is wanted; null if it is not. */
    wantedRead: () => store.get(turnRow, 'SELECT turn FROM review_to_read WHERE id = 1')?.turn ?? null,
    wantRead() {
      store.run('INSERT INTO review_to_read VALUES (1, 1) ON CONFLICT DO UPDATE SET turn = turn + 1');
    },
    /** Notes that the folder was read, unless that was wanted again meanwhile. */
    markRead: (turn: number) => void store.run('DELETE FROM review_to_read WHERE turn = :turn', { turn }),
  };
}

/** What `createReviewTable` returns. */
export type ReviewTable = ReturnType<typeof createReviewTable>;

import { z } from 'zod';
import { type LibrarySceneId, librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import {
  mostReviewProblems,
  type ReviewerId,
  type ReviewProblem,
  reviewerIdSchema,
  reviewProblemSchema,
} from '../../../src-preload/contract/reviews.ts';
import { readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import type { Disputed } from './model/disputed.ts';
import { distinctValues } from './model/merge-reviews.ts';
import type { Review } from './model/review.ts';
import { createReviewNotes } from './review-notes.ts';
import { createReviewRows } from './review-rows.ts';

const writerRow = z.object({ writer: z.string() });
const reviewerRow = z.object({ reviewerId: reviewerIdSchema, name: z.string() });
const problemRow = z.object({ path: z.string(), problem: reviewProblemSchema });
const sizeRow = z.object({ reviews: z.number(), bytes: z.number() });
const counterRow = z.object({ n: z.number() });
const renamedRow = z.object({ sceneRow: librarySceneIdSchema });
const turnRow = z.object({ turn: z.number() });

/** Returns the verdict of a review, `conflict` if it has several; null for none. Queues count scenes by it. */
function verdictOf({ fields }: Review): string | null {
  const [first, ...others] = distinctValues(fields.verdict);
  if (others.length > 0) return 'conflict';
  return first?.value?.verdict ?? null;
}

/** Creates the tables of reviews, of reviews whose files are to be written, and of problems in files. */
export function createReviewTable({ store, newWriter }: { store: Store; newWriter: () => string }) {
  const notes = createReviewNotes({ store });
  return {
    ...notes,
    ...createReviewRows({ store }),
    /** Returns the id of this database as a writer of statements; the first call creates it. */
    writer(): string {
      store.run('INSERT OR IGNORE INTO review_writer VALUES (1, :writer)', { writer: newWriter() });
      return writerRow.parse(store.get(writerRow, 'SELECT writer FROM review_writer WHERE id = 1')).writer;
    },
    /** Returns the number and the bytes of the reviews that other reviewers have of a scene. */
    sizeOfOthers: (sceneRow: LibrarySceneId, reviewerId: ReviewerId): z.infer<typeof sizeRow> =>
      sizeRow.parse(
        store.get(
          sizeRow,
          `SELECT count(*) AS reviews, coalesce(sum(octet_length(content)), 0) AS bytes FROM review
           WHERE scene_row = :sceneRow AND reviewer_id <> :reviewerId`,
          { sceneRow, reviewerId },
        ),
      ),
    /** Stores a whole review; with `isToWrite` its file is noted to be written. Must be called in a transaction. */
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
      if (isToWrite) notes.note(sceneRow, id);
    },
    /** Returns a counter of names that no review of this reviewer has. */
    nextNameCounter: (id: ReviewerId): number =>
      1 +
      (store.get(
        counterRow,
        `SELECT coalesce(max(content ->> '$.reviewer.nameCounter'), 0) AS n FROM review
         WHERE reviewer_id = :id AND json_valid(content)`,
        { id },
      )?.n ?? 0),
    /** Puts this name into all reviews of the reviewer and notes their files to be written; returns their scenes. Must be called in a transaction. */
    rename({ id, name, nameCounter }: Review['reviewer']): LibrarySceneId[] {
      const renamed = store.all(
        renamedRow,
        `UPDATE review SET content = json_set(content, '$.reviewer.name', :name, '$.reviewer.nameCounter', :nameCounter)
         WHERE reviewer_id = :id AND json_valid(content) RETURNING scene_row AS sceneRow`,
        { id, name, nameCounter: nameCounter ?? 1 },
      );
      store.run('UPDATE reviewer SET name = :name WHERE reviewer_id = :id', { id, name });
      for (const { sceneRow } of renamed) notes.note(sceneRow, id);
      return renamed.map(({ sceneRow }) => sceneRow);
    },
    /** Stores what files say to have replaced of a scene; null if nothing any more. */
    setDisputed(sceneRow: LibrarySceneId, reviewerId: ReviewerId, disputed: Disputed | null) {
      if (disputed === null)
        store.run('DELETE FROM review_disputed WHERE scene_row = :sceneRow AND reviewer_id = :reviewerId', {
          sceneRow,
          reviewerId,
        });
      else
        store.run(
          'INSERT OR REPLACE INTO review_disputed VALUES (:sceneRow, :reviewerId, :said, :isDecision)',
          {
            sceneRow,
            reviewerId,
            said: JSON.stringify(disputed.said),
            isDecision: disputed.isDecision ? 1 : 0,
          },
        );
    },
    /** Returns the reviewers of all reviews. */
    reviewers: () =>
      store.all(reviewerRow, 'SELECT reviewer_id AS reviewerId, name FROM reviewer ORDER BY name LIMIT 200'),

    /** Returns the problems of the review files beside a scene. */
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
          sceneRow,
          path,
          problem,
        });
    },

    /** Returns the number of the request to read the library folder; null if there is none. */
    requestedRead: () => store.get(turnRow, 'SELECT turn FROM review_to_read WHERE id = 1')?.turn ?? null,
    /** Requests that the library folder is read. */
    requestRead() {
      store.run('INSERT INTO review_to_read VALUES (1, 1) ON CONFLICT DO UPDATE SET turn = turn + 1');
    },
    /** Removes the request with this number, unless there is a newer one. */
    markRead: (turn: number) => void store.run('DELETE FROM review_to_read WHERE turn = :turn', { turn }),
  };
}

/** What `createReviewTable` returns. */
export type ReviewTable = ReturnType<typeof createReviewTable>;

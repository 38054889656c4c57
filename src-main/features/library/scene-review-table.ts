import { z } from 'zod';
import { type LibrarySceneId, librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import {
  type ReviewSummary,
  reviewStateSchema,
  reviewSummarySchema,
} from '../../../src-preload/contract/reviews.ts';
import { readJson } from '../../store/readable-rows.ts';
import type { Migration, Store } from '../../store/store.ts';

/**
 * The tables of the combined reviews of scenes, for the list of scenes, its filters and its sorts: one row for each scene that was
 * opened or reviewed, and one for each of its tags. `app/reviews.ts` passes the writing function to the reviews.
 */
export const sceneReviewMigrations: Migration[] = [
  {
    domain: 'library-reviews',
    version: 1,
    sql: `
    CREATE TABLE scene_review (
      scene_row INTEGER PRIMARY KEY,
      state TEXT,
      rating INTEGER,
      tags TEXT NOT NULL,
      conflicts INTEGER NOT NULL,
      remarks INTEGER NOT NULL,
      reviewers INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX scene_review_state ON scene_review (state, scene_row);
    CREATE INDEX scene_review_rating ON scene_review (rating, scene_row);
    CREATE TABLE scene_review_tag (
      tag TEXT NOT NULL,
      scene_row INTEGER NOT NULL,
      PRIMARY KEY (tag, scene_row)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX scene_review_tag_of ON scene_review_tag (scene_row);`,
  },
  {
    domain: 'library-reviews',
    version: 2,
    // Who gave the rating and the tags of others, as JSON; null in a row that is to be stored again, because it does not say that.
    sql: `
    ALTER TABLE scene_review ADD COLUMN said_by TEXT;
    CREATE INDEX scene_review_unsaid ON scene_review (scene_row) WHERE said_by IS NULL;`,
  },
];

/** The column of the list of scenes with the combined reviews; null for a scene without a review. */
export const reviewColumn = `(SELECT json_object('state', state, 'rating', rating, 'tags', json(tags), 'conflicts', conflicts,
  'remarks', remarks, 'reviewers', reviewers, 'saidBy', json(said_by)) FROM scene_review WHERE scene_row = scene.id) AS review`;

const storedSchema = z.object({
  state: reviewStateSchema.nullable().catch(null),
  rating: z.number().int().nullable(),
  tags: z.array(z.string()),
  conflicts: z.number(),
  remarks: z.number(),
  reviewers: z.number(),
  saidBy: reviewSummarySchema.pick({ ratingBy: true, tagsBy: true }).nullable().catch(null),
});
const staleRow = z.object({ id: librarySceneIdSchema });

/** Returns the summary in `reviewColumn`; null if there is none or it is damaged. */
export function storedReview(text: string | null): ReviewSummary | null {
  const { data } = storedSchema.safeParse(readJson(text));
  if (data === undefined) return null;
  const { saidBy, ...summary } = data;
  return { ...summary, ratingBy: saidBy?.ratingBy ?? null, tagsBy: saidBy?.tagsBy ?? {} };
}

/** Creates the function that stores the combined reviews of scenes. */
export function createSceneReviews({ store }: { store: Pick<Store, 'all' | 'run'> }) {
  return {
    /** Marks all rows to be stored again, because this reviewer is another one. */
    markStale: () => void store.run('UPDATE scene_review SET said_by = NULL'),
    /** Returns the next scenes whose row is to be stored again. */
    stale: (limit: number) =>
      store
        .all(staleRow, 'SELECT scene_row AS id FROM scene_review WHERE said_by IS NULL LIMIT :limit', {
          limit,
        })
        .map(({ id }) => id),
    /** Stores the combined reviews of a scene, within a transaction of the caller; null removes them. */
    put(sceneRow: LibrarySceneId, summary: ReviewSummary | null) {
      store.run('DELETE FROM scene_review_tag WHERE scene_row = :sceneRow', { sceneRow });
      store.run('DELETE FROM scene_review WHERE scene_row = :sceneRow', { sceneRow });
      if (summary === null) return;
      const { state, rating, ratingBy, tags, tagsBy, conflicts, remarks, reviewers } = summary;
      store.run(
        'INSERT INTO scene_review VALUES (:sceneRow, :state, :rating, :tags, :conflicts, :remarks, :reviewers, :saidBy)',
        {
          sceneRow,
          state,
          rating,
          conflicts,
          remarks,
          reviewers,
          tags: JSON.stringify(tags),
          saidBy: JSON.stringify({ ratingBy, tagsBy }),
        },
      );
      for (const tag of tags)
        store.run('INSERT OR IGNORE INTO scene_review_tag VALUES (:tag, :sceneRow)', { tag, sceneRow });
    },
  };
}

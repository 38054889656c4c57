import { z } from 'zod';
import type { LibrarySceneId } from '../../src-preload/contract/ids.ts';
import { type ReviewSummary, reviewStateSchema } from '../../src-preload/contract/reviews.ts';
import { readJson } from '../store/readable-rows.ts';
import type { Migration, Store } from '../store/store.ts';

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
];

/** The column of the list of scenes with the combined reviews; null for a scene without a review. */
export const reviewColumn = `(SELECT json_object('state', state, 'rating', rating, 'tags', json(tags), 'conflicts', conflicts,
  'remarks', remarks, 'reviewers', reviewers) FROM scene_review WHERE scene_row = scene.id) AS review`;

const storedSchema = z.object({
  state: reviewStateSchema.nullable().catch(null),
  rating: z.number().int().nullable(),
  tags: z.array(z.string()),
  conflicts: z.number(),
  remarks: z.number(),
  reviewers: z.number(),
});

/** Returns the summary in `reviewColumn`; null if there is none or it is damaged. */
export const storedReview = (text: string | null): ReviewSummary | null =>
  storedSchema.safeParse(readJson(text)).data ?? null;

/** Creates the function that stores the combined reviews of scenes. */
export function createSceneReviews({ store }: { store: Pick<Store, 'run'> }) {
  return {
    /** Stores the combined reviews of a scene, within a transaction of the caller; null removes them. */
    put(sceneRow: LibrarySceneId, summary: ReviewSummary | null) {
      store.run('DELETE FROM scene_review_tag WHERE scene_row = :sceneRow', { sceneRow });
      store.run('DELETE FROM scene_review WHERE scene_row = :sceneRow', { sceneRow });
      if (summary === null) return;
      const { state, rating, tags, conflicts, remarks, reviewers } = summary;
      store.run(
        'INSERT INTO scene_review VALUES (:sceneRow, :state, :rating, :tags, :conflicts, :remarks, :reviewers)',
        { sceneRow, state, rating, tags: JSON.stringify(tags), conflicts, remarks, reviewers },
      );
      for (const tag of tags)
        store.run('INSERT OR IGNORE INTO scene_review_tag VALUES (:tag, :sceneRow)', { tag, sceneRow });
    },
  };
}

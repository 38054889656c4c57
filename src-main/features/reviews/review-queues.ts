import { z } from 'zod';
import { type LibrarySceneId, librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { idSeparator } from '../../../src-preload/contract/packed-places.ts';
import {
  mostQueued,
  mostQueues,
  type ReviewerId,
  type ReviewQueue,
  type ReviewQueueId,
  reviewQueueIdSchema,
} from '../../../src-preload/contract/reviews.ts';
import { AppError } from '../../core/app-error.ts';
import { readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';

const queueRow = z.object({
  queueId: reviewQueueIdSchema,
  name: z.string(),
  madeAt: z.string(),
  total: z.number(),
  left: z.number(),
  position: z.number(),
  librarySceneId: librarySceneIdSchema.nullable(),
});
const sceneRow = z.object({ position: z.number(), librarySceneId: librarySceneIdSchema });

/** The scenes of a queue to which a reviewer has given no verdict. */
const leftOf = `FROM review_queue_scene s LEFT JOIN review r ON r.scene_row = s.scene_row AND r.reviewer_id = :reviewerId
  WHERE s.queue_id = :queueId AND r.verdict IS NULL`;

/** Creates the queries of review queues. They run in the list reader's thread, because a queue may have ten thousand scenes. */
export function createQueueQueries({ store }: { store: Pick<Store, 'all' | 'get'> }) {
  return {
    /** Returns the queues, the last opened one first, each with the number of scenes that the reviewer has still to review. */
    queues: (reviewerId: ReviewerId): ReviewQueue[] =>
      readableRows(
        store,
        queueRow,
        `SELECT q.queue_id AS queueId, name, made_at AS madeAt, q.position AS position,
           (SELECT count(*) FROM review_queue_scene s WHERE s.queue_id = q.queue_id) AS total,
           (SELECT count(*) ${leftOf.replace(':queueId', 'q.queue_id')}) AS left,
           (SELECT scene_row FROM review_queue_scene s WHERE s.queue_id = q.queue_id AND s.position = q.position) AS librarySceneId
         FROM review_queue q ORDER BY opened DESC, q.queue_id DESC LIMIT ${mostQueues}`,
        { reviewerId },
      ).rows,
    /** Returns the position of a scene in a queue; null if the queue does not have it. */
    queuePosition: (queueId: ReviewQueueId, librarySceneId: LibrarySceneId): number | null =>
      store.get(
        sceneRow,
        'SELECT position, scene_row AS librarySceneId FROM review_queue_scene WHERE queue_id = :queueId AND scene_row = :librarySceneId',
        { queueId, librarySceneId },
      )?.position ?? null,
    /** Returns the scenes of a queue in their order. */
    queueScenes: (queueId: ReviewQueueId): LibrarySceneId[] =>
      readableRows(
        store,
        sceneRow,
        'SELECT position, scene_row AS librarySceneId FROM review_queue_scene WHERE queue_id = :queueId ORDER BY position',
        { queueId },
      ).rows.map(({ librarySceneId }) => librarySceneId),
  };
}

/** Returns the scenes of packed ids, each once. Throws CONFLICT `review-queue` if there are none or more than `most`. */
export function readSceneIds(packed: string, most: number): LibrarySceneId[] {
  const ids = packed === '' ? [] : packed.split(idSeparator).map((text) => Number(text));
  const read = z
    .array(librarySceneIdSchema)
    .min(1)
    .max(most)
    .safeParse([...new Set(ids)]);
  if (!read.success) throw new AppError('CONFLICT', { detail: 'review-queue' });
  return read.data;
}

/** Creates the review queues: each stores the order of its scenes and the position of the reviewer. */
export function createReviewQueues({ store, now }: { store: Store; now: () => Date }) {
  const nextOpened = '(SELECT coalesce(max(opened), 0) + 1 FROM review_queue)';
  const sceneFrom = (queueId: ReviewQueueId, position: number) =>
    store.get(
      sceneRow,
      `SELECT position, scene_row AS librarySceneId FROM review_queue_scene
       WHERE queue_id = :queueId AND position >= :position ORDER BY position LIMIT 1`,
      { queueId, position },
    );
  return {
    /** Stores a new queue and opens it; removes the oldest queues beyond the limit. Throws CONFLICT for a queue without scenes or too many. */
    create(name: string, packed: string): ReviewQueueId {
      const ids = readSceneIds(packed, mostQueued);
      return store.transaction(() => {
        const { lastInsertRowid } = store.run(
          `INSERT INTO review_queue (name, made_at, opened, position) VALUES (:name, :at, ${nextOpened}, 0)`,
          { name, at: now().toISOString() },
        );
        const queueId = reviewQueueIdSchema.parse(lastInsertRowid);
        store.run('INSERT INTO review_queue_scene SELECT :queueId, key, value FROM json_each(:ids)', {
          queueId,
          ids: JSON.stringify(ids),
        });
        store.run(
          `DELETE FROM review_queue WHERE queue_id NOT IN (SELECT queue_id FROM review_queue ORDER BY opened DESC LIMIT ${mostQueues})`,
        );
        store.run('DELETE FROM review_queue_scene WHERE queue_id NOT IN (SELECT queue_id FROM review_queue)');
        return queueId;
      });
    },
    /**
     * Opens the scene at a position, or for 'left' the next one without a verdict of the reviewer. Returns the scene with its position;
     * null if the queue has none.
     */
    openAt(queueId: ReviewQueueId, wanted: number | 'left', reviewerId: ReviewerId) {
      const nextLeft = () =>
        store.get(
          sceneRow,
          `SELECT s.position AS position, s.scene_row AS librarySceneId ${leftOf}
           ORDER BY s.position < (SELECT position FROM review_queue q WHERE q.queue_id = :queueId), s.position LIMIT 1`,
          { queueId, reviewerId },
        );
      const found = (wanted === 'left' ? nextLeft() : sceneFrom(queueId, wanted)) ?? sceneFrom(queueId, 0);
      if (found === undefined) return null;
      store.run(
        `UPDATE review_queue SET position = :position, opened = ${nextOpened} WHERE queue_id = :queueId`,
        { queueId, position: found.position },
      );
      return found;
    },
    remove(queueId: ReviewQueueId) {
      store.transaction(() => {
        store.run('DELETE FROM review_queue WHERE queue_id = :queueId', { queueId });
        store.run('DELETE FROM review_queue_scene WHERE queue_id = :queueId', { queueId });
      });
    },
  };
}

/** The queries of queues that the list reader's thread answers. */
export type QueueQueries = ReturnType<typeof createQueueQueries>;
/** What `createReviewQueues` returns. */
export type ReviewQueues = ReturnType<typeof createReviewQueues>;

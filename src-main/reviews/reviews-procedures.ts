import type { LibrarySceneId } from '../../src-preload/contract/ids.ts';
import type { Implementer } from '../implementer.ts';
import type { AsyncQueries } from '../store/async-queries.ts';
import type { QueueQueries, ReviewQueues } from './review-queues.ts';
import type { ReviewReading } from './review-reading.ts';
import type { ReviewTable } from './review-table.ts';
import type { ReviewWriting } from './review-writing.ts';
import type { ReviewerIdentity } from './reviewer-identity.ts';
import type { Reviews } from './reviews.ts';

/** The procedures of reviews. */
export function reviewsProcedures(
  os: Implementer,
  parts: {
    reviews: Reviews;
    queues: ReviewQueues;
    queries: AsyncQueries<QueueQueries>;
    identity: ReviewerIdentity;
    table: ReviewTable;
    writing: ReviewWriting;
    reading: ReviewReading;
    /** Reads the files beside a scene, in its own time. */
    readBeside: (librarySceneId: LibrarySceneId) => void;
    changed: () => void;
  },
) {
  const { reviews, queues, queries, identity, table, writing, reading } = parts;
  const { reviews: of } = os;
  /** Runs a change and tells the page of it. */
  const told = <T>(change: () => T): T => {
    const result = change();
    parts.changed();
    return result;
  };
  return {
    self: of.self.handler(() => {
      const { id, name } = identity.me();
      return { reviewerId: id, name, isUnnamed: identity.isUnnamed(), known: table.reviewers() };
    }),
    setSelf: of.setSelf.handler(({ input }) =>
      told(() => {
        identity.set(input.name, input.reviewerId);
        return null;
      }),
    ),
    ofScene: of.ofScene.handler(({ input }) => reviews.ofScene(input.librarySceneId)),
    some: of.some.handler(({ input }) => reviews.some(input.librarySceneIds)),
    state: of.state.handler(({ input }) => {
      reviews.state(input.librarySceneId, input.statement);
      return null;
    }),
    open: of.open.handler(({ input }) => {
      reviews.noteOpened(input.librarySceneId);
      parts.readBeside(input.librarySceneId);
      return null;
    }),
    history: of.history.handler(() => reviews.history()),
    undo: of.undo.handler(({ input }) => ({ isDone: reviews.undo(input.stepId) })),
    redo: of.redo.handler(({ input }) => ({ isDone: reviews.redo(input.stepId) })),
    queues: of.queues.handler(() => queries.queues(identity.me().id)),
    createQueue: of.createQueue.handler(({ input }) =>
      told(() => ({ queueId: queues.create(input.name, input.ids) })),
    ),
    openAt: of.openAt.handler(({ input }) =>
      told(() => queues.openAt(input.queueId, input.position, identity.me().id)),
    ),
    removeQueue: of.removeQueue.handler(({ input }) =>
      told(() => {
        queues.remove(input.queueId);
        return null;
      }),
    ),
    queuePosition: of.queuePosition.handler(async ({ input }) => ({
      position: await queries.queuePosition(input.queueId, input.librarySceneId),
    })),
    queueScenes: of.queueScenes.handler(({ input }) => queries.queueScenes(input.queueId)),
    status: of.status.handler(() => ({
      waiting: table.countPending(),
      trouble: writing.trouble(),
      read: reading.status(),
    })),
    startRead: of.startRead.handler(({ input }) => {
      reading.start(input.path);
      return null;
    }),
    cancelRead: of.cancelRead.handler(async () => {
      await reading.cancel();
      return null;
    }),
  };
}

import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import { mostHandled } from '../../../src-preload/contract/library.ts';
import { mostStated } from '../../../src-preload/contract/reviews.ts';
import type { Implementer } from '../../core/implementer.ts';
import type { AsyncQueries } from '../../store/async-queries.ts';
import { type QueueQueries, type ReviewQueues, readSceneIds } from './review-queues.ts';
import type { ReviewReading } from './review-reading.ts';
import type { ReviewTable } from './review-table.ts';
import type { ReviewWriting } from './review-writing.ts';
import type { ReviewerIdentity } from './reviewer-identity.ts';
import type { Reviews } from './reviews.ts';

/** Returns the procedures of reviews. */
export function reviewsProcedures(
  os: Implementer,
  parts: {
    reviews: Reviews;
    queues: ReviewQueues;
    queries: AsyncQueries<QueueQueries>;
    identity: ReviewerIdentity;
    /** Called when this person goes on as another reviewer. */
    reviewerChanged: () => void;
    /** Called when this reviewer's reviews of these scenes have got another name. */
    renamed: (librarySceneIds: readonly LibrarySceneId[]) => void;
    table: ReviewTable;
    writing: ReviewWriting;
    reading: ReviewReading;
    /** Reads the review files beside a scene; never rejects. */
    readBeside: (librarySceneId: LibrarySceneId) => Promise<void>;
    /** Reads the review files beside these scenes. CANCELLED if the signal is aborted. */
    readBesideAll: (librarySceneIds: readonly LibrarySceneId[], signal?: AbortSignal) => Promise<void>;
    changed: () => void;
    /** Aborted when Nadir closes. */
    closing: AbortSignal;
  },
) {
  const { reviews, queues, queries, identity, table, writing, reading } = parts;
  const { reviews: contract } = os;
  /** Makes a change and notifies the page. */
  const withChange = <T>(change: () => T): T => {
    const result = change();
    parts.changed();
    return result;
  };
  return {
    self: contract.self.handler(() => {
      const { id, name } = identity.me();
      return { reviewerId: id, name, isUnnamed: identity.isUnnamed(), known: table.reviewers() };
    }),
    setSelf: contract.setSelf.handler(({ input }) =>
      withChange(() => {
        const { id } = identity.me();
        const reviewerId = input.isAnotherPerson ? identity.nextId() : input.reviewerId;
        identity.set(input.name, reviewerId, table.nextNameCounter(reviewerId ?? id));
        if (identity.me().id !== id) parts.reviewerChanged();
        // Whoever begins before entering a name would stay two people for all others.
        parts.renamed(reviews.rename());
        return null;
      }),
    ),
    ofScene: contract.ofScene.handler(({ input }) => reviews.ofScene(input.librarySceneId)),
    some: contract.some.handler(({ input }) => reviews.ofScenes(input.librarySceneIds)),
    state: contract.state.handler(({ input }) => {
      reviews.recordStatement(input.librarySceneId, input.statement, input.isMore);
      return null;
    }),
    // Not ended with the page that asked for it: half of a change would be recorded.
    stateMany: contract.stateMany.handler(({ input }) =>
      reviews.stateMany(readSceneIds(input.ids, mostStated), input.statement, parts.closing),
    ),
    confirmElsewhere: contract.confirmElsewhere.handler(({ input }) => {
      reviews.confirmElsewhere(input.librarySceneId);
      return null;
    }),
    open: contract.open.handler(({ input }) => {
      reviews.noteOpened(input.librarySceneId);
      void parts.readBeside(input.librarySceneId);
      return null;
    }),
    readBeside: contract.readBeside.handler(async ({ input, signal }) => {
      await parts.readBesideAll(readSceneIds(input.ids, mostHandled), signal);
      return null;
    }),
    history: contract.history.handler(() => reviews.history()),
    undo: contract.undo.handler(({ input }) => reviews.undo(input.stepId)),
    redo: contract.redo.handler(({ input }) => reviews.redo(input.stepId)),
    queues: contract.queues.handler(() => queries.queues(identity.me().id)),
    createQueue: contract.createQueue.handler(({ input }) =>
      withChange(() => ({ queueId: queues.create(input.name, input.ids) })),
    ),
    openAt: contract.openAt.handler(({ input }) =>
      withChange(() => queues.openAt(input.queueId, input.position, identity.me().id)),
    ),
    removeQueue: contract.removeQueue.handler(({ input }) =>
      withChange(() => {
        queues.remove(input.queueId);
        return null;
      }),
    ),
    queuePosition: contract.queuePosition.handler(async ({ input }) => ({
      position: await queries.queuePosition(input.queueId, input.librarySceneId),
    })),
    queueScenes: contract.queueScenes.handler(({ input }) => queries.queueScenes(input.queueId)),
    status: contract.status.handler(() => ({
      waiting: table.countPending(),
      trouble: writing.trouble(),
      read: reading.status(),
    })),
    startRead: contract.startRead.handler(({ input }) => {
      reading.start(input.path);
      return null;
    }),
    cancelRead: contract.cancelRead.handler(async () => {
      await reading.cancel();
      return null;
    }),
  };
}

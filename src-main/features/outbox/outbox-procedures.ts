import type { Scope, SubmissionId, TaskId } from '../../../src-preload/contract/ids.ts';
import type { CancelPlan } from '../../../src-preload/contract/outbox.ts';
import type { Implementer } from '../../core/implementer.ts';
import type { AsyncQueries } from '../../store/async-queries.ts';
import type { CommandReading } from './command-reading.ts';
import type { Outbox } from './outbox.ts';

/** Creates the procedures of the outbox contract. */
export function outboxProcedures(
  os: Implementer,
  {
    outbox,
    lists,
    planCancel,
    readTaskIds,
    assertApproved,
    closing,
  }: {
    outbox: Outbox;
    /** Queries that may read all commands; they run outside the main event loop. */
    lists: AsyncQueries<
      Pick<CommandReading, 'list' | 'ids' | 'position' | 'places' | 'counts' | 'overview' | 'batchStates'>
    >;
    /** Returns which of many tasks or orders can be cancelled. */
    planCancel: (asked: { scope: Scope; kind: 'task' | 'order'; ids: string }) => Promise<CancelPlan>;
    readTaskIds: (packed: string) => TaskId[];
    /** Rejects with NOT_APPROVED if the settings require an approval that one of these does not have. */
    assertApproved: (ids: readonly SubmissionId[]) => Promise<void>;
    closing: AbortSignal;
  },
) {
  return {
    list: os.outbox.list.handler(async ({ input }) => outbox.shown(await lists.list(input))),
    ids: os.outbox.ids.handler(({ input }) => lists.ids(input)),
    position: os.outbox.position.handler(({ input: { id, ...listed } }) => lists.position(id, listed)),
    places: os.outbox.places.handler(({ input }) => lists.places(input)),
    get: os.outbox.get.handler(({ input }) => outbox.get(input.ids)),
    cancellation: os.outbox.cancellation.handler(({ input }) =>
      outbox.cancellation(input.scope, input.taskId),
    ),
    overview: os.outbox.overview.handler(async () =>
      (await lists.overview()).map((entry) => ({ ...entry, queue: outbox.queueOf(entry.scope) })),
    ),
    send: os.outbox.send.handler(({ input }) => outbox.send(input.scope, input.command)),
    counts: os.outbox.counts.handler(async ({ input: { scope } }) => ({
      states: await lists.counts(scope),
      queue: outbox.queueOf(scope),
    })),
    planCancel: os.outbox.planCancel.handler(({ input }) => planCancel(input)),
    cancelTasks: os.outbox.cancelTasks.handler(({ input: { scope, taskIds } }) =>
      outbox.cancelMany(scope, readTaskIds(taskIds)),
    ),
    batchStates: os.outbox.batchStates.handler(({ input }) => lists.batchStates(input.scope, input.batch)),
    addDrafts: os.outbox.addDrafts.handler(({ input }) => outbox.addDrafts(input.scope, input.commands)),
    update: os.outbox.update.handler(({ input }) => outbox.update(input.id, input.command, input.base)),
    remove: os.outbox.remove.handler(({ input }) => outbox.remove(input.ids)),
    release: os.outbox.release.handler(async ({ input }) => {
      await assertApproved(input.ids);
      return outbox.release(input.ids, input.contractId, input.isRepeat);
    }),
    moveToDrafts: os.outbox.moveToDrafts.handler(({ input }) => outbox.moveToDrafts(input.ids)),
    reconcile: os.outbox.reconcile.handler(({ input }) => outbox.reconcile(input.id, closing)),
    resolve: os.outbox.resolve.handler(async ({ input }) => {
      if (input.how === 'send-again') await assertApproved([input.id]);
      return outbox.resolve(input, closing);
    }),
  };
}

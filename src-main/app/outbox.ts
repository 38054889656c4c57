import type { Scope, SubmissionId } from '../../src-preload/contract/ids.ts';
import type { Implementer } from '../core/implementer.ts';
import type { OrderTable } from '../features/orders/order-table.ts';
import { composeOutbox } from '../features/outbox/compose-outbox.ts';
import { outboxProcedures } from '../features/outbox/outbox-procedures.ts';
import type { HandedOver } from '../features/outbox/sent-elsewhere.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';
import { planCancel, readTaskIds } from './cancel-plan.ts';
import type { WorkWatch } from './keep-awake.ts';
import type { Lists } from './list-reader.ts';
import type { SessionsModule } from './sessions.ts';
import type { TasksModule } from './tasks.ts';

interface OutboxModuleOptions {
  context: AppContext;
  store: Store;
  lists: Pick<Lists, 'outbox' | 'tasking' | 'orders'>;
  sessions: Pick<SessionsModule, 'serviceFor' | 'scopes'>;
  tasks: Pick<TasksModule, 'table' | 'cancel'>;
  orders: Pick<OrderTable, 'put' | 'idsWithName'>;
  /** Returns what is stored about a command that was handed over; null if it never was. */
  handedOver: (id: SubmissionId) => HandedOver | null;
  /** Rejects with NOT_APPROVED if the settings require an approval that one of these does not have. */
  assertApproved: (ids: readonly SubmissionId[]) => Promise<void>;
  workWatch: WorkWatch;
}

/**
 * Creates the outbox. Commands that were being sent when Nadir ended become unconfirmed at once; sending begins with
 * `runner.start()`. Emits `outbox.changed` and `command.sent`; a sync of tasks wakes the senders, because the service has answered.
 */
export function createOutboxModule(options: OutboxModuleOptions) {
  const { context, store, lists, sessions, tasks, orders, handedOver, assertApproved } = options;
  const { now, monotonic, closing, publish, events, onError } = context;
  const { scopes, serviceFor } = sessions;
  const { table } = tasks;
  const changed = (scope: Scope) => {
    events.emit('outbox.changed', scope);
    publish('outbox', scope.connectionId);
    publish('tasks', scope.connectionId);
  };
  const { outbox, runner, isSending, putHanded } = composeOutbox({
    store,
    service: serviceFor('outbox'),
    now,
    monotonic,
    random: Math.random,
    serviceTime: scopes.serviceTime,
    changed,
    handedOver,
    contractName: scopes.contractName,
    cancelTask: tasks.cancel,
    onError: onError('outbox'),
    sent: (scope, command) => events.emit('command.sent', scope, command),
    tasks: { put: table.put, get: table.get, idsWithName: table.idsWithName },
    taskName: (scope, taskId) => table.brief(scope, taskId)?.name ?? null,
    orders: { put: orders.put, idsWithName: orders.idsWithName },
  });
  events.on('tasks.synced', runner.kick);
  events.on('outbox.changed', () => options.workWatch.note('commands', isSending()));

  return {
    outbox,
    runner,
    putHanded,
    changed,
    close: runner.close,
    procedures: (os: Implementer) => ({
      outbox: outboxProcedures(os, {
        outbox,
        lists: lists.outbox,
        closing,
        readTaskIds,
        assertApproved,
        planCancel: (selection) =>
          planCancel(
            {
              openCancellations: lists.outbox.openCancellations,
              cancelFacts: lists.tasking.cancelFacts,
              tasksOfOrders: lists.orders.tasksOfOrders,
            },
            selection,
          ),
      }),
    }),
  };
}

/** What `createOutboxModule` returns. */
export type OutboxModule = ReturnType<typeof createOutboxModule>;

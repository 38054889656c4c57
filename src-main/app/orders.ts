import type { Implementer } from '../core/implementer.ts';
import { createOrderLoader } from '../features/orders/order-loader.ts';
import { createOrderSync } from '../features/orders/order-sync.ts';
import { createOrderTable } from '../features/orders/order-table.ts';
import { ordersProcedures } from '../features/orders/orders-procedures.ts';
import { createPartTable } from '../features/orders/part-table.ts';
import { createPartWatch } from '../features/orders/part-watch.ts';
import { createDebouncedSync } from '../features/outbox/debounced-sync.ts';
import type { TaskTable } from '../features/tasks/task-table.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';
import type { Lists } from './list-reader.ts';
import type { SessionsModule } from './sessions.ts';
import type { TrackingRecords } from './tracking-records.ts';

interface OrdersModuleOptions {
  context: AppContext;
  store: Store;
  lists: Pick<Lists, 'orders'>;
  sessions: Pick<SessionsModule, 'serviceFor' | 'scopes'>;
  records: TrackingRecords;
  tasks: Pick<TaskTable, 'brief'>;
}

/**
 * Creates the orders of V2 with their captures, deliverables and events. Emits `orders.synced`; listens for sent commands, and syncs
 * the orders once nothing was sent for a while.
 */
export function createOrdersModule({ context, store, lists, sessions, records, tasks }: OrdersModuleOptions) {
  const { now, closing, publish, publishScope, events, onError } = context;
  const { serviceFor, scopes } = sessions;
  const { observe: observed } = records.changeFeed;
  const table = createOrderTable({
    store,
    now,
    observed,
    flagged: records.flagged('order'),
    isCancelled: (scope, taskId) => tasks.brief(scope, taskId)?.statusKind === 'cancelled',
  });
  const parts = createPartTable({
    store,
    now,
    observed,
    orders: table,
    onUnwritable: onError('order parts'),
  });
  const orderLoader = createOrderLoader({
    orders: table,
    parts,
    service: serviceFor('order'),
    task: tasks.brief,
    changed: publishScope('orders'),
    askedFor: (scope, orderId) => records.sentCommands.askedFor(scope, 'order', orderId),
  });
  const partWatch = createPartWatch({
    store,
    read: orderLoader.refreshForChanges,
    nowMs: (scope) => scopes.serviceTime(scope, 'order') ?? Date.now(),
    onError: onError('order parts'),
  });
  const sync = createOrderSync({
    store,
    orders: table,
    parts,
    service: serviceFor('order-sync'),
    isThere: scopes.hasOrders,
    serviceTime: (scope) => scopes.serviceTime(scope, 'order'),
    now,
    changed: (topic, scope) => publish(topic, scope.connectionId),
    onError: onError('order sync'),
    onChangedOrders: partWatch.ordersChanged,
    synced(scope) {
      events.emit('orders.synced', scope);
      partWatch.synced();
    },
  });
  const syncAfterSending = createDebouncedSync({ sync: (scope) => void sync.run(scope), closing });
  events.on('command.sent', (scope, command) => {
    if (command.kind === 'cancel-task') table.taskCancelled(scope, command.taskId);
    publish('orders', scope.connectionId);
    syncAfterSending(scope);
  });

  return {
    table,
    parts,
    orderLoader,
    partWatch,
    sync,
    close: () => Promise.allSettled([sync.close(), partWatch.close()]),
    procedures: (os: Implementer) => ({
      orders: ordersProcedures(os, { table, lists: lists.orders, sync, orderLoader, closing }),
    }),
  };
}

/** What `createOrdersModule` returns. */
export type OrdersModule = ReturnType<typeof createOrdersModule>;

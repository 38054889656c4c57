import type { Implementer } from '../core/implementer.ts';
import type { SceneTable } from '../features/library/scene-table.ts';
import type { TaskTable } from '../features/tasks/task-table.ts';
import { trackingProcedures } from '../features/timeline/tracking/tracking-procedures.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';
import type { Lists } from './list-reader.ts';
import type { OrdersModule } from './orders.ts';
import type { Scopes } from './scopes.ts';
import type { SettingsModule } from './settings.ts';
import { trackEverything } from './track-everything.ts';
import type { TrackingRecords } from './tracking-records.ts';

interface TrackingModuleOptions {
  context: AppContext;
  store: Store;
  lists: Pick<Lists, 'tasking' | 'orders' | 'library'>;
  settings: SettingsModule;
  scopes: Pick<Scopes, 'hasOrders' | 'serviceTime'>;
  records: TrackingRecords;
  tasks: TaskTable;
  orders: Pick<OrdersModule, 'table' | 'orderLoader' | 'parts'>;
  scenes: SceneTable;
}

/** Creates histories, flags and notices. Listens for syncs, for the outbox and for each newly observed state. */
export function createTrackingModule(options: TrackingModuleOptions) {
  const { context, store, lists, settings, scopes, records, tasks, orders, scenes } = options;
  const { platform, now, publish, events, onError } = context;
  const tracking = trackEverything({
    store,
    now,
    lists,
    platform,
    tasks,
    scenes,
    changeFeed: records.changeFeed,
    hasOrders: scopes.hasOrders,
    settings: settings.get,
    orders: orders.table,
    orderLoader: orders.orderLoader,
    parts: orders.parts,
    nowMs: (scope) => scopes.serviceTime(scope, 'task') ?? Date.now(),
    changed: (topic, scope) => publish(topic, scope?.connectionId ?? null),
    onError: onError('tracking'),
  });
  events.on('state.observed', tracking.touched);
  events.on('tasks.synced', (scope) => tracking.synced(scope, 'tasks'));
  events.on('orders.synced', (scope) => tracking.synced(scope, 'orders'));
  events.on('outbox.changed', tracking.outboxChanged);

  return {
    watch: tracking.watch,
    close: tracking.close,
    procedures: (os: Implementer) => ({ tracking: trackingProcedures(os, tracking) }),
  };
}

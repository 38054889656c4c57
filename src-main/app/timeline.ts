import type { Implementer } from '../core/implementer.ts';
import type { Contracts } from '../features/connections/contracts.ts';
import type { OrderSync } from '../features/orders/order-sync.ts';
import { orderProjects, revisitingOrders } from '../features/orders/order-times.ts';
import { recurrentTasks } from '../features/tasks/task-times.ts';
import { composeTimeline, timelineProcedures } from '../features/timeline/compose-timeline.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';
import type { Lists } from './list-reader.ts';
import type { Scopes } from './scopes.ts';
import type { SettingsModule } from './settings.ts';
import type { TasksModule } from './tasks.ts';
import { askedTimeSources } from './timeline-domain.ts';

interface TimelineModuleOptions {
  context: AppContext;
  store: Store;
  lists: Pick<Lists, 'timeline'>;
  settings: SettingsModule;
  scopes: Pick<Scopes, 'usable'>;
  contracts: Pick<Contracts, 'list'>;
  tasks: Pick<TasksModule, 'table' | 'sync'>;
  orders: { sync: OrderSync };
}

/** Creates the timeline of tasks, orders and scenes, and the sync of the contracts that are not active. */
export function createTimelineModule(options: TimelineModuleOptions) {
  const { context, store, lists, settings, scopes, contracts, tasks, orders } = options;
  const timeline = composeTimeline({
    sources: askedTimeSources(store, lists.timeline),
    revisits: {
      tasks: (scope) => recurrentTasks(store, scope),
      orders: (scope) => revisitingOrders(store, scope),
    },
    projects: (scope) => [...tasks.table.projects(scope), ...orderProjects(store, scope)],
    now: context.now,
    monotonic: context.monotonic,
    activeScope: scopes.usable,
    wantsAll: () => settings.get().allContracts,
    contracts: contracts.list,
    syncs: [tasks.sync.run, orders.sync.run],
    subscribe: context.subscribe,
    changed: context.publish,
  });
  return {
    start: timeline.start,
    close: timeline.close,
    procedures: (os: Implementer) => ({ timeline: timelineProcedures(os, timeline) }),
  };
}

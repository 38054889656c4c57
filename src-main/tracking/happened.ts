import type { Scope } from '../../src-preload/contract/ids.ts';
import type { HistoryEntry } from '../../src-preload/contract/tracking.ts';
import type { EntrySources } from './history-entry.ts';
import type { Cluster } from './history-sources.ts';
import { createOrderHistory } from './order-history.ts';
import { createSceneHistory } from './scene-history.ts';
import { createTaskHistory } from './task-history.ts';
import { toldByEvents } from './told-by-events.ts';

/**
 * Creates the function that returns, unsorted, what has happened to a task, its orders and their scenes together. What the
 * recorded events of the orders tell already is left out of the entries that are derived from dates.
 */
export function createHappened(sources: EntrySources) {
  const ofTask = createTaskHistory(sources);
  const ofOrder = createOrderHistory(sources);
  const ofScene = createSceneHistory(sources);

  return (scope: Scope, cluster: Cluster): HistoryEntry[] => {
    const told = toldByEvents(cluster.orders);
    return [
      ...(cluster.task ? ofTask(scope, cluster.task, { only: cluster.only, told }) : []),
      ...cluster.orders.flatMap((order) => ofOrder(scope, order, { cluster, told })),
      ...cluster.scenes.flatMap((scene) => ofScene(scope, scene)),
    ];
  };
}

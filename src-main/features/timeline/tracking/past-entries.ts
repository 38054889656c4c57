import type { Scope } from '../../../../src-preload/contract/ids.ts';
import type { HistoryEntry } from '../../../../src-preload/contract/tracking.ts';
import type { EntrySources } from './history-entry.ts';
import type { Cluster } from './history-sources.ts';
import { createOrderHistory } from './order-history.ts';
import { reportedByEvents } from './reported-by-events.ts';
import { createSceneHistory } from './scene-history.ts';
import { createTaskHistory } from './task-history.ts';

/**
 * Creates the function that returns, unsorted, the past entries of a task, its orders and their scenes. Entries that are
 * derived from dates are left out if an event of an order reports the same.
 */
export function createPastEntries(sources: EntrySources) {
  const ofTask = createTaskHistory(sources);
  const ofOrder = createOrderHistory(sources);
  const ofScene = createSceneHistory(sources);

  return (scope: Scope, cluster: Cluster): HistoryEntry[] => {
    const isReported = reportedByEvents(cluster.orders);
    return [
      ...(cluster.task ? ofTask(scope, cluster.task, { only: cluster.only, isReported }) : []),
      ...cluster.orders.flatMap((order) => ofOrder(scope, order, { cluster, isReported })),
      ...cluster.scenes.flatMap((scene) => ofScene(scope, scene)),
    ];
  };
}

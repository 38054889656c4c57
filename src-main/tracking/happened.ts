import type { Scope } from '../../src-preload/contract/ids.ts';
import type { HistoryEntry } from '../../src-preload/contract/tracking.ts';
import type { EntrySources } from './history-entry.ts';
import type { Cluster } from './history-sources.ts';
import { createOrderHistory } from './order-history.ts';
import { createSceneHistory } from './scene-history.ts';
import { createTaskHistory } from './task-history.ts';
import { toldByEvents } from './told-by-events.ts';

/** Creates the function that returns the past entries of all subjects of a history, unsorted. */
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

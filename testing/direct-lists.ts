import type { TrackingLists } from '../src-main/app/track-everything.ts';
import { createSceneChecks } from '../src-main/features/library/scene-checks.ts';
import { createOrderChecks } from '../src-main/features/orders/order-checks.ts';
import { createTaskChecks } from '../src-main/features/tasks/task-checks.ts';
import type { Store } from '../src-main/store/store.ts';

/** The same answers as the thread of lists gives, from the connection of the test. */
export function directLists(store: Store): TrackingLists {
  const tasks = createTaskChecks({ store });
  const orders = createOrderChecks({ store });
  const scenes = createSceneChecks({ store });
  return {
    tasking: {
      endingWithoutCapture: async (...args) => tasks.endingWithoutCapture(...args),
      processing: async (scope) => tasks.processing(scope),
      plannedBefore: async (...args) => tasks.plannedBefore(...args),
      moreThanNeeded: async (scope) => tasks.moreThanNeeded(scope),
    },
    orders: {
      endingWithoutCapture: async (...args) => orders.endingWithoutCapture(...args),
      processing: async (scope) => orders.processing(scope),
      closedEmpty: async (...args) => orders.closedEmpty(...args),
      plannedBefore: async (...args) => orders.plannedBefore(...args),
      withoutLinks: async (...args) => orders.withoutLinks(...args),
    },
    library: {
      filesMissing: async (scope) => scenes.filesMissing(scope),
      withoutLinks: async (scope) => scenes.withoutLinks(scope),
    },
  };
}

import { isOutsideCapture, newestSceneAt } from '../features/library/scene-at.ts';
import { createOrderNear } from '../features/orders/order-near.ts';
import { commandsOf, openRequests } from '../features/outbox/open-commands.ts';
import { createWholePlaceQueries } from '../features/places/whole-place-queries.ts';
import { createPreparedQueries } from '../features/plan/prepared-queries.ts';
import { templatesMigrations } from '../features/plan/tables.ts';
import { createTaskPlaces } from '../features/tasks/task-places.ts';
import type { ListQueryOptions } from '../store/async-queries.ts';

/** The tables of templates and prepared rows, and the queries that check rows against tasks, orders, outbox and library. */
export const templatesDomain = {
  migrations: templatesMigrations,
  listQueries({ store, now }: ListQueryOptions) {
    const tasks = createTaskPlaces({ store });
    const orders = createOrderNear({ store });
    const places = createWholePlaceQueries({ store });
    return createPreparedQueries({
      store,
      now,
      contract: {
        near: (scope, box) => [...tasks.near(scope, box), ...orders.near(scope, box)],
        ofCapture: orders.ofCapture,
        deliveredBy(scope, captureId) {
          const task = tasks.deliveredBy(scope, captureId);
          if (task !== null) return { name: task, from: 'task' };
          const order = orders.deliveredBy(scope, captureId);
          return order === null ? null : { name: order, from: 'order' };
        },
        isOutsideCapture: (scope, captureId, { longitude, latitude }) =>
          isOutsideCapture(store, scope, { captureId, at: [longitude, latitude] }),
        open: (scope) => openRequests(store, scope),
        commands: (scope, ids) => commandsOf(store, scope, ids),
        windows: tasks.windows,
        places: places.byIds,
        newestSceneAt: (longitude, latitude) => newestSceneAt(store, longitude, latitude),
      },
    });
  },
};

import type { ListQueryOptions } from '../../store/async-queries.ts';
import { createOrderChecks } from './order-checks.ts';
import { orderNearMigrations } from './order-near.ts';
import { createOrderTable } from './order-table.ts';
import { ordersMigrations } from './tables.ts';

/** The tables of orders with their captures, deliverables and events, and the queries of their lists. */
export const ordersDomain = {
  migrations: [...ordersMigrations, ...orderNearMigrations],
  listQueries({ store, now, flags }: ListQueryOptions) {
    const table = createOrderTable({ store, now, flagged: (scope) => flags.ids(scope, 'order') });
    const { list, ids, places, position, skus, geometries, tasksOfOrders } = table;
    return {
      list,
      ids,
      places,
      position,
      skus,
      geometries,
      tasksOfOrders,
      ...createOrderChecks({ store }),
    };
  },
};

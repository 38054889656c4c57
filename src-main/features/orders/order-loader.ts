import type { OrderId, Scope, TaskId } from '../../../src-preload/contract/ids.ts';
import type { OrderDetails, OrderRow } from '../../../src-preload/contract/orders.ts';
import type { Service } from '../../service/api/service-client.ts';
import { createOrderDetails } from './order-details.ts';
import { createOrderReader } from './order-reader.ts';
import type { OrderTable } from './order-table.ts';
import type { PartTable } from './part-table.ts';
import { parametersOf } from './wire-mapping.ts';

/** What `createOrderLoader` needs. */
export interface OrderLoaderOptions {
  orders: OrderTable;
  parts: PartTable;
  service: Pick<Service, 'forScope'>;
  /** Returns the V1 task that an order mirrors; null if it is not stored. */
  task: (scope: Scope, taskId: TaskId) => OrderDetails['task'];
  changed: (scope: Scope) => void;
  /** Returns the request of an order that was sent from this computer; anything else for other orders. */
  askedFor?: (scope: Scope, orderId: OrderId) => unknown;
}

/** Creates the functions that load whole orders from the store and refresh them from the service. */
export function createOrderLoader({ orders, parts, service, task, changed, askedFor }: OrderLoaderOptions) {
  const get = createOrderDetails({ orders, parts, task, askedFor });
  const fetchOrder = createOrderReader({ orders, parts, service, changed });

  return {
    /** Loads the details of a stored order; throws NOT_FOUND if it is not stored. */
    get,
    /** Fetches an order, stores it and resolves with its details. */
    async refresh(scope: Scope, requestedId: OrderId, signal: AbortSignal): Promise<OrderDetails> {
      const { orderId } = await fetchOrder(scope, requestedId, signal);
      return get(scope, orderId);
    },
    /** Fetches and stores an order; resolves with whether anything changed. */
    refreshForChanges: async (scope: Scope, orderId: OrderId, signal: AbortSignal) =>
      (await fetchOrder(scope, orderId, signal)).isChanged,
    /** Fetches the orders that mirror a V1 task, stores them and resolves with them. */
    async fetchOrdersOfTask(scope: Scope, taskId: TaskId, signal: AbortSignal): Promise<OrderRow[]> {
      let isChanged = false;
      for await (const page of service.forScope(scope).orderPages({ taskId }, signal)) {
        const ofTask = page.rows.filter(({ parsed }) => parametersOf(parsed).taskId === taskId);
        for (const row of ofTask) isChanged = orders.put(scope, row) !== 'same' || isChanged;
        // A service that ignores the filter lists all orders, which are left to the sync.
        if (ofTask.length < page.rows.length) break;
      }
      if (isChanged) changed(scope);
      return orders.ofTask(scope, taskId);
    },
  };
}

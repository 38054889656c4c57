import type { OrderId, Scope, TaskId } from '../../src-preload/contract/ids.ts';
import type { OrderDetails, OrderRow } from '../../src-preload/contract/orders.ts';
import type { Service } from '../service/api/service-client.ts';
import { createOrderDetails } from './order-details.ts';
import { createOrderReader } from './order-reader.ts';
import type { OrderTable } from './order-table.ts';
import type { PartTable } from './part-table.ts';
import { joinsOf } from './wire-mapping.ts';

/** What orders are read from and written to. */
export interface OrderReadingOptions {
  orders: OrderTable;
  parts: PartTable;
  service: Pick<Service, 'forScope'>;
  /** Returns the V1 task that an order mirrors, as far as it is known here. */
  task: (scope: Scope, taskId: TaskId) => OrderDetails['task'];
  changed: (scope: Scope) => void;
  /** Returns the original request of an order that was sent from here; anything else for other orders. */
  askedFor?: (scope: Scope, orderId: OrderId) => unknown;
  /** In milliseconds; changes of the system clock do not affect it. */
  monotonic?: () => number;
}

/** Creates the reading of orders in full: from the store, or from the service. */
export function createOrderReading({
  orders,
  parts,
  service,
  task,
  changed,
  askedFor,
  monotonic = () => performance.now(),
}: OrderReadingOptions) {
  const get = createOrderDetails({ orders, parts, task, askedFor });
  const read = createOrderReader({ orders, parts, service, changed, monotonic });

  return {
    get,
    /** Requests an order from the service, stores it and returns it. */
    async refresh(scope: Scope, asked: OrderId, signal: AbortSignal): Promise<OrderDetails> {
      const { orderId } = await read(scope, asked, signal);
      return get(scope, orderId);
    },
    /** Does the same for callers that only need to know whether anything changed. */
    refreshForChanges: async (scope: Scope, asked: OrderId, signal: AbortSignal) =>
      (await read(scope, asked, signal)).moved,
    /** Requests the orders that mirror a V1 task, stores and returns them. */
    async fetchOrdersOfTask(scope: Scope, taskId: TaskId, signal: AbortSignal): Promise<OrderRow[]> {
      let moved = false;
      for await (const page of service.forScope(scope).orderPages({ taskId }, signal)) {
        const ofTask = page.rows.filter(({ parsed }) => joinsOf(parsed).taskId === taskId);
        for (const row of ofTask) moved = orders.put(scope, row) !== 'same' || moved;
        // A service that ignores the filter lists all orders: those are left to the sync.
        if (ofTask.length < page.rows.length) break;
      }
      if (moved) changed(scope);
      return orders.ofTask(scope, taskId);
    },
  };
}

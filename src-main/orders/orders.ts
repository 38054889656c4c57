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
  /** The V1 task that an order mirrors, as far as it is known here. */
  task: (scope: Scope, taskId: TaskId) => OrderDetails['task'];
  changed: (scope: Scope) => void;
  /** The request of an order that was sent from here, as it was sent; anything else for others. */
  askedFor?: (scope: Scope, orderId: OrderId) => unknown;
  /** In milliseconds, of a clock that nobody sets. */
  monotonic?: () => number;
}

/** Returns orders in full: from the store, or asked for now. */
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
    /** Asks the service for an order, stores what it says and returns the order. */
    async refresh(scope: Scope, asked: OrderId, signal: AbortSignal): Promise<OrderDetails> {
      const { orderId } = await read(scope, asked, signal);
      return get(scope, orderId);
    },
    /** The same, for who wants to know only whether anything moved. */
    refreshForChanges: async (scope: Scope, asked: OrderId, signal: AbortSignal) =>
      (await read(scope, asked, signal)).moved,
    /** Asks the service for the orders that mirror a V1 task, stores and returns them. */
    async fetchOrdersOfTask(scope: Scope, taskId: TaskId, signal: AbortSignal): Promise<OrderRow[]> {
      let moved = false;
      for await (const page of service.forScope(scope).orderPages({ taskId }, signal)) {
        const ofTask = page.rows.filter(({ parsed }) => joinsOf(parsed).taskId === taskId);
        for (const row of ofTask) moved = orders.put(scope, row) !== 'same' || moved;
        // A service that does not heed the filter lists all orders: those are the sync's.
        if (ofTask.length < page.rows.length) break;
      }
      if (moved) changed(scope);
      return orders.ofTask(scope, taskId);
    },
  };
}

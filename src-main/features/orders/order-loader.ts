import { z } from 'zod';
import type { OrderId, Scope, TaskId } from '../../../src-preload/contract/ids.ts';
import type { OrderDetails, OrderRow } from '../../../src-preload/contract/orders.ts';
import { AppError } from '../../core/app-error.ts';
import { isoTime } from '../../service/api/iso-time.ts';
import { wireOrderSchema } from '../../service/api/orders-wire.ts';
import type { Service } from '../../service/api/service-client.ts';
import { createOrderReader } from './order-reader.ts';
import type { OrderTable } from './order-table.ts';
import type { PartTable } from './part-table.ts';
import { parametersOf } from './wire-mapping.ts';

const requestSchema = z.object({
  properties: z.object({ parameters: z.record(z.string(), z.unknown()) }),
});
const requestedTimeSchema = z.string().nullable().catch(null).transform(isoTime);

/**
 * Creates the function that loads the details of one stored order. Parameters that the service does not return for an order that was
 * sent from this computer are taken from the request (`askedFor`), and `fromRequest` names them. Throws NOT_FOUND if the order is not
 * stored.
 */
function createOrderDetails({
  orders,
  parts,
  task,
  askedFor,
}: {
  orders: Pick<OrderTable, 'resolve' | 'find' | 'stored'>;
  parts: Pick<PartTable, 'captures' | 'deliverables' | 'events' | 'raws'>;
  task: (scope: Scope, taskId: TaskId) => OrderDetails['task'];
  askedFor: ((scope: Scope, orderId: OrderId) => unknown) | undefined;
}) {
  return (scope: Scope, requestedId: OrderId): OrderDetails => {
    const orderId = orders.resolve(scope, requestedId);
    const row = orders.find(scope, orderId);
    const stored = orders.stored(scope, orderId);
    if (!row || !stored) throw new AppError('NOT_FOUND', { what: `order ${requestedId}` });
    const { raw, ...rest } = stored;
    const answered = wireOrderSchema.safeParse(raw).data?.parameters ?? {};
    const request = requestSchema.safeParse(askedFor?.(scope, orderId)).data;
    const requested = request?.properties.parameters ?? {};
    const start = rest.start ?? requestedTimeSchema.parse(requested.start ?? null);
    const end = rest.end ?? requestedTimeSchema.parse(requested.end ?? null);
    // A time that the service returns outside the parameters also counts as returned.
    const returned = { ...answered, ...(rest.start && { start }), ...(rest.end && { end }) };
    return {
      ...row,
      ...rest,
      start,
      end,
      parameters: { ...requested, ...answered },
      fromRequest: Object.keys(requested).filter((name) => !(name in returned)),
      task: row.taskId === null ? null : task(scope, row.taskId),
      captures: parts.captures(scope, orderId),
      deliverables: parts.deliverables(scope, orderId),
      events: parts.events(scope, orderId),
      raw: { order: raw, ...parts.raws(scope, orderId) },
    };
  };
}

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

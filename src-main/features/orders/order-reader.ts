import type { OrderId, Scope } from '../../../src-preload/contract/ids.ts';
import { hasCode } from '../../core/app-error.ts';
import { scopeKey } from '../../core/scope.ts';
import { readNested } from '../../service/api/nested-rows.ts';
import {
  wireDeliverableSchema,
  wireOrderCaptureSchema,
  wireOrderEventSchema,
} from '../../service/api/orders-wire.ts';
import type { Service } from '../../service/api/service-client.ts';
import type { OrderTable } from './order-table.ts';
import type { PartTable } from './part-table.ts';

/**
 * Resolves with a part of an order, or with null if the service does not have that part of this order, which does not prove that there
 * is none. It says nothing about other orders, so each is asked for its own.
 */
async function unlessNotFound<T>(part: Promise<T>): Promise<T | null> {
  try {
    return await part;
  } catch (error) {
    if (hasCode(error, 'NOT_FOUND')) return null;
    throw error;
  }
}

/**
 * Creates the function that fetches one order with all its parts, stores it, and resolves with its stored id and whether anything
 * changed. Two calls for the same order at the same time share one request.
 */
export function createOrderReader({
  orders,
  parts,
  service,
  changed,
}: {
  orders: Pick<OrderTable, 'resolve' | 'put' | 'markRead'>;
  parts: Pick<PartTable, 'putCaptures' | 'putDeliverables' | 'putEvents'>;
  service: Pick<Service, 'forScope'>;
  changed: (scope: Scope) => void;
}) {
  const inFlight = new Map<string, ReturnType<typeof fetchOrder>>();

  /** Fetches an order with its parts and stores them. */
  async function fetchOrder(scope: Scope, requestedId: OrderId, signal: AbortSignal) {
    const client = service.forScope(scope);
    const order = await client.order(requestedId, signal);
    const orderId = orders.resolve(scope, order.parsed.orderId);
    const [captures, deliverables, events] = await Promise.all([
      unlessNotFound(client.orderCaptures(requestedId, signal)),
      unlessNotFound(client.orderDeliverables(requestedId, signal)),
      unlessNotFound(client.orderEvents(requestedId, signal)),
    ]);
    const nestedCaptures = readNested(order.parsed.captures, wireOrderCaptureSchema);
    const nestedDeliverables = readNested(order.parsed.deliverables, wireDeliverableSchema);
    const changes = [
      orders.put(scope, order) !== 'same',
      // Some services nest the parts in the order, others list them. Parts that are stored later win, unless they are older.
      parts.putCaptures(scope, orderId, nestedCaptures.rows),
      parts.putCaptures(scope, orderId, captures ?? []),
      parts.putDeliverables(scope, nestedDeliverables.rows, orderId),
      parts.putDeliverables(scope, deliverables?.rows ?? [], orderId),
      parts.putEvents(
        scope,
        orderId,
        events !== null && events.length > 0
          ? events
          : readNested(order.parsed.events, wireOrderEventSchema).rows,
      ),
      // A part that the service has neither below the order nor within it is unknown, not empty.
      orders.markRead(scope, orderId, {
        deliverables: deliverables?.whole ?? nestedDeliverables.whole,
        captures: captures !== null || nestedCaptures.whole,
      }),
    ];
    const isChanged = changes.includes(true);
    if (isChanged) changed(scope);
    return { orderId, isChanged };
  }

  // The watch and a user who opens an order may fetch it at the same time.
  return (scope: Scope, requestedId: OrderId, signal: AbortSignal): ReturnType<typeof fetchOrder> => {
    const key = `${scopeKey(scope)} ${requestedId}`;
    const current = inFlight.get(key);
    // The caller that started the request may cancel it: then it is sent again.
    if (current) return current.catch(() => fetchOrder(scope, requestedId, signal));
    const started = fetchOrder(scope, requestedId, signal).finally(() => inFlight.delete(key));
    inFlight.set(key, started);
    return started;
  };
}

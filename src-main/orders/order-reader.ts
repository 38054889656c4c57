import type { z } from 'zod';
import type { OrderId, Scope } from '../../src-preload/contract/ids.ts';
import { scopeKey } from '../core/scope.ts';
import {
  wireDeliverableSchema,
  wireOrderCaptureSchema,
  wireOrderEventSchema,
} from '../service/api/orders-wire.ts';
import { readRow } from '../service/api/read-row.ts';
import type { Row, Service } from '../service/api/service-client.ts';
import { createOptionalParts } from './optional-parts.ts';
import type { OrderTable } from './order-table.ts';
import type { PartTable } from './part-table.ts';

/** Returns the rows nested in an order; unreadable ones only stay in its raw JSON. */
function nested<S extends z.ZodType>(rows: unknown[] | null, schema: S): Row<z.infer<S>>[] {
  return (rows ?? []).flatMap((row) => {
    try {
      return [readRow(schema, row, 'nested')];
    } catch {
      return [];
    }
  });
}

/**
 * Creates the function that requests one order in full from the service, stores it, and returns which order that was and whether
 * anything changed. Two requests for the same order at the same time are joined.
 */
export function createOrderReader({
  orders,
  parts,
  service,
  changed,
  monotonic,
}: {
  orders: Pick<OrderTable, 'resolve' | 'put' | 'markRead'>;
  parts: Pick<PartTable, 'putCaptures' | 'putDeliverables' | 'putEvents'>;
  service: Pick<Service, 'forScope'>;
  changed: (scope: Scope) => void;
  monotonic: () => number;
}) {
  const readIfThere = createOptionalParts(monotonic);
  const inFlight = new Map<string, ReturnType<typeof fetchOrder>>();

  /** Requests an order with its parts from the service and stores them. */
  async function fetchOrder(scope: Scope, asked: OrderId, signal: AbortSignal) {
    const client = service.forScope(scope);
    const order = await client.order(asked, signal);
    const orderId = orders.resolve(scope, order.parsed.orderId);
    const [captures, deliverables, events] = await Promise.all([
      readIfThere(scope, 'captures', () => client.orderCaptures(asked, signal)),
      readIfThere(scope, 'deliverables', () => client.orderDeliverables(asked, signal)),
      readIfThere(scope, 'events', () => client.orderEvents(asked, signal)),
    ]);
    const moved = [
      orders.put(scope, order) !== 'same',
      // The nested parts may be all there is; the listings have pages. Parts stored later win, unless they are older.
      parts.putCaptures(scope, orderId, nested(order.parsed.captures, wireOrderCaptureSchema)),
      parts.putCaptures(scope, orderId, captures),
      parts.putDeliverables(scope, nested(order.parsed.deliverables, wireDeliverableSchema), orderId),
      parts.putDeliverables(scope, deliverables, orderId),
      parts.putEvents(
        scope,
        orderId,
        events.length > 0 ? events : nested(order.parsed.events, wireOrderEventSchema),
      ),
    ];
    orders.markRead(scope, orderId, true);
    if (moved.includes(true)) changed(scope);
    return { orderId, moved: moved.includes(true) };
  }

  /** The watch and a user who opens an order may request it at the same time. */
  return (scope: Scope, asked: OrderId, signal: AbortSignal): ReturnType<typeof fetchOrder> => {
    const key = `${scopeKey(scope)} ${asked}`;
    const known = inFlight.get(key);
    // The caller that started it may cancel it: then it is requested again.
    if (known) return known.catch(() => fetchOrder(scope, asked, signal));
    const started = fetchOrder(scope, asked, signal).finally(() => inFlight.delete(key));
    inFlight.set(key, started);
    return started;
  };
}

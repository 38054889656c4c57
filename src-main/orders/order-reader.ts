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

/** The rows nested in an order; what cannot be read stays in its raw JSON. */
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
 * Returns the function that asks the service for one order in full, stores it, and returns which order that was and whether
 * anything moved. An order that is being asked for is not asked for twice.
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

  /** Asks the service for an order with its parts and stores them. */
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
      // What is nested may be all there is; what is listed has pages. Later ones win, staler ones do not.
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

  /** The watch and who opens an order may ask at the same time. */
  return (scope: Scope, asked: OrderId, signal: AbortSignal): ReturnType<typeof fetchOrder> => {
    const key = `${scopeKey(scope)} ${asked}`;
    const known = inFlight.get(key);
    // Whoever began it may give up: then it is asked again.
    if (known) return known.catch(() => fetchOrder(scope, asked, signal));
    const started = fetchOrder(scope, asked, signal).finally(() => inFlight.delete(key));
    inFlight.set(key, started);
    return started;
  };
}

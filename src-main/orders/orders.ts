import { z } from 'zod';
import type { OrderId, Scope, TaskId } from '../../src-preload/contract/ids.ts';
import type { OrderDetails, OrderRow } from '../../src-preload/contract/orders.ts';
import { AppError, hasCode } from '../app-error.ts';
import { scopeKey } from '../core/scope.ts';
import { isoTime } from '../service/api/iso-time.ts';
import {
  wireDeliverableSchema,
  wireOrderCaptureSchema,
  wireOrderEventSchema,
  wireOrderSchema,
} from '../service/api/orders-wire.ts';
import { readRow } from '../service/api/read-row.ts';
import type { Row, Service } from '../service/api/service-client.ts';
import type { OrderTable } from './order-table.ts';
import type { PartTable } from './part-table.ts';
import { joinsOf } from './wire-mapping.ts';

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

const askedSchema = z.object({
  properties: z.object({ parameters: z.record(z.string(), z.unknown()) }),
});
const askedTimeSchema = z.string().nullable().catch(null).transform(isoTime);

/** How long a part that the service does not have is not looked for. */
const absentMs = 60 * 60_000;

/** Orders in full: from the store, or asked for now. */
export function createOrderReading({
  orders,
  parts,
  service,
  task,
  changed,
  askedFor,
  monotonic = () => performance.now(),
}: OrderReadingOptions) {
  function get(scope: Scope, asked: OrderId): OrderDetails {
    const orderId = orders.resolve(scope, asked);
    const row = orders.find(scope, orderId);
    const stored = orders.stored(scope, orderId);
    if (!row || !stored) throw new AppError('NOT_FOUND', { what: `order ${asked}` });
    const { raw, ...rest } = stored;
    const said = wireOrderSchema.safeParse(raw).data?.parameters ?? {};
    const requested = askedSchema.safeParse(askedFor?.(scope, orderId)).data?.properties.parameters ?? {};
    const start = rest.start ?? askedTimeSchema.parse(requested.start ?? null);
    const end = rest.end ?? askedTimeSchema.parse(requested.end ?? null);
    // Where the service tells a time elsewhere than in the parameters, it does repeat it.
    const known = { ...said, ...(rest.start && { start }), ...(rest.end && { end }) };
    return {
      ...row,
      ...rest,
      ...{ start, end },
      parameters: { ...requested, ...said },
      fromRequest: Object.keys(requested).filter((name) => !(name in known)),
      task: row.taskId === null ? null : task(scope, row.taskId),
      captures: parts.captures(scope, orderId),
      deliverables: parts.deliverables(scope, orderId),
      events: parts.events(scope, orderId),
      raw: { order: raw, ...parts.raws(scope, orderId) },
    };
  }

  /** Parts that a connection has never had: looked for again after a while only. */
  const absent = new Map<string, number>();
  const present = new Set<string>();

  /** What only some services have: an order without that part is still an order. */
  async function ifThere<T>(
    { connectionId }: Scope,
    part: 'captures' | 'deliverables' | 'events',
    read: () => Promise<T[]>,
  ): Promise<T[]> {
    const key = `${connectionId} ${part}`;
    const since = absent.get(key);
    if (since !== undefined && monotonic() - since < absentMs) return [];
    try {
      const rows = await read();
      present.add(key);
      absent.delete(key);
      return rows;
    } catch (error) {
      if (!hasCode(error, 'NOT_FOUND')) throw error;
      // Where other orders have that part, it is this order that has none.
      if (!present.has(key)) absent.set(key, monotonic());
      return [];
    }
  }

  /** Answers which order that was, and whether anything moved. */
  async function readNow(scope: Scope, asked: OrderId, signal: AbortSignal) {
    const client = service.forScope(scope);
    const order = await client.order(asked, signal);
    const orderId = orders.resolve(scope, order.parsed.orderId);
    const [captures, deliverables, events] = await Promise.all([
      ifThere(scope, 'captures', () => client.orderCaptures(asked, signal)),
      ifThere(scope, 'deliverables', () => client.orderDeliverables(asked, signal)),
      ifThere(scope, 'events', () => client.orderEvents(asked, signal)),
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

  const flights = new Map<string, ReturnType<typeof readNow>>();

  /** One flight for one order: the watch and who opens it may ask at the same time. */
  function read(scope: Scope, asked: OrderId, signal: AbortSignal): ReturnType<typeof readNow> {
    const key = `${scopeKey(scope)} ${asked}`;
    const known = flights.get(key);
    // Whoever began it may give up: then it is asked anew.
    if (known) return known.catch(() => readNow(scope, asked, signal));
    const begun = readNow(scope, asked, signal).finally(() => flights.delete(key));
    flights.set(key, begun);
    return begun;
  }

  async function refresh(scope: Scope, asked: OrderId, signal: AbortSignal): Promise<OrderDetails> {
    const { orderId } = await read(scope, asked, signal);
    return get(scope, orderId);
  }

  return {
    get,
    refresh,
    /** The same, for who wants to know only whether anything moved. */
    look: async (scope: Scope, asked: OrderId, signal: AbortSignal) =>
      (await read(scope, asked, signal)).moved,
    async lookUpTask(scope: Scope, taskId: TaskId, signal: AbortSignal): Promise<OrderRow[]> {
      let moved = false;
      for await (const page of service.forScope(scope).orderPages({ taskId }, signal)) {
        const own = page.rows.filter(({ parsed }) => joinsOf(parsed).taskId === taskId);
        for (const row of own) moved = orders.put(scope, row) !== 'same' || moved;
        // A service that does not heed the filter lists all orders: those are the sync's.
        if (own.length < page.rows.length) break;
      }
      if (moved) changed(scope);
      return orders.ofTask(scope, taskId);
    },
  };
}

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

import { z } from 'zod';
import type { OrderId, Scope, TaskId } from '../../../src-preload/contract/ids.ts';
import type { OrderDetails } from '../../../src-preload/contract/orders.ts';
import { AppError } from '../../core/app-error.ts';
import { isoTime } from '../../service/api/iso-time.ts';
import { wireOrderSchema } from '../../service/api/orders-wire.ts';
import type { OrderTable } from './order-table.ts';
import type { PartTable } from './part-table.ts';

const requestSchema = z.object({
  properties: z.object({ parameters: z.record(z.string(), z.unknown()) }),
});
const requestedTimeSchema = z.string().nullable().catch(null).transform(isoTime);

/**
 * Creates the function that loads the details of one stored order. Parameters that the service does not return for an order that was
 * sent from this computer are taken from the request (`askedFor`), and `fromRequest` names them. Throws NOT_FOUND if the order is not
 * stored.
 */
export function createOrderDetails({
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

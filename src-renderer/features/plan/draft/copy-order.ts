import { z } from 'zod';
import { type OrderRequest, orderRequestSchema } from '../../../../src-preload/contract/order-request.ts';
import type { OrderDetails } from '../../../../src-preload/contract/orders.ts';
import { currentOrShiftedWindow } from './copy-task.ts';
import { zoned } from './draft.ts';

const flat = z
  .array(z.number())
  .min(2)
  .transform(([longitude = Number.NaN, latitude = Number.NaN]): [number, number] => [longitude, latitude]);
/** Reads the geometry without heights: the service adds the ground height to its answer (service §10.4), although the order had none. */
const featureSchema = z.object({
  geometry: z.discriminatedUnion('type', [
    z.object({ type: z.literal('Point'), coordinates: flat }),
    z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(flat)) }),
  ]),
});

/** Parameters that the service adds to an order that mirrors a task. */
const addedByService = ['task_id'];

/** Returns the request that would create the same order again, with a window of the same length; null if the order's place is unknown. */
export function requestOfOrder(
  order: OrderDetails,
  now: number,
  windowOf: typeof currentOrShiftedWindow = currentOrShiftedWindow,
): OrderRequest | null {
  const feature = featureSchema.safeParse(order.raw.order);
  if (!feature.success) return null;
  const window = windowOf(order.start, order.end, now);
  const parameters = Object.fromEntries(
    Object.entries(order.parameters).filter(
      ([name, value]) => !addedByService.includes(name) && value !== null,
    ),
  );
  const parsed = orderRequestSchema.safeParse({
    type: 'Feature',
    geometry: feature.data.geometry,
    properties: {
      order_name: order.name,
      project_name: order.project,
      sku: order.sku,
      parameters: {
        ...parameters,
        ...(window === null ? {} : { start: zoned(window.start, 0), end: zoned(window.end, 0) }),
      },
    },
  });
  return parsed.success ? parsed.data : null;
}

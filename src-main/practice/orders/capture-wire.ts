import { uuidOf } from '../deterministic.ts';
import { captureIdOf, planOf } from '../life-cycle.ts';
import type { PracticeOptions } from '../options.ts';
import { satelliteOf } from '../satellites.ts';
import type { CurrentOrder } from './current-order.ts';
import { iso, type OrderFields } from './order-fields.ts';

/** What `createCaptureWire` needs. */
export interface CaptureWireOptions {
  options: PracticeOptions;
  fields: OrderFields;
}

/** Creates the function that returns a capture of an order, by its index, as the service answers it (service §10.4). */
export function createCaptureWire({ options, fields }: CaptureWireOptions) {
  return function capture(now: CurrentOrder, index: number): Record<string, unknown> {
    const { order, task } = now;
    const event = now.state.captures.get(index);
    const planned = now.timeline.find((event) => event.stage === 'capture' && event.index === index);
    const passAt = planOf(task, options.speed).passes[index] ?? order.createdAt;
    return {
      capture_id: captureIdOf(task, index),
      order: fields.orderId(order.orderNumber),
      start: iso(Math.floor(passAt / 1_000) * 1_000).replace('.000Z', 'Z'),
      status: event?.status,
      ...(event?.reason ? { status_reason: event.reason } : {}),
      ...(options.omitOptionalFields ? {} : { satellite_name: satelliteOf(task.taskId, index) }),
      ...(task.target.type === 'Polygon' && order.captureIndex === null
        ? { fragment_id: uuidOf('fragment', task.taskId, task.seed) }
        : {}),
      created_at: iso(planned?.at ?? order.createdAt),
      updated_at: iso(event?.at ?? order.createdAt),
    };
  };
}

import { uuidOf } from '../deterministic.ts';
import { captureIdOf, planOf } from '../life-cycle.ts';
import type { PracticeOptions } from '../options.ts';
import { satelliteOf } from '../satellites.ts';
import { iso, type OrderFields } from './order-fields.ts';
import type { OrderNow } from './order-now.ts';

/** What `createCaptureWire` needs. */
export interface CaptureWireOptions {
  options: PracticeOptions;
  fields: OrderFields;
}

/** Creates the function that returns a capture of an order, by its index, as the service answers it (service §10.4). */
export function createCaptureWire({ options, fields }: CaptureWireOptions) {
  return function capture(now: OrderNow, index: number): Record<string, unknown> {
    const { order, task } = now;
    const happening = now.state.captures.get(index);
    const planned = now.timeline.find((event) => event.stage === 'capture' && event.index === index);
    const plan = planOf(task, options.speed);
    const pass = plan.passes[index];
    const takenAt = pass === undefined ? order.createdAt : plan.serviceTime(pass);
    return {
      capture_id: captureIdOf(task, index),
      order: fields.orderId(order.orderNumber),
      start: iso(Math.floor(takenAt / 1_000) * 1_000).replace('.000Z', 'Z'),
      status: happening?.status,
      ...(happening?.reason ? { status_reason: happening.reason } : {}),
      ...(options.omitOptionalFields ? {} : { satellite_name: satelliteOf(task.taskId, index) }),
      ...(task.target.type === 'Polygon' && order.captureIndex === null
        ? { fragment_id: uuidOf('fragment', task.taskId, task.seed) }
        : {}),
      created_at: iso(planned?.at ?? order.createdAt),
      updated_at: iso(happening?.at ?? order.createdAt),
    };
  };
}

import { uuidOf } from '../deterministic.ts';
import { captureIdOf } from '../life-cycle.ts';
import type { PracticeOptions } from '../options.ts';
import { sceneCount } from '../practice-scene.ts';
import type { CurrentOrder } from './current-order.ts';
import { iso, type OrderFields } from './order-fields.ts';

/**
 * Returns the events of an order until a time (ms), oldest first. The event of a touch by the control address is the last one.
 */
export function orderEvents(
  now: CurrentOrder,
  { until, options, fields }: { until: number; options: PracticeOptions; fields: OrderFields },
): Record<string, unknown>[] {
  const { orderId, deliverableId } = fields;
  const other = options.ordersShape === 'other';
  const { orderNumber } = now.order;
  const events = now.timeline.filter(({ at }) => at <= until);
  if (now.touchedAt !== null) {
    const at = now.touchedAt;
    events.push({
      at,
      stage: 'order',
      index: -1,
      kind: 'order.updated',
      status: now.state.status,
      reason: null,
    });
  }
  return events.flatMap(({ at, stage, index, kind, status, reason }, place) => {
    const parts = stage === 'deliverable' ? sceneCount(now.task, index) : 1;
    return Array.from({ length: parts }, (_, part) => ({
      event_id: uuidOf('event', options.seed, orderNumber, place, part),
      ...(other ? { timestamp: iso(at), event_type: kind } : { time: iso(at), kind }),
      order: orderId(orderNumber),
      ...(stage === 'order' ? {} : { capture_id: captureIdOf(now.task, index) }),
      ...(stage === 'deliverable' ? { deliverable_id: deliverableId(orderNumber, index, part) } : {}),
      status,
      ...(reason === null ? {} : { reason }),
    }));
  });
}

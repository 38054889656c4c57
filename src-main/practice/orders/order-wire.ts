import { uuidOf } from '../deterministic.ts';
import { captureIdOf, planOf } from '../life-cycle.ts';
import type { PracticeOptions } from '../options.ts';
import { sceneCount } from '../practice-scene.ts';
import { satelliteOf } from '../satellites.ts';
import type { Scenes } from '../scenes.ts';
import type { World } from '../world.ts';
import type { CurrentDeliverable, CurrentOrder } from './current-order.ts';
import { createDeliverableWire } from './deliverable-wire.ts';
import { createOrderFeature, type OrderFeature } from './order-feature.ts';
import { createOrderFields, iso, type OrderFields } from './order-fields.ts';

/**
 * Returns the events of an order until a time (ms), oldest first. The event of a touch by the control address is the last one.
 */
function orderEvents(
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

/** What `createCaptureWire` needs. */
interface CaptureWireOptions {
  options: PracticeOptions;
  fields: OrderFields;
}

/** Creates the function that returns a capture of an order, by its index, as the service answers it (service §10.4). */
function createCaptureWire({ options, fields }: CaptureWireOptions) {
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

/** What `createOrderWire` needs. */
export interface OrderWireOptions {
  world: World;
  scenes: Scenes;
  options: PracticeOptions;
  /** Returns the origin of links to files. */
  catalog: () => string;
}

/** Creates the functions that return orders and their parts as the service answers them, in one of two shapes (service §10.4). */
export function createOrderWire({ world, scenes, options, catalog }: OrderWireOptions) {
  const fields = createOrderFields(options);
  const order = createOrderFeature({ world, options, fields });
  const capture = createCaptureWire({ options, fields });
  const deliverable = createDeliverableWire({ scenes, options, fields, catalog });

  /** An order with its captures and deliverables, in its properties or beside them. */
  function detail(now: CurrentOrder, deliverables: readonly CurrentDeliverable[]): Record<string, unknown> {
    const feature = order(now);
    const nested = {
      captures: [...now.state.captures.keys()].map((index) => capture(now, index)),
      deliverables: deliverables.map(deliverable),
    };
    return options.ordersShape === 'other'
      ? { ...feature, ...nested }
      : { ...feature, properties: { ...feature.properties, ...nested } };
  }

  /** An order with nothing but the states of itself and its parts: the lists have the rest. */
  function thinDetail(now: CurrentOrder, deliverables: readonly CurrentDeliverable[]): OrderFeature {
    const { orderNumber } = now.order;
    return {
      type: 'Feature',
      geometry: null,
      properties: {
        order_id: fields.orderId(orderNumber),
        status: now.status,
        captures: [...now.state.captures].map(([index, { status }]) => ({
          capture_id: captureIdOf(now.task, index),
          status,
        })),
        deliverables: deliverables.map(({ captureIndex, part, event }) => ({
          deliverable_id: fields.deliverableId(orderNumber, captureIndex, part),
          status: event.status,
        })),
      },
    };
  }

  const events = (now: CurrentOrder, until: number) => orderEvents(now, { until, options, fields });

  return { order, detail, thinDetail, capture, deliverable, events };
}

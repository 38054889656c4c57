import { captureIdOf } from '../life-cycle.ts';
import type { PracticeOptions } from '../options.ts';
import type { Scenes } from '../scenes.ts';
import type { World } from '../world.ts';
import { createCaptureWire } from './capture-wire.ts';
import type { CurrentDeliverable, CurrentOrder } from './current-order.ts';
import { createDeliverableWire } from './deliverable-wire.ts';
import { orderEvents } from './order-events.ts';
import { createOrderFeature, type OrderFeature } from './order-feature.ts';
import { createOrderFields } from './order-fields.ts';

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

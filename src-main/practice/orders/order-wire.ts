import { uuidOf } from '../deterministic.ts';
import { captureIdOf, planOf } from '../life-cycle.ts';
import type { PracticeOptions } from '../options.ts';
import { satelliteOf } from '../satellites.ts';
import type { Scenes } from '../scenes.ts';
import type { World } from '../world.ts';
import { createDeliverableWire } from './deliverable-wire.ts';
import { withGroundHeight } from './ground-height.ts';
import { orderEvents } from './order-events.ts';
import { createOrderFields, iso } from './order-fields.ts';
import type { DeliverableNow, OrderNow } from './order-now.ts';
import { skuKind } from './skus.ts';

/** Orders, captures, deliverables and events as they are answered; each in two shapes that clients meet (service §10.4). */
export function createOrderWire({
  world,
  scenes,
  options,
  catalog,
}: {
  world: World;
  scenes: Scenes;
  options: PracticeOptions;
  catalog: () => string;
}) {
  const other = options.ordersShape === 'other';
  const omit = options.omitOptionalFields;
  const fields = createOrderFields(options);
  const { orderId, deliverableId, unknownField } = fields;
  const deliverable = createDeliverableWire({ scenes, options, fields, catalog });
  const contractName = (owner: string) =>
    world.contracts.find(({ contractId }) => contractId === owner)?.name ?? null;
  function capture(now: OrderNow, index: number): Record<string, unknown> {
    const happening = now.state.captures.get(index);
    const planned = now.timeline.find((event) => event.stage === 'capture' && event.index === index);
    const plan = planOf(now.task, options.speed);
    const pass = plan.passes[index];
    const takenAt = pass === undefined ? now.order.createdAt : plan.serviceTime(pass);
    return {
      capture_id: captureIdOf(now.task, index),
      order: orderId(now.order.orderNumber),
      start: iso(Math.floor(takenAt / 1_000) * 1_000).replace('.000Z', 'Z'),
      status: happening?.status,
      ...(happening?.reason ? { status_reason: happening.reason } : {}),
      ...(omit ? {} : { satellite_name: satelliteOf(now.task.taskId, index) }),
      ...(now.task.target.type === 'Polygon' && now.order.captureIndex === null
        ? { fragment_id: uuidOf('fragment', now.task.taskId, now.task.seed) }
        : {}),
      created_at: iso(planned?.at ?? now.order.createdAt),
      updated_at: iso(happening?.at ?? now.order.createdAt),
    };
  }

  function order(now: OrderNow): Record<string, unknown> {
    const { order: placed } = now;
    const legacy = placed.owner === 'legacy';
    return {
      type: 'Feature',
      geometry: { ...placed.geometry, coordinates: withGroundHeight(placed.geometry.coordinates) },
      properties: {
        ...placed.further,
        order_id: orderId(placed.orderNumber),
        contract_id: legacy ? null : placed.owner,
        project_name: placed.projectName,
        sku: placed.sku,
        status: now.status,
        created_at: iso(placed.createdAt),
        updated_at: iso(now.updatedAt),
        order_name: placed.orderName,
        parameters: placed.parameters,
        ...(omit
          ? {}
          : {
              contract_name: contractName(placed.owner),
              project_id: `project.${uuidOf(options.seed, 'project', placed.owner, placed.projectName)}`,
              product_name: skuKind(placed.sku)?.name ?? placed.sku,
            }),
        ...unknownField('order', placed.orderNumber, 0.08),
      },
    };
  }

  function detail(now: OrderNow, deliverables: readonly DeliverableNow[]): Record<string, unknown> {
    const feature = order(now);
    const nested = {
      captures: [...now.state.captures.keys()].map((index) => capture(now, index)),
      deliverables: deliverables.map(deliverable),
    };
    // Beside the properties or in them.
    return other
      ? { ...feature, ...nested }
      : { ...feature, properties: { ...Object(feature.properties), ...nested } };
  }

  /** No more than where it stands: the lists have the rest. */
  function thinDetail(now: OrderNow, deliverables: readonly DeliverableNow[]): Record<string, unknown> {
    const { orderNumber } = now.order;
    return {
      type: 'Feature',
      geometry: null,
      properties: {
        order_id: orderId(orderNumber),
        status: now.status,
        captures: [...now.state.captures].map(([index, { status }]) => ({
          capture_id: captureIdOf(now.task, index),
          status,
        })),
        deliverables: deliverables.map(({ captureIndex, part, happening }) => ({
          deliverable_id: deliverableId(orderNumber, captureIndex, part),
          status: happening.status,
        })),
      },
    };
  }

  const events = (now: OrderNow, until: number) => orderEvents(now, { until, options, fields });

  return { order, detail, thinDetail, capture, deliverable, events };
}

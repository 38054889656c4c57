import { chanceOf, uuidOf } from '../deterministic.ts';
import { captureIdOf, planOf } from '../life-cycle.ts';
import type { PracticeOptions } from '../options.ts';
import { satelliteOf } from '../satellites.ts';
import { footprintOf, type PracticeScene, type Scenes, sceneCount } from '../scenes.ts';
import { shownNumber, type World } from '../world.ts';
import { withGroundHeight } from './ground-height.ts';
import type { DeliverableNow, OrderNow } from './order-book.ts';
import { skuKind } from './skus.ts';

const iso = (ms: number) => new Date(ms).toISOString();

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
  const orderId = (orderNumber: number) => (other ? orderNumber : shownNumber(orderNumber));
  const deliverableId = (orderNumber: number, index: number, part: number) =>
    other
      ? (orderNumber * 1_000 + index) * 10 + part
      : uuidOf('deliverable', options.seed, orderNumber, index, part);
  const contractName = (owner: string) =>
    world.contracts.find(({ contractId }) => contractId === owner)?.name ?? null;
  /** Now and then a field that no documentation names. */
  const unknownField = (kind: string, number: number, share: number) =>
    options.extraFields || chanceOf(options.seed, 'odd field', kind, number) < share
      ? { provider_hint: { route: 'b', weight: Math.round(chanceOf('weight', kind, number) * 100) / 100 } }
      : {};

  function capture(now: OrderNow, index: number): Record<string, unknown> {
    const happening = now.state.captures.get(index);
    const planned = now.timeline.find((each) => each.stage === 'capture' && each.index === index);
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

  /** Quantities go by several names, and some deliverables have none (service §10.4). */
  function quantityOf(scene: PracticeScene, orderNumber: number, index: number): Record<string, unknown> {
    const { widthPx, heightPx, gsdMetres } = scene.spec;
    const km2 = Math.round(((widthPx * heightPx * gsdMetres ** 2) / 1e6) * 1e4) / 1e4;
    const drawn = chanceOf(options.seed, 'quantity', orderNumber, index);
    if (drawn < 0.45) return { quantity: km2, unit: 'km2' };
    if (drawn < 0.6) return { billable_quantity: km2, quantity_unit: 'km2' };
    return drawn < 0.7 ? { area_km2: km2 } : {};
  }

  function assetsOf(scene: PracticeScene): Record<string, unknown> {
    const types: Record<string, string> = { visual: 'image/tiff', analytic: 'image/tiff' };
    return Object.fromEntries(
      Object.entries(scenes.links(scene, catalog())).map(([name, href]) => [
        name,
        omit || options.assetsOnly ? { href } : { href, type: types[name] ?? 'image/png' },
      ]),
    );
  }

  function deliverable({ of, captureIndex, part, happening }: DeliverableNow): Record<string, unknown> {
    const { order, task } = of;
    const delivered = happening.status === 'DELIVERED';
    const scene = delivered ? scenes.ofSubject(task, captureIndex)[part] : undefined;
    const begun = of.timeline.find((each) => each.stage === 'deliverable' && each.index === captureIndex);
    const own = {
      deliverable_id: deliverableId(order.orderNumber, captureIndex, part),
      order: orderId(order.orderNumber),
      status: happening.status,
    };
    // What is observed of a deliverable, and no more (service §10.4).
    if (options.assetsOnly) return { ...own, assets: scene ? assetsOf(scene) : {} };
    return {
      ...own,
      capture_id: captureIdOf(task, captureIndex),
      sku: order.sku,
      ...(happening.reason ? { status_reason: happening.reason } : {}),
      ...(omit ? {} : { project_name: order.projectName }),
      created_at: iso(begun?.at ?? happening.at),
      updated_at: iso(happening.at),
      ...(scene
        ? {
            scene_id: scene.sceneId,
            processing_level: scene.spec.level,
            delivered_at: iso(happening.at),
            geometry: footprintOf(scene),
            assets: assetsOf(scene),
            ...quantityOf(scene, order.orderNumber, captureIndex),
          }
        : { assets: {} }),
      ...unknownField('deliverable', order.orderNumber * 100 + captureIndex, 0.03),
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

  function events(now: OrderNow, until: number): Record<string, unknown>[] {
    const { orderNumber } = now.order;
    const happenings = now.timeline.filter(({ at }) => at <= until);
    if (now.touchedAt !== null) {
      const at = now.touchedAt;
      happenings.push({
        at,
        stage: 'order',
        index: -1,
        kind: 'order.updated',
        status: now.state.status,
        reason: null,
      });
    }
    return happenings.flatMap(({ at, stage, index, kind, status, reason }, place) => {
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

  return { order, detail, thinDetail, capture, deliverable, events };
}

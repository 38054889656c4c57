import { chanceOf } from '../deterministic.ts';
import { captureIdOf } from '../life-cycle.ts';
import type { PracticeOptions } from '../options.ts';
import { footprintOf, type PracticeScene } from '../practice-scene.ts';
import type { Scenes } from '../scenes.ts';
import type { CurrentDeliverable } from './current-order.ts';
import { iso, type OrderFields } from './order-fields.ts';

/** What `createDeliverableWire` needs. */
export interface DeliverableWireOptions {
  scenes: Scenes;
  options: PracticeOptions;
  fields: OrderFields;
  catalog: () => string;
}

/** Creates the function that returns a deliverable as the service answers it (service §10.4). */
export function createDeliverableWire({ scenes, options, fields, catalog }: DeliverableWireOptions) {
  const { orderId, deliverableId, unknownField } = fields;
  const omit = options.omitOptionalFields;

  /** Returns the quantity under one of its names; some deliverables have none (service §10.4). */
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

  return function deliverable({
    of,
    captureIndex,
    part,
    event,
  }: CurrentDeliverable): Record<string, unknown> {
    const { order, task } = of;
    const delivered = event.status === 'DELIVERED';
    const scene = delivered ? scenes.ofSubject(task, captureIndex)[part] : undefined;
    const begun = of.timeline.find((event) => event.stage === 'deliverable' && event.index === captureIndex);
    const identity = {
      deliverable_id: deliverableId(order.orderNumber, captureIndex, part),
      order: orderId(order.orderNumber),
      status: event.status,
    };
    // Only these fields are certain from observation (service §10.4).
    if (options.assetsOnly) return { ...identity, assets: scene ? assetsOf(scene) : {} };
    return {
      ...identity,
      capture_id: captureIdOf(task, captureIndex),
      sku: order.sku,
      ...(event.reason ? { status_reason: event.reason } : {}),
      ...(omit ? {} : { project_name: order.projectName }),
      created_at: iso(begun?.at ?? event.at),
      updated_at: iso(event.at),
      ...(scene
        ? {
            scene_id: scene.sceneId,
            processing_level: scene.spec.level,
            delivered_at: iso(event.at),
            geometry: footprintOf(scene),
            assets: assetsOf(scene),
            ...quantityOf(scene, order.orderNumber, captureIndex),
          }
        : { assets: {} }),
      ...unknownField('deliverable', order.orderNumber * 100 + captureIndex, 0.03),
    };
  };
}

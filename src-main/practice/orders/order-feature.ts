import { uuidOf } from '../deterministic.ts';
import { withFloatAltitudes } from '../json-float.ts';
import type { PracticeOptions } from '../options.ts';
import { respell } from '../respell.ts';
import type { World } from '../world.ts';
import type { CurrentOrder } from './current-order.ts';
import { withGroundHeight } from './ground-height.ts';
import { iso, type OrderFields } from './order-fields.ts';
import { skuKind } from './skus.ts';

/** A GeoJSON feature without a fixed set of properties. */
export interface OrderFeature {
  type: 'Feature';
  geometry: Record<string, unknown> | null;
  properties: Record<string, unknown>;
}

/** What `createOrderFeature` needs. */
export interface OrderFeatureOptions {
  world: Pick<World, 'contracts'>;
  options: PracticeOptions;
  fields: OrderFields;
}

/** Creates the function that returns an order as a row of a list: a GeoJSON feature (service §10.4). */
export function createOrderFeature({ world, options, fields }: OrderFeatureOptions) {
  const { orderId, unknownField } = fields;
  const contractName = (owner: string) =>
    world.contracts.find(({ contractId }) => contractId === owner)?.name ?? null;

  return function orderFeature({ order, status, updatedAt }: CurrentOrder): OrderFeature {
    const optional = {
      contract_name: contractName(order.owner),
      project_id: `project.${uuidOf(options.seed, 'project', order.owner, order.projectName)}`,
      product_name: skuKind(order.sku)?.name ?? order.sku,
    };
    return {
      type: 'Feature',
      geometry: {
        ...order.geometry,
        coordinates: withFloatAltitudes(withGroundHeight(order.geometry.coordinates)),
      },
      properties: {
        ...order.further,
        order_id: orderId(order.orderNumber),
        contract_id: order.owner === 'legacy' ? null : order.owner,
        project_name: respell(order.projectName, options.respelledNames),
        sku: order.sku,
        status,
        created_at: iso(order.createdAt),
        updated_at: iso(updatedAt),
        order_name: respell(order.orderName, options.respelledNames),
        parameters: order.parameters,
        ...(options.omitOptionalFields ? {} : optional),
        ...unknownField('order', order.orderNumber, 0.08),
      },
    };
  };
}

import { uuidOf } from '../deterministic.ts';
import { withFloatAltitudes } from '../json-float.ts';
import type { PracticeOptions } from '../options.ts';
import { respell } from '../respell.ts';
import type { World } from '../world.ts';
import type { CurrentOrder } from './current-order.ts';
import { iso, type OrderFields } from './order-fields.ts';
import { skuKind } from './skus.ts';

/** Longitude, latitude, height of the middle (metres) and half width (degrees east, degrees north) of each highland. */
const highlands: readonly (readonly [number, number, number, number, number])[] = [
  [88, 33, 4_900, 12, 4],
  [-67, -18, 3_800, 3, 6],
  [-78, -2, 2_600, 2, 6],
  [-108, 40, 2_100, 7, 8],
  [-102, 22, 1_900, 4, 5],
  [-42, 73, 2_600, 9, 6],
  [40, 9, 2_200, 4, 5],
  [36, 0, 1_600, 4, 4],
  [26, -29, 1_400, 5, 4],
  [20, -18, 1_100, 8, 7],
  [40, 39, 1_500, 7, 2],
  [54, 33, 1_300, 6, 5],
  [10, 46.5, 1_600, 4, 1],
  [-3.5, 40.3, 700, 3, 2],
  [9, 61.5, 1_000, 2, 2],
  [103, 47, 1_500, 9, 4],
  [103, 26, 1_800, 4, 3],
  [-46, -18, 800, 6, 6],
  [134, -25, 400, 12, 6],
  [100, 64, 500, 15, 6],
  [10, 24, 550, 12, 5],
  [-81, 37, 500, 3, 4],
];

/** Returns a plausible height of the ground (metres): the world's highlands with hills on them. The same in every run. */
function groundHeight(longitude: number, latitude: number): number {
  let height = 12;
  for (const [east, north, middle, width, breadth] of highlands)
    height += middle * Math.exp(-(((longitude - east) / width) ** 2) - ((latitude - north) / breadth) ** 2);
  const hills =
    Math.sin(longitude * 31) * Math.cos(latitude * 29) + 0.3 * Math.sin(longitude * 410 + latitude * 370);
  return Math.round(Math.max(0, height + hills * (3 + height * 0.08)) * 10) / 10;
}

/** Returns the coordinates with the height of the ground as third number of each position (service §10.4). */
function withGroundHeight(coordinates: unknown): unknown {
  if (!Array.isArray(coordinates)) return coordinates;
  const [longitude, latitude] = coordinates;
  if (typeof longitude === 'number' && typeof latitude === 'number')
    return [longitude, latitude, groundHeight(longitude, latitude)];
  return coordinates.map(withGroundHeight);
}

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

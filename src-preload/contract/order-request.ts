import { z } from 'zod';
import { positionSchema } from './geometry.ts';

const ring = z.array(positionSchema).min(4).max(20_000);
const text = z
  .string('validation.required')
  .trim()
  .min(1, 'validation.required')
  .max(200, 'validation.tooLong');

/**
 * An order as it is sent: a GeoJSON Feature (interface §4.11). Name and project are required here, since an order whose
 * answer is lost can be found again by them only; all other properties and parameters go out as they are.
 */
export const orderRequestSchema = z.object({
  type: z.literal('Feature'),
  geometry: z.discriminatedUnion('type', [
    z.object({ type: z.literal('Point'), coordinates: positionSchema }),
    z.object({ type: z.literal('Polygon'), coordinates: z.array(ring).min(1).max(100) }),
  ]),
  properties: z.looseObject({
    order_name: text,
    project_name: text,
    sku: text,
    parameters: z.record(z.string().max(200), z.unknown()),
  }),
});

export type OrderRequest = z.infer<typeof orderRequestSchema>;

import { z } from 'zod';
import { orderParameterSchemas, requiredText } from './order-parameters.ts';

const longitude = z.number().min(-180, 'validation.longitude').max(180, 'validation.longitude');
const latitude = z.number().min(-90, 'validation.latitude').max(90, 'validation.latitude');
const position = z.tuple([longitude, latitude]).rest(z.number());
const ring = z
  .array(position)
  .min(4, 'validation.tooFewCorners')
  .max(20_000, 'validation.tooLarge')
  .refine((corners) => corners[0]?.[0] === corners.at(-1)?.[0] && corners[0]?.[1] === corners.at(-1)?.[1], {
    message: 'validation.openRing',
  });

/** Those that are known (service §10.4); any other key goes out as it is. */
const parametersSchema = z.looseObject(orderParameterSchemas).superRefine((parameters, context) => {
  const { start, end } = parameters;
  if (start !== undefined && end !== undefined && Date.parse(end) <= Date.parse(start))
    context.addIssue({ code: 'custom', path: ['end'], message: 'validation.endAfterStart' });
  for (const name of Object.keys(parameters))
    if (name.length > 200) context.addIssue({ code: 'custom', path: [name], message: 'validation.tooLong' });
});

/**
 * An order as it is sent: a GeoJSON Feature (service §4.11). The form, the outbox and the request use this one
 * schema. Name and project are required here, because an order whose answer is lost can be found again only by them;
 * all other properties and parameters are sent unchanged.
 */
export const orderRequestSchema = z.object({
  type: z.literal('Feature'),
  geometry: z.discriminatedUnion('type', [
    z.object({ type: z.literal('Point'), coordinates: position }),
    z.object({ type: z.literal('Polygon'), coordinates: z.array(ring).min(1).max(100) }),
  ]),
  properties: z.looseObject({
    order_name: requiredText,
    project_name: requiredText,
    sku: requiredText,
    parameters: parametersSchema,
  }),
});

/** The validated body of a new V2 order (service §4.11). */
export type OrderRequest = z.infer<typeof orderRequestSchema>;

import { z } from 'zod';
import { orderRequestSchema } from '../../../src-preload/contract/order-request.ts';
import { preparedValuesSchema } from '../../../src-preload/contract/prepared.ts';
import { taskRequestSchema } from '../../../src-preload/contract/task-request.ts';

const sentSchema = z.object({
  input: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('task'), request: taskRequestSchema }),
    z.object({ kind: z.literal('order'), request: orderRequestSchema }),
  ]),
});
const preparedSchema = z.looseObject({
  kind: z.string(),
  values: preparedValuesSchema,
  geometry: z.unknown(),
});

type Values = Readonly<Record<string, unknown>>;

/** One text for the same moment, however it is written. */
const moment = (text: unknown) =>
  typeof text === 'string' && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : text;

/** Returns the place of a request as places have it: rings without the repeated first position. */
function geometryOf(target: { type: string; coordinates: readonly unknown[] }): unknown {
  if (target.type === 'Point') {
    const [longitude, latitude, altitudeMetres = null] = target.coordinates;
    return { kind: 'point', longitude, latitude, altitudeMetres };
  }
  return {
    kind: 'area',
    rings: z
      .array(z.array(z.unknown()))
      .parse(target.coordinates)
      .map((ring) => ring.slice(0, -1)),
  };
}

/** Returns the fields of what was sent by the names that they have in a prepared row; those that were not sent are missing. */
function sentFields({ input }: z.infer<typeof sentSchema>): { values: Values; geometry: unknown } {
  if (input.kind === 'task') {
    const { request } = input;
    return {
      values: {
        name: request.task_name,
        project: request.project_name,
        product: request.product,
        start: request.start,
        end: request.end,
        client: request.client,
        priority: request.priority,
        maxCaptures: request.max_captures,
        maxSimultaneous: request.max_simultaneous_captures,
      },
      geometry: geometryOf(request.target),
    };
  }
  const { geometry, properties } = input.request;
  const { order_name: name, project_name: project, sku, parameters } = properties;
  return {
    values: { name, project, sku, start: parameters.start, end: parameters.end },
    geometry: geometryOf(geometry),
  };
}

/**
 * Returns a sent command and a prepared row with the same fields, so that they can be compared: of the row only those that were sent. Null
 * if one of them has another form.
 */
export function comparableSides(sent: unknown, prepared: unknown): { mine: unknown; theirs: unknown } | null {
  const [own, other] = [sentSchema.safeParse(sent), preparedSchema.safeParse(prepared)];
  if (!own.success || !other.success || own.data.input.kind !== other.data.kind) return null;
  const { values, geometry } = sentFields(own.data);
  const theirs: Values = other.data.values;
  const names = Object.keys(values).filter((name) => values[name] !== undefined);
  const side = (of: Values) =>
    Object.fromEntries(
      names.map((name) => [name, ['start', 'end'].includes(name) ? moment(of[name]) : of[name]]),
    );
  return {
    mine: { values: side(values), geometry },
    theirs: { values: side(theirs), geometry: other.data.geometry },
  };
}

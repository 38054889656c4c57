import { orderRequestSchema } from '../../../src-preload/contract/order-request.ts';
import type { CommandInput } from '../../../src-preload/contract/outbox.ts';
import type { PlacePosition } from '../../../src-preload/contract/place-geometry.ts';
import type { PreparedColumn } from '../../../src-preload/contract/prepared.ts';
import { expectedAgeText, periodText } from '../../../src-preload/contract/recurrence.ts';
import type { Sku } from '../../../src-preload/contract/sku-catalogue.ts';
import { taskRequestSchema } from '../../../src-preload/contract/task-request.ts';
import type { Client } from '../../../src-preload/contract/tasking.ts';
import type { PreparedImage } from './prepared-image.ts';

/** Why a value cannot be sent. If its schema refuses it (`field`), `message` is a key of the catalogue. */
export interface FieldIssue {
  column: PreparedColumn;
  code: 'field' | 'skuNeedsMore' | 'skuWithoutPeriod' | 'overAntimeridian';
  message: string;
}

/** The data of the contract that a request needs. */
export interface RequestContext {
  clients: readonly Client[];
  skuOf: (code: string) => Sku;
}

const taskColumns: Readonly<Record<string, PreparedColumn>> = {
  task_name: 'name',
  project_name: 'project',
  product: 'ordered',
  target: 'position',
  start: 'start',
  end: 'end',
  client: 'client',
  priority: 'priority',
  expected_age: 'every',
  max_captures: 'captures',
  max_simultaneous_captures: 'simultaneous',
};
const orderColumns: Readonly<Record<string, PreparedColumn>> = {
  order_name: 'name',
  project_name: 'project',
  sku: 'ordered',
  start: 'start',
  end: 'end',
  revisit_period: 'every',
  remapping_period: 'every',
  processing_level: 'level',
};

/** Returns the client of a row: the only one, or the one that the row names (service §2.6); null if there is none. */
export const clientOfPrepared = (client: string | null, clients: readonly Client[]): Client | null =>
  (clients.length > 1 ? clients.find((each) => each.name === client) : clients[0]) ?? null;

/** Returns the rings of an area with longitudes within ±180, closed; null if it crosses the antimeridian. */
function closedRings(rings: readonly (readonly PlacePosition[])[]): number[][][] | null {
  const west = (rings[0] ?? []).reduce((least, [x]) => Math.min(least, x), Number.POSITIVE_INFINITY);
  const turn = 360 * Math.floor((west + 180) / 360);
  const within = rings.map((ring) => ring.map(([x, y]) => [x - turn, y]));
  if (within.some((ring) => ring.some(([x = 0]) => Math.abs(x) > 180))) return null;
  return within.map((ring) => [...ring, ring[0] ?? []]);
}

type BuiltRequest = { input: CommandInput } | { issues: FieldIssue[] };

function taskOf({ values, geometry }: PreparedImage, { clients }: RequestContext): BuiltRequest {
  const point = geometry?.kind === 'point' ? geometry : null;
  const client = clientOfPrepared(values.client, clients);
  const hasRange = client?.maxPriority != null && client.minPriority != null;
  const parsed = taskRequestSchema.safeParse({
    task_name: values.name,
    project_name: values.project,
    product: values.product ?? undefined,
    target: {
      type: 'Point',
      // A row without a point fails another check.
      coordinates: point
        ? [point.longitude, point.latitude, ...(point.altitudeMetres === null ? [] : [point.altitudeMetres])]
        : [0, 0],
    },
    start: values.start ?? '',
    end: values.end ?? '',
    // As in the form: a value that the account cannot choose is not sent.
    ...(values.priority !== null && hasRange ? { priority: values.priority } : {}),
    ...(clients.length > 1 && client ? { client: client.name } : {}),
    ...(values.everyMinutes === null ? {} : { expected_age: expectedAgeText(values.everyMinutes) }),
    ...(values.maxCaptures === null ? {} : { max_captures: values.maxCaptures }),
    ...(values.maxSimultaneous === null ? {} : { max_simultaneous_captures: values.maxSimultaneous }),
  });
  if (parsed.success) return { input: { kind: 'task', request: parsed.data } };
  return {
    issues: parsed.error.issues.map(({ path, message }) => ({
      column: taskColumns[String(path[0])] ?? 'name',
      code: 'field',
      message,
    })),
  };
}

/** The parameters that a place and a window give. An order that needs more has to be planned with its form. */
const givenParameters = ['start', 'end'];

function orderOf({ values, geometry }: PreparedImage, { skuOf }: RequestContext): BuiltRequest {
  const sku = skuOf(values.sku);
  if (sku.fields.some(({ name, required }) => required && !givenParameters.includes(name)))
    return { issues: [{ column: 'ordered', code: 'skuNeedsMore', message: '' }] };
  const rings = geometry?.kind === 'area' ? closedRings(geometry.rings) : null;
  if (geometry?.kind === 'area' && rings === null)
    return { issues: [{ column: 'position', code: 'overAntimeridian', message: '' }] };
  const takes = (name: string) => sku.fields.some((field) => field.name === name);
  const periods = ['revisit_period', 'remapping_period'];
  const taken = periods.filter(takes);
  const period = taken.length === 1 ? taken[0] : geometry?.kind === 'area' ? periods[1] : periods[0];
  if (values.everyMinutes !== null && taken.length === 0)
    return { issues: [{ column: 'every', code: 'skuWithoutPeriod', message: '' }] };
  const point = geometry?.kind === 'point' ? geometry : null;
  const parsed = orderRequestSchema.safeParse({
    type: 'Feature',
    geometry:
      rings !== null
        ? { type: 'Polygon', coordinates: rings }
        : {
            type: 'Point',
            coordinates: point
              ? [
                  point.longitude,
                  point.latitude,
                  ...(point.altitudeMetres === null ? [] : [point.altitudeMetres]),
                ]
              : [0, 0],
          },
    properties: {
      order_name: values.name,
      project_name: values.project,
      sku: values.sku,
      parameters: {
        ...(takes('start') ? { start: values.start ?? '' } : {}),
        ...(takes('end') ? { end: values.end ?? '' } : {}),
        ...(values.everyMinutes === null || period === undefined
          ? {}
          : { [period]: periodText(values.everyMinutes) }),
        ...(values.processingLevel.trim() === '' ? {} : { processing_level: values.processingLevel }),
      },
    },
  });
  if (parsed.success) return { input: { kind: 'order', request: parsed.data } };
  return {
    issues: parsed.error.issues.map(({ path, message }) => ({
      column: orderColumns[String(path.at(-1))] ?? 'position',
      code: 'field',
      message,
    })),
  };
}

/** Returns the command of a row, or why it cannot be sent. The schemas of requests decide, as in the forms. */
export const requestOfPrepared = (image: PreparedImage, context: RequestContext): BuiltRequest =>
  image.kind === 'task' ? taskOf(image, context) : orderOf(image, context);

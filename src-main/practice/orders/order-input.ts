import { z } from 'zod';
import { levels, type PracticeContract, type PracticeTask } from '../records.ts';
import type { Scenes } from '../scenes.ts';
import {
  centre,
  datetime,
  type FieldErrors,
  lastInstant,
  name,
  periodIsOver,
  position,
  utc,
} from '../task-input.ts';
import type { NewOrder, NewTask } from '../world.ts';
import { skuKind } from './skus.ts';

const object = z.record(z.string(), z.unknown());
const bodySchema = z.looseObject({
  type: z.literal('Feature', 'The type must be Feature.'),
  geometry: z.discriminatedUnion(
    'type',
    [
      z.looseObject({ type: z.literal('Point'), coordinates: position }),
      z.looseObject({ type: z.literal('Polygon'), coordinates: z.array(z.array(position).min(4)).min(1) }),
    ],
    'Enter a valid geometry.',
  ),
  properties: z.looseObject(
    {
      sku: z.string('This field is required.'),
      parameters: z.looseObject(
        {
          start: datetime.nullish(),
          end: datetime.nullish(),
          revisit_period: z.string('Enter an ISO 8601 duration.').nullish(),
          remapping_period: z.string('Enter an ISO 8601 duration.').nullish(),
          processing_level: z.enum(levels, 'This is no processing level.').nullish(),
          outcome_id: z.string('Not a valid string.').nullish(),
        },
        'This field is required.',
      ),
      order_name: name.nullish(),
      project_name: name.nullish(),
    },
    'This field is required.',
  ),
});

/**
 * Returns the message for each refused field, by its innermost name; every error below `coordinates` belongs to the geometry.
 */
function errorsOf(error: z.ZodError): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of error.issues) {
    const field = path[0] === 'geometry' ? 'geometry' : String(path.at(-1) ?? 'non_field_errors');
    errors[field] = [...(errors[field] ?? []), message];
  }
  return errors;
}

const duration = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const secondsOf = [365 * 86_400, 30 * 86_400, 7 * 86_400, 86_400, 3_600, 60, 1];

function durationMs(text: string): number | null {
  const parts = duration.exec(text)?.slice(1);
  if (!parts) return null;
  const ms = parts.reduce((sum, part, index) => sum + Number(part ?? 0) * (secondsOf[index] ?? 0) * 1_000, 0);
  return ms > 0 ? ms : null;
}

/** Returns the approximate area of a ring (km²). */
function areaOf(ring: readonly number[][]): number {
  let doubled = 0;
  for (const [index, [x = 0, y = 0]] of ring.entries()) {
    const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length] ?? [];
    doubled += x * nextY - nextX * y;
  }
  const [, latitude] = centre([...ring]);
  return (Math.abs(doubled) / 2) * 111.32 ** 2 * Math.cos((latitude * Math.PI) / 180);
}

const largestAreaKm2 = 100_000;
const stripKm2 = 50;

interface OrderInput {
  order: Omit<NewOrder, 'taskId'>;
  /** The task to capture: a new one, or the existing one for archive imagery. */
  subject: { made: NewTask } | { existing: PracticeTask };
}

type OrderBody = z.infer<typeof bodySchema>;
type Refuse = (field: string, message: string) => void;

/** Returns the area (km²), 0 for a point. Refuses an unusable geometry. */
function checkGeometry(geometry: OrderBody['geometry'], refuse: Refuse): number {
  const rings = geometry.type === 'Point' ? [[geometry.coordinates]] : geometry.coordinates;
  if (rings.flat().some(([x = 0, y = 0]) => Math.abs(x) > 180 || Math.abs(y) > 90))
    refuse('geometry', 'Coordinates are out of range.');
  if (geometry.type === 'Point') return 0;
  const isOpen = (ring: number[][]) => ring[0]?.[0] !== ring.at(-1)?.[0] || ring[0]?.[1] !== ring.at(-1)?.[1];
  if (rings.some(isOpen)) refuse('geometry', 'A ring ends where it begins.');
  const area = areaOf(rings[0] ?? []);
  if (area === 0) refuse('geometry', 'The area is empty.');
  if (area > largestAreaKm2) refuse('geometry', `The area is larger than ${largestAreaKm2} km².`);
  return area;
}

/** Returns the period in which a point is revisited or an area is mapped again (ms); null for a single capture. */
function checkPeriod(
  target: 'Point' | 'Polygon',
  parameters: OrderBody['properties']['parameters'],
  refuse: Refuse,
): number | null {
  const [own, foreign] =
    target === 'Point'
      ? (['revisit_period', 'remapping_period'] as const)
      : (['remapping_period', 'revisit_period'] as const);
  if (parameters[foreign]) refuse(foreign, 'This product does not take it.');
  const period = parameters[own];
  const ms = period ? durationMs(period) : null;
  if (period && ms === null) refuse(own, 'Enter an ISO 8601 duration, such as P7D.');
  return ms;
}

/** Reads an order and checks it against its SKU. Returns the order, or the refusal with a message for each field. */
export function readOrderInput(
  value: unknown,
  {
    owner,
    client,
    now,
    scenes,
  }: { owner: string; client: PracticeContract['clients'][number]; now: number; scenes: Scenes },
): OrderInput | { errors: FieldErrors } {
  const parsed = bodySchema.safeParse(value);
  if (!parsed.success) return { errors: errorsOf(parsed.error) };
  const errors: FieldErrors = {};
  const refuse: Refuse = (field, message) => {
    errors[field] = [...(errors[field] ?? []), message];
  };
  const { geometry, properties } = parsed.data;
  const { sku, parameters, order_name, project_name, ...further } = properties;
  const kind = skuKind(sku);
  if (!kind) refuse('sku', `"${sku}" is not sold under this contract.`);
  else if (kind.target !== geometry.type) refuse('geometry', `This product takes a ${kind.target}.`);
  const area = checkGeometry(geometry, refuse);
  const periodMs = checkPeriod(geometry.type, parameters, refuse);

  const level = parameters.processing_level ?? (geometry.type === 'Point' ? 'L1D_SR' : 'L1D');
  const common = {
    owner,
    sku,
    orderName: order_name ?? '',
    projectName: project_name ?? 'Unnamed project',
    geometry,
    // The original object, so that unknown keys stay.
    parameters: object.parse(object.parse(object.parse(value).properties).parameters),
    further,
    createdAt: now,
  };
  if (kind?.archive) {
    const found = parameters.outcome_id ? scenes.captureOf(parameters.outcome_id) : undefined;
    if (!parameters.outcome_id) refuse('outcome_id', 'This field is required.');
    else if (found?.task.owner !== owner) refuse('outcome_id', 'There is no such capture in the archive.');
    if (Object.keys(errors).length > 0 || !found) return { errors };
    const { task, capture } = found;
    return {
      order: { ...common, kind: 'archive', captureIndex: capture.index, level },
      subject: { existing: task },
    };
  }

  for (const field of ['start', 'end'] as const)
    if (!parameters[field]) refuse(field, 'This field is required.');
  const start = utc(parameters.start ?? '');
  const end = utc(parameters.end ?? '');
  if (end <= start) refuse('end', 'The end must be after the start.');
  else if (end > lastInstant) refuse('end', 'Datetime has wrong format.');
  else if (end <= now) refuse('end', periodIsOver);
  if (Object.keys(errors).length > 0) return { errors };
  const [longitude = 0, latitude = 0] =
    geometry.type === 'Point' ? geometry.coordinates : centre(geometry.coordinates[0] ?? []);
  // An area is captured in strips on different days (service §10.3).
  const strips = geometry.type === 'Point' ? 1 : Math.min(5, Math.ceil(area / stripKm2));
  const made: NewTask = {
    owner,
    taskName: common.orderName,
    projectName: common.projectName,
    product: geometry.type === 'Point' ? 169 : 178,
    client: client.name,
    priority: client.defaultPriority,
    target: geometry,
    longitude,
    latitude,
    start,
    end,
    expectedAge: null,
    expectedAgeMs: periodMs,
    maxCaptures: strips,
    maxSimultaneousCaptures: strips,
    createdAt: now,
    cancelledAt: null,
    frozenAt: null,
    fixedStatus: null,
    ordered: { sku, level, rejected: [] },
  };
  return { order: { ...common, kind: 'tasking', captureIndex: null, level }, subject: { made } };
}

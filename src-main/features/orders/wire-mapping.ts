import { z } from 'zod';
import { captureIdSchema, taskIdSchema } from '../../../src-preload/contract/ids.ts';
import { pointWithin } from '../../../src-shared/geometry/point-within.ts';
import { boxOf, readFootprint, readThinned, unwrappedRings } from '../../core/footprint.ts';
import { isoTime } from '../../service/api/iso-time.ts';
import type { WireOrder } from '../../service/api/orders-wire.ts';
import { text } from '../../service/api/wire.ts';

const point = z.looseObject({
  type: z.literal('Point'),
  // A third number is the altitude of the ground (service §10.4).
  coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]).rest(z.unknown()),
});
const comparable = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

interface OrderPlace {
  longitude: number;
  latitude: number;
  /** The outer rings of an area, flat and unwrapped; null for a point. */
  rings: number[][] | null;
}

/** Returns where an order is drawn; null if its geometry cannot be drawn (it stays in the raw JSON). */
export function placeOf(geometry: unknown): OrderPlace | null {
  const onePoint = point.safeParse(geometry);
  if (onePoint.success) {
    const [longitude, latitude] = onePoint.data.coordinates;
    return { longitude, latitude, rings: null };
  }
  const footprint = readFootprint(geometry) ?? readThinned(geometry);
  const rings = footprint ? unwrappedRings(footprint) : [];
  const box = boxOf(rings);
  if (!footprint || !box) return null;
  // One area that does not reach over the antimeridian has its holes; of all others the outer ring is enough for a place.
  const [west, , east] = box;
  const isPlain = footprint.type === 'Polygon' && west >= -180 && east <= 180;
  const outer = rings[0] ?? [];
  const pairs = Array.from({ length: outer.length / 2 }, (_, i): [number, number] => [
    outer[2 * i] ?? 0,
    outer[2 * i + 1] ?? 0,
  ]);
  const area = isPlain
    ? footprint.coordinates.map((ring) => ring.map(([x = 0, y = 0]): [number, number] => [x, y]))
    : [pairs];
  return { ...pointWithin(area), rings };
}

const taskId = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .pipe(taskIdSchema);

/** Returns the parameters of an order that have columns of their own; all parameters stay in the raw JSON. */
export function parametersOf({ parameters }: Pick<WireOrder, 'parameters'>) {
  const task = taskId.safeParse(parameters?.task_id);
  const outcome = captureIdSchema.safeParse(text.parse(parameters?.outcome_id));
  return {
    taskId: task.success ? task.data : null,
    outcomeId: outcome.success ? outcome.data : null,
    start: isoTime(text.parse(parameters?.start)),
    end: isoTime(text.parse(parameters?.end)),
  };
}

/** Returns a time as ISO UTC that can be compared with others; null if it cannot be read. */
export function comparableTime(at: string | null): string | null {
  const iso = isoTime(at);
  return iso !== null && comparable.test(iso) ? iso : null;
}

/** Returns the number of an id that consists of digits, else null: `383` and `000383` are the same order. */
export function orderNumber(orderId: string): number | null {
  return /^\d{1,15}$/.test(orderId) ? Number(orderId) : null;
}

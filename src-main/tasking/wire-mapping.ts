import { z } from 'zod';
import type { WireTask } from '../service/wire.ts';

const number = z.number().finite();
const position = z.tuple([number, number]).rest(z.unknown());
const ring = z.array(position).min(1);

/** Where to draw a task: the point, or the middle of an area's first ring; null when the target cannot be read. */
export function targetCentre(target: WireTask['target']): { longitude: number; latitude: number } | null {
  if (target === null) return null;
  const point = position.safeParse(target.coordinates);
  if (point.success) return { longitude: point.data[0], latitude: point.data[1] };
  const rings = z.array(ring).min(1).safeParse(target.coordinates);
  const outer = rings.success ? rings.data[0] : undefined;
  if (!outer) return null;
  let [longitude, latitude] = [0, 0];
  for (const [x, y] of outer) {
    longitude += x / outer.length;
    latitude += y / outer.length;
  }
  return { longitude, latitude };
}

/** A time as ISO UTC for sorting and comparing; the service's own text when it cannot be read. */
export function isoTime(text: string | null): string | null {
  if (text === null) return null;
  const zoned = /(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`;
  const at = Date.parse(zoned);
  return Number.isNaN(at) ? text : new Date(at).toISOString();
}

/** For the search: case and accents do not matter. */
export function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

import { z } from 'zod';
import type { OrderRequest } from '../../../src-preload/contract/order-request.ts';
import type { TaskRequest } from '../../../src-preload/contract/task-request.ts';
import { isoTime } from '../../service/api/iso-time.ts';
import type { WireOrder } from '../../service/api/orders-wire.ts';
import type { WireTask } from '../../service/api/wire.ts';
import { compareNames } from './compare-names.ts';

const position = z.tuple([z.number(), z.number()]).rest(z.unknown());
/** The part of a GeoJSON geometry that is compared. */
export const geometrySchema = z.looseObject({ type: z.string(), coordinates: z.unknown() });
const nested = z.array(z.unknown());
/** About 10 cm: services store coordinates with fewer digits than Nadir sends. */
const toleranceDegrees = 1e-6;

/** Returns a time of the service in milliseconds; NaN if it cannot be read. */
export const serviceTimeOf = (text: string | null) => Date.parse(isoTime(text) ?? '');

function isSameInstant(text: string | null, sent: string): boolean {
  // Compares seconds: some services drop the fraction.
  return Math.abs(serviceTimeOf(text) - Date.parse(sent)) < 1_000;
}

/** Returns all positions of a geometry; null if it cannot be read. */
function positionsOf(coordinates: unknown, depth = 0): [number, number][] | null {
  const point = position.safeParse(coordinates);
  if (point.success) return [[point.data[0], point.data[1]]];
  const parts = nested.safeParse(coordinates);
  if (!parts.success || depth > 3) return null;
  const all: [number, number][] = [];
  for (const part of parts.data) {
    const inner = positionsOf(part, depth + 1);
    if (inner === null) return null;
    all.push(...inner);
  }
  return all;
}

/** About 1 km: nobody orders a capture of another place by so little. */
const nearbyDegrees = 0.01;

/**
 * Returns true if each position of one is within a tolerance of a position of the other, regardless of the altitude, start and
 * direction of a ring.
 */
export function arePositionsWithin(remote: unknown, sent: unknown, tolerance = nearbyDegrees): boolean {
  const [a, b] = [positionsOf(remote), positionsOf(sent)];
  if (a === null || b === null) return false;
  const isNear = ([x, y]: [number, number], [u, v]: [number, number]) =>
    Math.abs(x - u) <= tolerance && Math.abs(y - v) <= tolerance;
  const areWithin = (points: [number, number][], others: [number, number][]) =>
    points.every((point) => others.some((other) => isNear(point, other)));
  return areWithin(a, b) && areWithin(b, a);
}

interface Names {
  name: string | null;
  project: string | null;
}

/** Returns which of the two names differ by more than their spelling. */
const differingNames = (remote: Names, sent: { name: string; project: string }): string[] =>
  (['name', 'project'] as const).filter((field) => compareNames(remote[field], sent[field]) === 'other');

/** Returns the fields in which a task at the service differs from the request (service §11.2). */
export function differingTaskFields(task: WireTask, request: TaskRequest): string[] {
  const differs = differingNames(
    { name: task.task_name, project: task.project_name },
    { name: request.task_name, project: request.project_name },
  );
  if (task.product !== null && task.product !== request.product) differs.push('product');
  if (!arePositionsWithin(task.target?.coordinates, request.target.coordinates, toleranceDegrees))
    differs.push('target');
  if (!isSameInstant(task.start, request.start)) differs.push('start');
  if (!isSameInstant(task.end, request.end)) differs.push('end');
  return differs;
}

const scalar = z.union([z.string(), z.number(), z.boolean()]);

function isDifferentParameter(remote: unknown, sent: unknown): boolean {
  const [a, b] = [scalar.safeParse(remote), scalar.safeParse(sent)];
  // A value that the service does not repeat, or stores in its own form, is not compared.
  if (!a.success || !b.success || String(a.data) === String(b.data)) return false;
  return typeof a.data !== 'string' || typeof b.data !== 'string' || !isSameInstant(a.data, b.data);
}

/** Does the same for an order. A field that the answer leaves out does not differ; a field that it has must equal what was sent. */
export function differingOrderFields(order: WireOrder, { geometry, properties }: OrderRequest): string[] {
  const differs = differingNames(
    { name: order.name, project: order.project ?? properties.project_name },
    { name: properties.order_name, project: properties.project_name },
  );
  if (order.sku !== null && order.sku !== properties.sku) differs.push('sku');
  const remote = geometrySchema.safeParse(order.geometry);
  if (
    !remote.success ||
    remote.data.type !== geometry.type ||
    !arePositionsWithin(remote.data.coordinates, geometry.coordinates, toleranceDegrees)
  )
    differs.push('geometry');
  for (const [name, sent] of Object.entries(properties.parameters))
    if (isDifferentParameter(order.parameters?.[name], sent)) differs.push(name);
  return differs;
}

/**
 * Returns how many of the fields that `differingTaskFields` ignores differ; among tasks that are equal otherwise, the one with the
 * smallest number is the most likely match.
 */
export function taskDistance(task: WireTask, request: TaskRequest): number {
  const pairs: [unknown, unknown][] = [
    [task.priority, request.priority],
    [task.client, request.client],
    [task.max_captures, request.max_captures],
  ];
  return pairs.filter(([remote, sent]) => remote !== null && sent !== undefined && remote !== sent).length;
}

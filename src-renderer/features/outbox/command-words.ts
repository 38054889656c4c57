import type { TFunction } from 'i18next';
import type { Command } from '../../../src-preload/contract/outbox.ts';
import { type CoordinateFormat, formatCoordinate } from '../../kit/i18n/coordinates.ts';
import { formatUtcDay } from '../../kit/i18n/format.ts';

/** Returns a short description of what a command will do. */
export function commandTitle(t: TFunction, { input, taskName }: Pick<Command, 'input' | 'taskName'>): string {
  if (input.kind === 'task') return t('outbox.title.task', { name: input.request.task_name });
  if (input.kind === 'cancel-task')
    return t('outbox.title.cancel', { name: taskName || t('tasks.unnamed', { id: input.taskId }) });
  const { order_name, sku } = input.request.properties;
  return t('outbox.title.order', { name: order_name, sku });
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** Returns the point of a command's task or order, or the middle of the box of its area; null for a cancellation. */
export function commandPlace({ input }: Pick<Command, 'input'>): readonly [number, number] | null {
  if (input.kind === 'cancel-task') return null;
  const geometry = input.kind === 'task' ? input.request.target : input.request.geometry;
  if (geometry.type === 'Point') return [geometry.coordinates[0], geometry.coordinates[1]];
  const corners = geometry.coordinates.flat();
  if (corners.length === 0) return null;
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return [middle(corners.map(([x]) => x)), middle(corners.map(([, y]) => y))];
}

/** Returns the place of a command's task or order as text; null for a cancellation. */
export function placeText(
  t: TFunction,
  { input }: Pick<Command, 'input'>,
  format: CoordinateFormat,
): string | null {
  if (input.kind === 'cancel-task') return null;
  if (input.kind === 'task') {
    const [longitude, latitude] = input.request.target.coordinates;
    return formatCoordinate([longitude, latitude], format);
  }
  const { geometry } = input.request;
  if (geometry.type === 'Polygon')
    // Each ring repeats its first vertex at its end.
    return t('outbox.area', { count: geometry.coordinates.reduce((sum, ring) => sum + ring.length - 1, 0) });
  const [longitude = 0, latitude = 0] = geometry.coordinates;
  return formatCoordinate([longitude, latitude], format);
}

/** Returns the start and the end of the command's acquisition window; null where it gives none. */
export function windowOf({ input }: Pick<Command, 'input'>): { start: string | null; end: string | null } {
  if (input.kind === 'cancel-task') return { start: null, end: null };
  const { start, end } = input.kind === 'task' ? input.request : input.request.properties.parameters;
  return { start: textOf(start), end: textOf(end) };
}

interface AboutOptions {
  t: TFunction;
  language: string;
  format: CoordinateFormat;
  /** The product's name; null if it is not known. */
  product: string | null;
}

/** Returns the second line of a row: product, place and window. */
export function commandAbout(command: Command, { t, language, format, product }: AboutOptions): string {
  const { input } = command;
  const { start, end } = windowOf(command);
  const days = [start, end].map((at) => (at === null ? '—' : formatUtcDay(language, at)));
  const parts = [
    input.kind === 'task' ? (product ?? t('outbox.productNumber', { number: input.request.product })) : null,
    placeText(t, command, format),
    start === null && end === null ? null : days.join(' – '),
  ];
  return parts.filter(Boolean).join(' · ');
}

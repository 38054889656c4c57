import type { OrderPlaces, OrderState } from '../../src-preload/contract/orders.ts';
import { unpackDegrees, unpackIds, unpackRings } from '../../src-preload/contract/packed-places.ts';
import { orderStates } from '../../src-preload/contract/plain-values.ts';
import type { TaskStatusKind } from '../../src-preload/contract/tasking.ts';
import type { OutlineMarks, PointMarks } from '../kit/state/subject-marks.ts';

/**
 * The status mark of each state of an order. An unfulfilled order, which was closed without a deliverable, has the mark of a
 * failure.
 */
export const orderMark: Record<OrderState, TaskStatusKind> = {
  received: 'received',
  'in-progress': 'in-progress',
  fulfilled: 'completed',
  unfulfilled: 'failed',
  closed: 'cancelled',
  cancelled: 'cancelled',
  failed: 'failed',
  other: 'other',
};

const marks = new Map<string, TaskStatusKind>(orderStates.map((state) => [state, orderMark[state]]));

/** Unpacks the marks of orders from the format of the main process. */
export function marksOf({ ids, longitudes, latitudes, states }: OrderPlaces): PointMarks<string> {
  return {
    ids: unpackIds(ids),
    longitudes: unpackDegrees(longitudes),
    latitudes: unpackDegrees(latitudes),
    kinds: states === '' ? [] : states.split(' ').map((state) => marks.get(state) ?? 'other'),
  };
}

/** Unpacks the areas of orders. An area that crosses the antimeridian may have several rings. */
export function areasOf({ ringIds, rings }: OrderPlaces): OutlineMarks<string> {
  const byOrder = rings === '' ? [] : rings.split('|').map(unpackRings);
  const flat = byOrder.flat();
  return {
    ids: unpackIds(ringIds).flatMap((id, i) => (byOrder[i] ?? []).map(() => id)),
    rings: flat,
    solid: flat.map(() => true),
  };
}

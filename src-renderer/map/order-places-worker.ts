import '../client/no-eval.ts';
import type { OrderPlaces } from '../../src-preload/contract/orders.ts';
import { areasOf, marksOf } from './order-marks.ts';
import { type PlacedMarks, type PlacedOutlines, placeMarks, placeOutlines } from './place-marks.ts';

/**
 * A message to the worker with the orders to project. `turn` counts the messages, so that a late answer is
 * recognised.
 */
export interface PlaceOrders {
  turn: number;
  places: OrderPlaces;
}
/** The answer of the worker, with the `turn` of its message. `ids` is still packed. */
export interface PlacedOrders {
  turn: number;
  ids: string;
  marks: PlacedMarks;
  areaIds: readonly string[];
  areas: PlacedOutlines;
}

self.addEventListener('message', ({ data: { turn, places } }: MessageEvent<PlaceOrders>) => {
  const marks = placeMarks(marksOf(places));
  const { ids: areaIds, rings } = areasOf(places);
  const areas = placeOutlines(rings);
  const buffers = [marks.x, marks.y, marks.kinds, areas.flat, areas.starts, areas.boxes].map(
    ({ buffer }) => buffer,
  );
  const index = areas.index instanceof ArrayBuffer ? [areas.index] : [];
  const answer: PlacedOrders = { turn, ids: places.ids, marks, areaIds, areas };
  self.postMessage(answer, { transfer: [...buffers, ...index] });
});

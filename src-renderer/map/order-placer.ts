import type { OrderPlaces } from '../../src-preload/contract/orders.ts';
import { unpackIds } from '../../src-preload/contract/packed-places.ts';
import type { PlacedOrders, PlaceOrders } from './order-places-worker.ts';

/** The orders of the list, projected and indexed for drawing; `ids` contains the order of each mark. */
export interface OrdersInPlace extends Pick<PlacedOrders, 'marks' | 'areaIds' | 'areas'> {
  ids: string[];
}

/**
 * Unpacks, projects and indexes the orders in a worker: on the page's thread, twenty thousand orders would block
 * every key press and turn of the wheel. Only the last request is answered.
 */
export function createOrderPlacer(placed: (orders: OrdersInPlace | null) => void) {
  let worker: Worker | null = null;
  let turn = 0;
  let busy = false;

  function begin(): Worker {
    const begun = new Worker(new URL('./order-places-worker.ts', import.meta.url), { type: 'module' });
    begun.addEventListener('message', ({ data }: MessageEvent<PlacedOrders>) => {
      if (data.turn !== turn) return;
      busy = false;
      placed({ ...data, ids: unpackIds(data.ids) });
    });
    return begun;
  }

  return {
    ask(places: OrderPlaces | null) {
      turn += 1;
      busy = places !== null;
      if (places === null) return placed(null);
      worker ??= begin();
      const question: PlaceOrders = { turn, places };
      worker.postMessage(question);
    },
    isBusy: () => busy,
    destroy() {
      turn += 1;
      worker?.terminate();
    },
  };
}

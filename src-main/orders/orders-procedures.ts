import { untilClosing } from '../core/until-closing.ts';
import type { Implementer } from '../implementer.ts';
import type { AsyncQueries } from '../store/async-queries.ts';
import type { OrderSync } from './order-sync.ts';
import type { OrderTable } from './order-table.ts';
import type { createOrderReading } from './orders.ts';

interface OrdersProcedureDeps {
  table: OrderTable;
  /** Queries that may read all orders; they run outside the main event loop. */
  lists: AsyncQueries<Pick<OrderTable, 'list' | 'ids' | 'places' | 'position' | 'skus' | 'geometries'>>;
  sync: OrderSync;
  reading: ReturnType<typeof createOrderReading>;
  closing: AbortSignal;
}

/** The procedures of the orders contract. */
export function ordersProcedures(
  os: Implementer,
  { table, lists, sync, reading, closing }: OrdersProcedureDeps,
) {
  return {
    list: os.orders.list.handler(({ input: { scope, ...options } }) => lists.list(scope, options)),
    ids: os.orders.ids.handler(({ input: { scope, ...options } }) => lists.ids(scope, options)),
    places: os.orders.places.handler(({ input }) => lists.places(input.scope, input.filter)),
    position: os.orders.position.handler(({ input: { scope, orderId, ...options } }) =>
      lists.position(scope, orderId, options),
    ),
    geometries: os.orders.geometries.handler(({ input }) => lists.geometries(input.scope, input.orderIds)),
    skus: os.orders.skus.handler(({ input }) => lists.skus(input.scope)),
    get: os.orders.get.handler(({ input }) => reading.get(input.scope, input.orderId)),
    refresh: os.orders.refresh.handler(({ input, signal }) =>
      reading.refresh(input.scope, input.orderId, untilClosing(signal, closing)),
    ),
    ofTask: os.orders.ofTask.handler(({ input }) => table.ofTask(input.scope, input.taskId)),
    fetchOrdersOfTask: os.orders.fetchOrdersOfTask.handler(({ input, signal }) =>
      reading.fetchOrdersOfTask(input.scope, input.taskId, untilClosing(signal, closing)),
    ),
    sync: os.orders.sync.handler(({ input }) => sync.run(input.scope)),
    syncState: os.orders.syncState.handler(({ input }) => sync.state(input.scope)),
  };
}

import type { Implementer } from '../../core/implementer.ts';
import { untilClosing } from '../../core/until-closing.ts';
import type { AsyncQueries } from '../../store/async-queries.ts';
import type { createOrderLoader } from './order-loader.ts';
import type { OrderSync } from './order-sync.ts';
import type { OrderTable } from './order-table.ts';

interface OrdersProceduresOptions {
  table: OrderTable;
  /** Queries that may read all orders; they run outside the main event loop. */
  lists: AsyncQueries<Pick<OrderTable, 'list' | 'ids' | 'places' | 'position' | 'skus' | 'geometries'>>;
  sync: OrderSync;
  orderLoader: ReturnType<typeof createOrderLoader>;
  closing: AbortSignal;
}

/** Creates the procedures of the orders contract. */
export function ordersProcedures(
  os: Implementer,
  { table, lists, sync, orderLoader, closing }: OrdersProceduresOptions,
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
    get: os.orders.get.handler(({ input }) => orderLoader.get(input.scope, input.orderId)),
    refresh: os.orders.refresh.handler(({ input, signal }) =>
      orderLoader.refresh(input.scope, input.orderId, untilClosing(signal, closing)),
    ),
    ofTask: os.orders.ofTask.handler(({ input }) => table.ofTask(input.scope, input.taskId)),
    fetchOrdersOfTask: os.orders.fetchOrdersOfTask.handler(({ input, signal }) =>
      orderLoader.fetchOrdersOfTask(input.scope, input.taskId, untilClosing(signal, closing)),
    ),
    sync: os.orders.sync.handler(({ input }) => sync.refresh(input.scope)),
    syncState: os.orders.syncState.handler(({ input }) => sync.state(input.scope)),
  };
}

import { lazy } from 'react';
import { orderIdSchema } from '../../../src-preload/contract/ids.ts';
import { declareSubject } from '../../kit/lists/subject.ts';
import { describedOrders } from './described-orders.tsx';
import { ordersOnMap } from './order-marks.ts';
import { useOrderSearch } from './use-order-search.ts';

const OrderDetailsPane = lazy(() =>
  import('./order-details.tsx').then((module) => ({ default: module.OrderDetailsPane })),
);

/** The orders of a contract. */
export const orderSubject = declareSubject('order', {
  keys: orderIdSchema,
  details: (orderId) => ({ key: `order ${orderId}`, pane: <OrderDetailsPane orderId={orderId} /> }),
  onMap: ordersOnMap,
  described: describedOrders,
  usePaletteSearch: useOrderSearch,
  checkStored: async (client, orderId, scope) => scope && client.orders.get({ scope, orderId }),
});

import { useActiveConnection, useActiveScope } from '../../client/api.tsx';
import { orderList } from '../../subjects/order/order-list.tsx';
import { ListStage } from '../../subjects/table/list-table.tsx';

/** The table of orders, below the map. */
export function OrdersStage() {
  const scope = useActiveScope();
  const hasAddress = useActiveConnection()?.addresses.ordersUrl !== null;
  return scope && hasAddress && <ListStage declared={orderList} scope={scope} />;
}

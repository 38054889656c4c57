import { useActiveConnection, useActiveScope } from '../../kit/client/api.tsx';
import { ListStage } from '../../kit/lists/table/list-table.tsx';
import { orderList } from './order-list.tsx';

/** The table of orders, below the map. */
export function OrdersStage() {
  const scope = useActiveScope();
  const hasAddress = useActiveConnection()?.addresses.ordersUrl !== null;
  return scope && hasAddress && <ListStage declared={orderList} scope={scope} />;
}

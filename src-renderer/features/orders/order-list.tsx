import { Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { orderIdSchema, type Scope } from '../../../src-preload/contract/ids.ts';
import type { OrderRow } from '../../../src-preload/contract/orders.ts';
import { useApi } from '../../kit/client/api.tsx';
import { declareList, pagesOf } from '../../kit/lists/list-declaration.ts';
import { filterOf } from '../../kit/lists/subject-filters.tsx';
import { LateCancelMany } from '../outbox/late-cancel-many.ts';
import { orderColumnSorts, orderExport } from './order-export.ts';
import { type OrderTerms, orderFilters, orderQuery } from './order-filters.tsx';
import { OrderListRow } from './order-list-row.tsx';
import { orderMarks } from './order-marks.ts';
import { OrderSyncLine, SyncOrdersButton } from './order-sync-line.tsx';

/** Says that there are no orders, once the first sync has finished: until then this is unknown. */
function NoOrders({ scope, terms }: { scope: Scope; terms: OrderTerms }) {
  const { t } = useTranslation();
  const filtered = Object.keys(filterOf(orderFilters, terms)).length > 0;
  const sync = useQuery(useApi().query.orders.syncState.queryOptions({ input: { scope } })).data;
  if (!filtered && sync?.first !== false) return null;
  return (
    <Text p="md" size="sm" c="var(--nadir-quiet)">
      {filtered ? t('orders.noMatch') : t('orders.empty')}
    </Text>
  );
}

/** Declares the list of the orders of a contract, with the progress of the first sync. */
export const orderList = declareList({
  subject: 'order',
  workspace: 'orders',
  filters: orderFilters,
  keyOf: (order: OrderRow) => order.orderId,
  queryOf: orderQuery,
  access: ({ query: { orders } }, asked, orderId) => ({
    ...pagesOf(orders, asked),
    position: orders.position.queryOptions({ input: orderId === null ? skipToken : { ...asked, orderId } }),
    marks: orders.places.queryOptions({ input: { scope: asked.scope, filter: asked.filter } }),
  }),
  toMarks: orderMarks,
  named: (asked, keys) => ({
    ...asked,
    filter: { orderIds: keys.map((key) => orderIdSchema.parse(key)) },
  }),
  columnSorts: orderColumnSorts,
  cancellation: { kind: 'order', Panel: LateCancelMany },
  exported: orderExport,
  Row: OrderListRow,
  BelowFilters: OrderSyncLine,
  Empty: NoOrders,
  Actions: SyncOrdersButton,
});

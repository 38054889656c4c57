import { Button, Group, Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { OrderRow } from '../../../src-preload/contract/orders.ts';
import { useActiveConnection, useApi } from '../../client/api.tsx';
import { showWorkspace } from '../../state/ui-store.ts';
import { InScope } from '../../subjects/contract/in-scope.tsx';
import {
  allOrders,
  OrderFilters,
  type OrderTerms,
  orderFilterOf,
} from '../../subjects/order/order-filters.tsx';
import { OrderListRow } from '../../subjects/order/order-list-row.tsx';
import { declareList, SubjectList } from '../../subjects/subject-list.tsx';
import classes from '../../ui/panes.module.css';
import { OrderSyncLine, SyncOrdersButton } from './order-sync-line.tsx';

/** Not before everything has been fetched once: until then nobody knows. */
function NoOrders({ scope, terms }: { scope: Scope; terms: OrderTerms }) {
  const { t } = useTranslation();
  const filtered = Object.keys(orderFilterOf(terms)).length > 0;
  const sync = useQuery(useApi().query.orders.syncState.queryOptions({ input: { scope } })).data;
  if (!filtered && sync?.first !== false) return null;
  return (
    <Text p="md" size="sm" c="var(--nadir-quiet)">
      {filtered ? t('orders.noMatch') : t('orders.empty')}
    </Text>
  );
}

/** Every order of a contract, with where the first reading of them all stands. */
const orderList = declareList({
  subject: 'order',
  workspace: 'orders',
  rowHeight: 52,
  initialTerms: allOrders,
  keyOf: (order: OrderRow) => order.orderId,
  queryOf: (terms: OrderTerms, scope: Scope) => ({
    ...{ scope, filter: orderFilterOf(terms) },
    ...{ sort: terms.sort, descending: terms.descending },
  }),
  access: ({ query: { orders }, client }, asked, orderId) => ({
    page: (range) => orders.list.queryOptions({ input: { ...asked, ...range } }),
    load: (range) => client.orders.list({ ...asked, ...range }),
    position: orders.position.queryOptions({ input: orderId === null ? skipToken : { ...asked, orderId } }),
    marks: orders.places.queryOptions({ input: { scope: asked.scope, filter: asked.filter } }),
  }),
  marks: 'orderPlaces',
  Row: OrderListRow,
  Filters: OrderFilters,
  BelowFilters: OrderSyncLine,
  Empty: NoOrders,
  Actions: SyncOrdersButton,
});

/** What to do where the connection names no address for orders. */
function NoOrdersAddress() {
  const { t } = useTranslation();
  return (
    <>
      <div className={classes.paneHead}>
        <h2 className={classes.paneTitle}>{t('shell.workspace.orders')}</h2>
      </div>
      <Text p="md" size="sm">
        {t('orders.noAddress')}
      </Text>
      <Group px="md">
        <Button variant="default" onClick={() => showWorkspace('settings')}>
          {t('connections.manage')}
        </Button>
      </Group>
    </>
  );
}

/** All that the second interface knows under this contract: its own orders, V1 tasks, archive downloads. */
export function OrdersWorkspace() {
  const active = useActiveConnection();
  return (
    <InScope workspace="orders">
      {(scope) =>
        active?.addresses.ordersUrl === null ? (
          <NoOrdersAddress />
        ) : (
          <SubjectList declared={orderList} scope={scope} />
        )
      }
    </InScope>
  );
}

import { Button, Group, Text } from '@mantine/core';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { OrderRow } from '../../../src-preload/contract/orders.ts';
import { useActiveConnection, useActiveScope, useApi } from '../../client/api.tsx';
import { hover, select, useHovered, useSelected } from '../../state/selection.ts';
import { showWorkspace } from '../../state/ui-store.ts';
import { NoScope } from '../../subjects/contract/no-scope.tsx';
import { allOrders, OrderFilters, orderFilterOf } from '../../subjects/order/order-filters.tsx';
import { OrderListRow } from '../../subjects/order/order-list-row.tsx';
import { useFlagsOf } from '../../subjects/tracking/flags.tsx';
import { useListedMarks } from '../../subjects/use-listed-marks.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useListTerms } from '../../ui/filter-bar.tsx';
import { ListHead } from '../../ui/list-filters.tsx';
import { useLastKnown } from '../../ui/paged-rows.ts';
import classes from '../../ui/panes.module.css';
import { focusPane } from '../../ui/panes.ts';
import { ListRows, useSelectableList } from '../../ui/selectable-list.tsx';
import { OrderSyncLine, SyncOrdersButton } from './order-sync-line.tsx';

/** Not before everything has been fetched once: until then nobody knows. */
function NothingListed({ scope, filtered }: { scope: Scope; filtered: boolean }) {
  const { t } = useTranslation();
  const sync = useQuery(useApi().query.orders.syncState.queryOptions({ input: { scope } })).data;
  if (!filtered && sync?.first !== false) return null;
  return (
    <Text p="md" size="sm" c="var(--nadir-quiet)">
      {filtered ? t('orders.noMatch') : t('orders.empty')}
    </Text>
  );
}

const noCounts = {};

function OrderList({ scope }: { scope: Scope }) {
  const { t, i18n } = useTranslation();
  const { query, client } = useApi();
  const { typed, terms: applied, change } = useListTerms(allOrders);
  const flags = useFlagsOf(scope, 'order');
  const filter = orderFilterOf(applied);
  const terms = { scope, filter, sort: applied.sort, descending: applied.descending };
  const selected = useSelected('order');
  const list = useSelectableList({
    terms,
    page: (range) => query.orders.list.queryOptions({ input: { ...terms, ...range } }),
    load: (range) => client.orders.list({ ...terms, ...range }),
    keyOf: (row: OrderRow) => row.orderId,
    selected,
    hovered: useHovered('order'),
    onSelect: (row) => select('order', row.orderId),
    onHover: (row) => hover('order', row?.orderId ?? null),
  });
  const position = useQuery(
    query.orders.position.queryOptions({
      input: selected === null ? skipToken : { ...terms, orderId: selected },
    }),
  ).data;
  const places = useQuery({
    ...query.orders.places.queryOptions({ input: { scope, filter } }),
    placeholderData: keepPreviousData,
  }).data;
  useListedMarks('orderPlaces', 'order', places);
  const stateCounts = useLastKnown(list.answered[0]?.stateCounts);
  return (
    <>
      <ListHead
        title={t('shell.workspace.orders')}
        count={list.total ?? 0}
        actions={<SyncOrdersButton scope={scope} />}
      >
        <OrderFilters
          scope={scope}
          terms={typed}
          change={change}
          stateCounts={stateCounts ?? noCounts}
          flagged={flags.size}
        />
        <OrderSyncLine scope={scope} />
      </ListHead>
      {list.error && <ErrorNote error={list.error} />}
      {list.total === 0 && <NothingListed scope={scope} filtered={Object.keys(filter).length > 0} />}
      <ListRows
        label={t('shell.workspace.orders')}
        rowHeight={52}
        list={list}
        position={position}
        onOpen={() => focusPane('details')}
        render={(order) => (
          <OrderListRow order={order} flags={flags.get(order.orderId)} t={t} language={i18n.language} />
        )}
      />
    </>
  );
}

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
  const { t } = useTranslation();
  const scope = useActiveScope();
  const active = useActiveConnection();
  if (!scope) return <NoScope title={t('shell.workspace.orders')} />;
  if (active?.addresses.ordersUrl === null) return <NoOrdersAddress />;
  return <OrderList key={`${scope.connectionId} ${scope.contractId}`} scope={scope} />;
}

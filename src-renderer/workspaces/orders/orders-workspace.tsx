import { Button, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, skipToken, useQueries, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { memo, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { OrderRow } from '../../../src-preload/contract/orders.ts';
import type { FlagKind } from '../../../src-preload/contract/tracking.ts';
import { useActiveConnection, useActiveScope, useApi } from '../../client/api.tsx';
import { formatUtcDay } from '../../i18n/format.ts';
import { mapStore } from '../../state/map-store.ts';
import { hover, select, useHovered, useSelected } from '../../state/selection.ts';
import { showWorkspace } from '../../state/ui-store.ts';
import { NoScope } from '../../subjects/contract/no-scope.tsx';
import { allOrders, OrderFilters, type OrderTerms } from '../../subjects/order/order-filters.tsx';
import { OrderMark } from '../../subjects/order/order-status.tsx';
import { FlagMark, useFlagsOf } from '../../subjects/tracking/flags.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ListTitle } from '../../ui/list-filters.tsx';
import {
  indexWhere,
  pageSize,
  rowAt,
  useLastKnown,
  useLatest,
  usePagesInView,
  useShownPages,
} from '../../ui/paged-rows.ts';
import classes from '../../ui/panes.module.css';
import { focusPane } from '../../ui/panes.ts';
import { useAct } from '../../ui/use-act.ts';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { OrderSyncLine, SyncOrdersButton } from './order-sync-line.tsx';

interface OrderListRowProps {
  order: OrderRow;
  flags: readonly FlagKind[] | undefined;
  t: TFunction;
  language: string;
}

const OrderListRow = memo(function OrderListRow({ order, flags, t, language }: OrderListRowProps) {
  const { state, status, deliveredCount, deliverableCount } = order;
  const said = state === 'other' ? status || t('common.unknown') : t(`orders.state.${state}`);
  const updated = order.updatedAt ?? order.createdAt;
  const about = [
    order.project,
    order.sku,
    // A word that the catalogue does not know is not left to a mark.
    state === 'other' ? said : null,
    updated === null ? null : formatUtcDay(language, updated),
  ];
  return (
    <>
      <div className={classes.rowLine}>
        <span className={classes.rowStart}>
          <span role="img" aria-label={said} title={said} style={{ display: 'inline-flex' }}>
            <OrderMark state={state} />
          </span>
          <span className={classes.rowName}>{order.name || t('orders.unnamed', { id: order.orderId })}</span>
          <FlagMark flags={flags} />
        </span>
        {deliverableCount > 0 && (
          <span className={classes.rowQuiet} style={{ flex: 'none' }}>
            {t('orders.deliveredOf', { delivered: deliveredCount, total: deliverableCount })}
          </span>
        )}
      </div>
      <div className={classes.rowQuiet}>{about.filter(Boolean).join(' · ')}</div>
    </>
  );
});

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

const settleMs = 150;
const noSkus: string[] = [];
const noCounts = {};

function OrderList({ scope }: { scope: Scope }) {
  const { t, i18n } = useTranslation();
  const { query, client } = useApi();
  const act = useAct();
  const latest = useLatest();
  const [typed, setTyped] = useState<OrderTerms>(allOrders);
  const change = useCallback(
    (patch: Partial<OrderTerms>) => setTyped((before) => ({ ...before, ...patch })),
    [],
  );
  const [search] = useDebouncedValue(typed.search, settleMs);
  const { pages, onRange } = usePagesInView();
  const { states, sku, needsLook, sort, descending } = typed;
  const flags = useFlagsOf(scope, 'order');
  const filter = {
    ...(search === '' ? {} : { search }),
    ...(states.length === 0 ? {} : { states }),
    ...(sku === null ? {} : { sku }),
    ...(needsLook ? { needsLook } : {}),
  };
  const terms = { scope, filter, sort, descending };
  const lists = useQueries({
    queries: pages.map((page) =>
      query.orders.list.queryOptions({ input: { ...terms, offset: page * pageSize, limit: pageSize } }),
    ),
  });
  const shown = useShownPages(
    JSON.stringify(terms),
    pages.map((page, i) => [page, lists[i]?.data] as const),
  );
  const stateCounts = useLastKnown(lists.find((list) => list.data)?.data?.stateCounts);
  const skus = useQuery(query.orders.skus.queryOptions({ input: { scope } })).data;
  const places = useQuery({
    ...query.orders.places.queryOptions({ input: { scope, filter } }),
    placeholderData: keepPreviousData,
  }).data;
  const selected = useSelected('order');
  const hovered = useHovered('order');
  const isSelected = (row: OrderRow) => row.orderId === selected;
  const seenAt = selected === null ? null : indexWhere(shown, isSelected);
  const position = useQuery(
    query.orders.position.queryOptions({
      input: selected === null ? skipToken : { ...terms, orderId: selected },
    }),
  ).data;
  useEffect(() => {
    if (places) mapStore.setState({ orderPlaces: places });
  }, [places]);
  // Elsewhere the map shows tasks: each of them is an order too.
  useEffect(
    () => () => {
      mapStore.setState({ orderPlaces: null });
      hover('order', null);
    },
    [],
  );

  const total = shown?.total ?? 0;
  const failed = lists.find((list) => list.isError)?.error;
  const filtered = search !== '' || states.length > 0 || sku !== null || needsLook;
  const selectAt = (index: number) =>
    act(() =>
      latest(
        async () =>
          rowAt(shown, index) ?? (await client.orders.list({ ...terms, offset: index, limit: 1 })).rows[0],
        (row) => row && select('order', row.orderId),
      ),
    );

  return (
    <>
      <div className={classes.paneHead}>
        <Group justify="space-between" mb={8} wrap="nowrap">
          <ListTitle title={t('shell.workspace.orders')} count={total} />
          <SyncOrdersButton scope={scope} />
        </Group>
        <OrderFilters
          terms={typed}
          change={change}
          skus={skus ?? noSkus}
          stateCounts={stateCounts ?? noCounts}
          flagged={flags.size}
        />
        <OrderSyncLine scope={scope} />
      </div>
      {failed !== undefined && <ErrorNote error={failed} />}
      {shown && total === 0 && <NothingListed scope={scope} filtered={filtered} />}
      {total > 0 && (
        <VirtualRows
          label={t('shell.workspace.orders')}
          count={total}
          rowHeight={52}
          selectedKey={selected}
          selectedIndex={seenAt ?? position ?? null}
          hoveredIndex={
            hovered === null ? null : indexWhere(shown, (row: OrderRow) => row.orderId === hovered)
          }
          onSelect={selectAt}
          onOpen={() => focusPane('details')}
          onHover={(index) => hover('order', index === null ? null : (rowAt(shown, index)?.orderId ?? null))}
          onRange={onRange}
          render={(index) => {
            const order = rowAt(shown, index);
            return order ? (
              <OrderListRow order={order} flags={flags.get(order.orderId)} t={t} language={i18n.language} />
            ) : null;
          }}
        />
      )}
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

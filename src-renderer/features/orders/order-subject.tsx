import { skipToken, useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { orderIdSchema } from '../../../src-preload/contract/ids.ts';
import { orderStateSchema } from '../../../src-preload/contract/orders.ts';
import { useActiveScope, useApi } from '../../kit/client/api.tsx';
import { formatUtcDay } from '../../kit/i18n/format.ts';
import type { UsePaletteSearch } from '../../kit/lists/palette-search.ts';
import { declareSubject } from '../../kit/lists/subject.ts';
import { select } from '../../kit/state/selection.ts';
import { showWorkspace } from '../../kit/state/ui-store.ts';
import { type MarkDescription, maxDescribed } from '../../map/described-mark.ts';
import { orderMark } from '../../map/order-marks.ts';
import { ordersOnMap } from './order-marks.ts';
import { OrderMark, useOrderStatusText } from './order-status.tsx';

/** Finds orders of the active contract for the palette. */
const useOrderSearch: UsePaletteSearch = (search) => {
  const { t } = useTranslation();
  const { query } = useApi();
  const scope = useActiveScope();
  const orders = useQuery(
    query.orders.list.queryOptions({
      input:
        scope && search
          ? { scope, filter: { search: search.text }, sort: 'name', descending: false, ...search.page }
          : skipToken,
    }),
  ).data;
  return (orders?.rows ?? []).map((order) => ({
    id: `order-${order.orderId}`,
    label: order.name ?? order.orderId,
    description: t('shell.found.order', { number: order.orderId }),
    onClick() {
      select('order', order.orderId);
      showWorkspace('orders');
    },
  }));
};

/** Describes orders on the map: name, state and last change; the latest first. */
const describedOrders: MarkDescription = {
  objectName: 'label.order',
  useDescribed(asked) {
    const { t, i18n } = useTranslation();
    const { query } = useApi();
    const scope = useActiveScope();
    const stateText = useOrderStatusText();
    const orderIds = asked.map(({ key }) => orderIdSchema.parse(key));
    const page = useQuery(
      query.orders.list.queryOptions({
        input:
          scope && orderIds.length > 0
            ? {
                scope,
                filter: { orderIds },
                sort: 'updated',
                descending: true,
                offset: 0,
                limit: maxDescribed,
              }
            : skipToken,
      }),
    ).data;
    if (orderIds.length === 0) return [];
    return page?.rows.map((order) => {
      const changed = order.updatedAt ?? order.createdAt;
      return {
        key: order.orderId,
        name: order.name || t('orders.unnamed', { id: order.orderId }),
        status: stateText(order),
        time: changed && t('map.changedOn', { day: formatUtcDay(i18n.language, changed) }),
        mark: <OrderMark state={order.state} />,
      };
    });
  },
  // A mark may stand for several states.
  kindText: (t, kind) =>
    orderStateSchema.options
      .filter((state) => orderMark[state] === kind)
      .map((state) => (state === 'other' ? t('tasks.status.other') : t(`orders.state.${state}`)))
      .join(' / '),
};

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

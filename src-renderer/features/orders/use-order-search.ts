import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useActiveScope, useApi } from '../../kit/client/api.tsx';
import type { UsePaletteSearch } from '../../kit/lists/palette-search.ts';
import { select } from '../../kit/state/selection.ts';
import { showWorkspace } from '../../kit/state/ui-store.ts';

/** Finds orders of the active contract for the palette. */
export const useOrderSearch: UsePaletteSearch = (search) => {
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

import { useQuery } from '@tanstack/react-query';
import {
  type OrderSort,
  type OrderState,
  orderFilterSchema,
  orderSortSchema,
  orderStateSchema,
} from '../../../src-preload/contract/orders.ts';
import { useApi } from '../../client/api.tsx';
import { type DirectedTerms, declareFilters, queryInScope } from '../subject-filters.tsx';
import { OrderMark } from './order-status.tsx';

/** What the list of orders is filtered and sorted by, as the fields hold it. */
export interface OrderTerms extends DirectedTerms<OrderSort> {
  states: OrderState[];
  sku: string | null;
}

const everyOrder: OrderTerms = {
  ...{ search: '', states: [], sku: null, needsAttention: false },
  ...{ sort: 'updated', descending: true },
};

/** SKUs are those of the orders that are known here: the service may have others. */
export const orderFilters = declareFilters({
  schema: orderFilterSchema,
  initial: everyOrder,
  searchLabel: (t) => t('orders.search'),
  sorts: { ...orderSortSchema.enum, updated: 'modified' },
  sortWidth: 92,
  values: [
    {
      words: (t) => ({ label: t('label.sku'), all: t('orders.allSkus') }),
      width: 106,
      listWidth: 180,
      of: ({ sku }) => sku,
      to: (sku) => ({ sku }),
      useValues: (scope) =>
        useQuery(useApi().query.orders.skus.queryOptions({ input: { scope } })).data ?? [],
    },
  ],
  states: {
    options: orderStateSchema.options,
    always: ['received', 'in-progress', 'fulfilled', 'unfulfilled'],
    of: ({ states }) => states,
    to: (states) => ({ states }),
    counts: ({ stateCounts }: { stateCounts: Partial<Record<OrderState, number>> }) => stateCounts,
    mark: (state) => <OrderMark state={state} />,
    label: (t, state) => t(`orders.state.${state}`),
  },
});

/** What main is asked for by the list of orders. */
export const orderQuery = queryInScope(orderFilters);

import { useQuery } from '@tanstack/react-query';
import {
  type OrderSort,
  type OrderState,
  orderFilterSchema,
  orderSortSchema,
  orderStateSchema,
} from '../../../src-preload/contract/orders.ts';
import { useApi } from '../../kit/client/api.tsx';
import { type DirectedTerms, declareFilters, queryInScope } from '../../kit/lists/subject-filters.tsx';
import { OrderMark } from './order-status.tsx';

/** The filters and the sort of the order list, as in its fields. */
export interface OrderTerms extends DirectedTerms<OrderSort> {
  states: OrderState[];
  sku: string | null;
}

const everyOrder: OrderTerms = {
  search: '',
  states: [],
  sku: null,
  needsAttention: false,
  sort: 'updated',
  descending: true,
};

/** Declares the filters of the order list. The SKUs are those of the orders in Nadir's database; the service may have others. */
export const orderFilters = declareFilters({
  schema: orderFilterSchema,
  initial: everyOrder,
  searchLabel: (t) => t('orders.search'),
  sorts: { ...orderSortSchema.enum, updated: 'modified' },
  sortWidth: 128,
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

/** Returns the input of the order list query. */
export const orderQuery = queryInScope(orderFilters);

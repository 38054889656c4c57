import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import {
  type OrderFilter,
  type OrderSort,
  type OrderState,
  orderStateSchema,
} from '../../../src-preload/contract/orders.ts';
import { useApi } from '../../client/api.tsx';
import { type BaseTerms, SubjectFilters, useSorts } from '../subject-filters.tsx';
import type { ListFilterProps } from '../subject-list.tsx';
import { OrderMark } from './order-status.tsx';

/** What the list of orders is filtered and sorted by, as the fields hold it. */
export interface OrderTerms extends BaseTerms<OrderSort> {
  states: OrderState[];
  sku: string | null;
  descending: boolean;
}

export const allOrders: OrderTerms = {
  ...{ search: '', states: [], sku: null, needsAttention: false },
  ...{ sort: 'updated', descending: true },
};

/** The filter for main, without what does not filter. */
export function orderFilterOf({ search, states, sku, needsAttention }: OrderTerms): OrderFilter {
  return {
    ...(search === '' ? {} : { search }),
    ...(states.length === 0 ? {} : { states }),
    ...(sku === null ? {} : { sku }),
    ...(needsAttention ? { needsAttention } : {}),
  };
}

const sortWords = [
  ['updated', 'modified'],
  ['created', 'created'],
  ['name', 'name'],
  ['status', 'status'],
] as const;
const usual: readonly OrderState[] = ['received', 'in-progress', 'fulfilled', 'unfulfilled'];
type Counts = { stateCounts: Partial<Record<OrderState, number>> };

/** Kept while nothing of it changes, as the filters of tasks. */
export const OrderFilters = memo(function OrderFilters(props: ListFilterProps<OrderTerms, Counts, Scope>) {
  const { scope, terms, change, answer, flagged } = props;
  const { t } = useTranslation();
  const skus = useQuery(useApi().query.orders.skus.queryOptions({ input: { scope } })).data;
  return (
    <SubjectFilters
      {...{ terms, change, flagged }}
      searchLabel={t('orders.search')}
      sortWidth={92}
      sorts={useSorts(sortWords)}
      value={{
        label: t('label.sku'),
        all: t('orders.allSkus'),
        width: 106,
        listWidth: 180,
        values: skus ?? [],
        value: terms.sku,
        onChange: (sku) => change({ sku }),
      }}
      states={{
        states: orderStateSchema.options,
        always: usual,
        counts: answer?.stateCounts ?? {},
        selected: terms.states,
        onChange: (states) => change({ states }),
        mark: (state) => <OrderMark state={state} />,
        label: (state) => t(`orders.state.${state}`),
      }}
    />
  );
});

import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import {
  type OrderFilter,
  type OrderSort,
  type OrderState,
  orderSortSchema,
  orderStateSchema,
} from '../../../src-preload/contract/orders.ts';
import { useApi } from '../../client/api.tsx';
import { FilterBar, StateChips } from '../../ui/filter-bar.tsx';
import { NeedsLookChip } from '../tracking/flags.tsx';
import { OrderMark } from './order-status.tsx';

/** What the list of orders is filtered and sorted by, as the fields hold it. */
export interface OrderTerms {
  search: string;
  states: OrderState[];
  sku: string | null;
  needsLook: boolean;
  sort: OrderSort;
  descending: boolean;
}

export const allOrders: OrderTerms = {
  search: '',
  states: [],
  sku: null,
  needsLook: false,
  sort: 'updated',
  descending: true,
};

/** The filter for main, without what does not filter: then it is the map's own question too, asked and answered once. */
export function orderFilterOf({ search, states, sku, needsLook }: OrderTerms): OrderFilter {
  return {
    ...(search === '' ? {} : { search }),
    ...(states.length === 0 ? {} : { states }),
    ...(sku === null ? {} : { sku }),
    ...(needsLook ? { needsLook } : {}),
  };
}

const usual: readonly OrderState[] = ['received', 'in-progress', 'fulfilled', 'unfulfilled'];
const noSkus: string[] = [];

interface OrderFiltersProps {
  scope: Scope;
  terms: OrderTerms;
  change: (patch: Partial<OrderTerms>) => void;
  stateCounts: Partial<Record<OrderState, number>>;
  /** How many orders need attention. */
  flagged: number;
}

/** Kept while nothing of it changes: the list around it is drawn again with every row that is pointed at. */
export const OrderFilters = memo(function OrderFilters({
  scope,
  terms,
  change,
  stateCounts,
  flagged,
}: OrderFiltersProps) {
  const { t } = useTranslation();
  const skus = useQuery(useApi().query.orders.skus.queryOptions({ input: { scope } })).data;
  return (
    <FilterBar
      search={{
        label: t('orders.search'),
        value: terms.search,
        onChange: (search) => change({ search }),
      }}
      filter={{
        label: t('label.sku'),
        all: t('orders.allSkus'),
        width: 106,
        listWidth: 180,
        values: skus ?? noSkus,
        value: terms.sku,
        onChange: (sku) => change({ sku }),
      }}
      sort={{
        width: 92,
        options: orderSortSchema.options.map((value) => ({
          value,
          label: t(`label.${value === 'updated' ? 'modified' : value}`),
        })),
        value: terms.sort,
        onChange: (sort) => change({ sort }),
        descending: terms.descending,
        onDirection: (descending) => change({ descending }),
      }}
    >
      <StateChips
        states={orderStateSchema.options}
        always={usual}
        counts={stateCounts}
        selected={terms.states}
        onChange={(states) => change({ states })}
        mark={(state) => <OrderMark state={state} />}
        label={(state) => t(`orders.state.${state}`)}
      />
      <NeedsLookChip
        count={flagged}
        checked={terms.needsLook}
        onChange={(needsLook) => change({ needsLook })}
      />
    </FilterBar>
  );
});

import { Chip, Group, Select } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type OrderSort,
  type OrderState,
  orderSortSchema,
  orderStateSchema,
} from '../../../src-preload/contract/orders.ts';
import { CountChip, DirectionButton, SearchField } from '../../ui/list-filters.tsx';
import classes from '../../ui/panes.module.css';
import { NeedsLookChip } from '../tracking/flags.tsx';
import { OrderMark } from './order-status.tsx';

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

/** Shown even while no order is in one of them. */
const usual: readonly OrderState[] = ['received', 'in-progress', 'fulfilled', 'unfulfilled'];

/** Kept while nothing of it changes: the list around it is drawn again with every row that is pointed at. */
export const OrderFilters = memo(function OrderFilters({
  terms,
  change,
  skus,
  stateCounts,
  flagged,
}: {
  terms: OrderTerms;
  change: (patch: Partial<OrderTerms>) => void;
  skus: readonly string[];
  stateCounts: Partial<Record<OrderState, number>>;
  flagged: number;
}) {
  const { t } = useTranslation();
  const states = orderStateSchema.options.filter(
    (state) => usual.includes(state) || (stateCounts[state] ?? 0) > 0 || terms.states.includes(state),
  );
  return (
    <>
      <Group gap={6} mb={8} wrap="nowrap">
        <SearchField
          label={t('orders.search')}
          value={terms.search}
          onChange={(search) => change({ search })}
        />
        <Select
          w={106}
          aria-label={t('label.sku')}
          placeholder={t('orders.allSkus')}
          data={[...skus]}
          limit={100}
          value={terms.sku}
          onChange={(sku) => change({ sku })}
          clearable
          searchable
          clearButtonProps={{ 'aria-label': t('orders.allSkus') }}
          comboboxProps={{ withinPortal: true, width: 180, position: 'bottom-end' }}
        />
        <Select
          w={92}
          aria-label={t('tasks.sortBy')}
          data={orderSortSchema.options.map((value) => ({
            value,
            label: t(`label.${value === 'updated' ? 'modified' : value}`),
          }))}
          value={terms.sort}
          allowDeselect={false}
          onChange={(value) => value && change({ sort: orderSortSchema.parse(value) })}
        />
        <DirectionButton descending={terms.descending} onChange={(descending) => change({ descending })} />
      </Group>
      <div className={classes.chips}>
        <Chip.Group
          multiple
          value={terms.states}
          onChange={(values) => change({ states: values.map((value) => orderStateSchema.parse(value)) })}
        >
          <Group gap={4} role="group" aria-label={t('label.status')}>
            {states.map((state) => (
              <CountChip
                key={state}
                value={state}
                count={stateCounts[state] ?? 0}
                mark={<OrderMark state={state} />}
                label={t(`orders.state.${state}`)}
              />
            ))}
          </Group>
        </Chip.Group>
        <NeedsLookChip
          count={flagged}
          checked={terms.needsLook}
          onChange={(needsLook) => change({ needsLook })}
        />
      </div>
    </>
  );
});

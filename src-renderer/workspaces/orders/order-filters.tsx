import { ActionIcon, Chip, Group, Select, Text, TextInput } from '@mantine/core';
import { IconSearch, IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import {
  type OrderSort,
  type OrderState,
  orderSortSchema,
  orderStateSchema,
} from '../../../src-preload/contract/orders.ts';
import { formatNumber } from '../../i18n/format.ts';
import { NeedsLookChip } from '../../tracking/flags.tsx';
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

export function OrderFilters({
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
  const { t, i18n } = useTranslation();
  const states = orderStateSchema.options.filter(
    (state) => usual.includes(state) || (stateCounts[state] ?? 0) > 0 || terms.states.includes(state),
  );
  return (
    <>
      <Group gap={6} mb={8} wrap="nowrap">
        <TextInput
          style={{ flex: 1 }}
          aria-label={t('orders.search')}
          placeholder={t('orders.search')}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={terms.search}
          maxLength={200}
          onChange={(event) => change({ search: event.currentTarget.value })}
        />
        <Select
          w={106}
          aria-label={t('orders.sku')}
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
          data={orderSortSchema.options.map((value) => ({ value, label: t(`orders.sort.${value}`) }))}
          value={terms.sort}
          allowDeselect={false}
          onChange={(value) => value && change({ sort: orderSortSchema.parse(value) })}
        />
        <ActionIcon
          variant="default"
          aria-label={terms.descending ? t('tasks.descending') : t('tasks.ascending')}
          onClick={() => change({ descending: !terms.descending })}
        >
          {terms.descending ? <IconSortDescending size={15} /> : <IconSortAscending size={15} />}
        </ActionIcon>
      </Group>
      <Chip.Group
        multiple
        value={terms.states}
        onChange={(values) => change({ states: values.map((value) => orderStateSchema.parse(value)) })}
      >
        <Group gap={4} role="group" aria-label={t('orders.stateFilter')}>
          {states.map((state) => (
            <Chip
              key={state}
              value={state}
              size="xs"
              variant="outline"
              icon={null}
              styles={{ iconWrapper: { display: 'none' }, label: { paddingInline: 8 } }}
            >
              <span style={{ display: 'inline-flex', alignItems: 'center', gap: 5 }}>
                <OrderMark state={state} />
                {t(`orders.state.${state}`)}
                <Text span size="xs" c="var(--nadir-quiet)">
                  {formatNumber(i18n.language, stateCounts[state] ?? 0)}
                </Text>
              </span>
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <NeedsLookChip
        count={flagged}
        checked={terms.needsLook}
        onChange={(needsLook) => change({ needsLook })}
      />
    </>
  );
}

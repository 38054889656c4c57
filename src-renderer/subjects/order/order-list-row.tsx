import { memo } from 'react';
import type { OrderRow } from '../../../src-preload/contract/orders.ts';
import { formatUtcDay } from '../../i18n/format.ts';
import { serviceWord } from '../../i18n/service-word.ts';
import { TwoLineRow } from '../../ui/two-line-row.tsx';
import type { ListRowProps } from '../list-declaration.ts';
import { FlagMark } from '../tracking/flags.tsx';
import { OrderMark } from './order-status.tsx';

/** An order as a list row: state, name, details and the number of delivered deliverables. */
export const OrderListRow = memo(function OrderListRow({ row, flags, t, language }: ListRowProps<OrderRow>) {
  const { state, deliveredCount, deliverableCount } = row;
  const said = state === 'other' ? serviceWord(t, row.status) : t(`orders.state.${state}`);
  const updated = row.updatedAt ?? row.createdAt;
  return (
    <TwoLineRow
      mark={<OrderMark state={state} />}
      state={said}
      name={row.name || t('orders.unnamed', { id: row.orderId })}
      flag={<FlagMark flags={flags} />}
      trailing={
        deliverableCount > 0
          ? t('orders.deliveredOf', { delivered: deliveredCount, count: deliverableCount })
          : null
      }
      // A status without a translation is written out, because its mark alone does not tell it.
      about={[
        row.project,
        row.sku,
        state === 'other' ? said : null,
        row.goneAt === null ? null : t('tasks.gone'),
        updated === null ? null : formatUtcDay(language, updated),
      ]}
    />
  );
});

import { memo } from 'react';
import type { OrderRow } from '../../../src-preload/contract/orders.ts';
import { formatUtcDay } from '../../kit/i18n/format.ts';
import { serviceWord } from '../../kit/i18n/service-word.ts';
import { FlagMark } from '../../kit/lists/flags.tsx';
import type { ListRowProps } from '../../kit/lists/list-declaration.ts';
import { TwoLineRow } from '../../kit/ui/two-line-row.tsx';
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

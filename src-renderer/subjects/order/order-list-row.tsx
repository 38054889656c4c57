import type { TFunction } from 'i18next';
import { memo } from 'react';
import type { OrderRow } from '../../../src-preload/contract/orders.ts';
import type { FlagKind } from '../../../src-preload/contract/tracking.ts';
import { formatUtcDay } from '../../i18n/format.ts';
import classes from '../../ui/panes.module.css';
import { FlagMark } from '../tracking/flags.tsx';
import { OrderMark } from './order-status.tsx';

interface OrderListRowProps {
  order: OrderRow;
  flags: readonly FlagKind[] | undefined;
  t: TFunction;
  language: string;
}

/** An order in a list: state, name, what it is about and how many of its deliverables have come. */
export const OrderListRow = memo(function OrderListRow({ order, flags, t, language }: OrderListRowProps) {
  const { state, status, deliveredCount, deliverableCount } = order;
  const said = state === 'other' ? status || t('common.unknown') : t(`orders.state.${state}`);
  const updated = order.updatedAt ?? order.createdAt;
  const about = [
    order.project,
    order.sku,
    // A word that the catalogue does not know is not left to a mark.
    state === 'other' ? said : null,
    updated === null ? null : formatUtcDay(language, updated),
  ];
  return (
    <>
      <div className={classes.rowLine}>
        <span className={classes.rowStart}>
          <span role="img" aria-label={said} title={said} style={{ display: 'inline-flex' }}>
            <OrderMark state={state} />
          </span>
          <span className={classes.rowName}>{order.name || t('orders.unnamed', { id: order.orderId })}</span>
          <FlagMark flags={flags} />
        </span>
        {deliverableCount > 0 && (
          <span className={classes.rowQuiet} style={{ flex: 'none' }}>
            {t('orders.deliveredOf', { delivered: deliveredCount, total: deliverableCount })}
          </span>
        )}
      </div>
      <div className={classes.rowQuiet}>{about.filter(Boolean).join(' · ')}</div>
    </>
  );
});

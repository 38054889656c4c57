import { useTranslation } from 'react-i18next';
import type { OrderRow, OrderState, PartState } from '../../../src-preload/contract/orders.ts';
import type { TaskStatusKind } from '../../../src-preload/contract/tasking.ts';
import { orderMark } from '../../map/order-marks.ts';
import { StatusMark } from '../task/status-mark.tsx';

const inline = { display: 'inline-flex', gap: 6, alignItems: 'center' } as const;

/** The mark of an order's state. */
export function OrderMark({ state }: { state: OrderState }) {
  return <StatusMark kind={orderMark[state]} />;
}

/** The outcome where it is known, the service's own word where the catalogue has none for it. */
export function useOrderStatusText() {
  const { t } = useTranslation();
  return ({ state, status }: Pick<OrderRow, 'state' | 'status'>) =>
    state === 'other' ? status || t('common.unknown') : t(`orders.state.${state}`);
}

/** An order's state in words, with the service's own word where it is another. */
export function OrderStatus({ order }: { order: Pick<OrderRow, 'state' | 'status'> }) {
  const text = useOrderStatusText();
  return (
    <span style={inline}>
      <OrderMark state={order.state} />
      {text(order)}
    </span>
  );
}

const partMark: Record<PartState, TaskStatusKind> = {
  waiting: 'received',
  processing: 'in-progress',
  done: 'completed',
  failed: 'failed',
  other: 'other',
};

/** Captures and deliverables: the mark says the kind, the word is the service's own. */
export function PartStatus({ state, status }: { state: PartState; status: string }) {
  const { t } = useTranslation();
  return (
    <span style={inline}>
      <StatusMark kind={partMark[state]} />
      {status || t('common.unknown')}
    </span>
  );
}

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

/**
 * Returns a function that gives the text of an order's state: from the catalogue, or the service's own word if the
 * catalogue has none.
 */
export function useOrderStatusText() {
  const { t } = useTranslation();
  return ({ state, status }: Pick<OrderRow, 'state' | 'status'>) =>
    state === 'other' ? status || t('common.unknown') : t(`orders.state.${state}`);
}

/** Shows an order's state with its mark and its text. */
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

/**
 * Shows the status of a capture or deliverable: the mark shows the kind of status, and the text is the service's own
 * word.
 */
export function PartStatus({ state, status }: { state: PartState; status: string }) {
  const { t } = useTranslation();
  return (
    <span style={inline}>
      <StatusMark kind={partMark[state]} />
      {status || t('common.unknown')}
    </span>
  );
}

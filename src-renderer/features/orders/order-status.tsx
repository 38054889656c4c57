import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { OrderRow, OrderState, PartState } from '../../../src-preload/contract/orders.ts';
import type { TaskStatusKind } from '../../../src-preload/contract/tasking.ts';
import { serviceWord } from '../../kit/i18n/service-word.ts';
import { orderMark } from '../../map/order-marks.ts';
import { StatusMark } from '../tasks/status-mark.tsx';

const inline = { display: 'inline-flex', gap: 6, alignItems: 'center' } as const;

/** The mark of an order's state. */
export function OrderMark({ state }: { state: OrderState }) {
  return <StatusMark kind={orderMark[state]} />;
}

/** Returns a function that translates an order's state; a state without a translation keeps the service's word. */
export function useOrderStatusText() {
  const { t } = useTranslation();
  return ({ state, status }: Pick<OrderRow, 'state' | 'status'>) =>
    state === 'other' ? serviceWord(t, status) : t(`orders.state.${state}`);
}

/** The state of an order: its mark and its text. */
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

type Part = 'capture' | 'deliverable';

/** Translates the status of a part; a status without a translation keeps the service's word. */
function partText(t: TFunction, part: Part, status: string): string {
  const folded = status.trim().toLowerCase();
  switch (folded) {
    case 'queued':
    case 'processing':
    case 'failed':
      return part === 'capture' ? t(`captures.status.${folded}`) : t(`orders.part.${folded}`);
    case 'published':
      return t(`captures.status.${folded}`);
    case 'delivered':
      return t(`orders.part.${folded}`);
    default:
      return serviceWord(t, status);
  }
}

interface PartStatusProps {
  part: Part;
  state: PartState;
  /** The service's own word, shown on hover. */
  status: string;
}

/** The status of a capture or deliverable: its mark and its word. */
export function PartStatus({ part, state, status }: PartStatusProps) {
  const { t } = useTranslation();
  return (
    <span style={inline} title={status}>
      <StatusMark kind={partMark[state]} />
      {partText(t, part, status)}
    </span>
  );
}

import type { OrderState } from '../../src-preload/contract/orders.ts';
import type { TaskStatusKind } from '../../src-preload/contract/tasking.ts';

/** The marks of tasks, where they mean the same: a closed order without a deliverable bears the one of a failure. */
export const orderMark: Record<OrderState, TaskStatusKind> = {
  received: 'received',
  'in-progress': 'in-progress',
  fulfilled: 'completed',
  unfulfilled: 'failed',
  closed: 'cancelled',
  cancelled: 'cancelled',
  failed: 'failed',
  other: 'other',
};

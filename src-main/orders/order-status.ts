import type { PartState } from '../../src-preload/contract/orders.ts';

/**
 * The status text of an order, folded (service §10.4). Whether a closed order was fulfilled is decided by its deliverables, not
 * by this.
 */
export type OrderStatusKind = 'received' | 'in-progress' | 'closed' | 'cancelled' | 'failed' | 'other';

const folded = (status: string | null) =>
  (status ?? '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');

/** Folds the service's status text (service §10.4); unknown ones become `other`. */
export function orderStatusKind(status: string | null): OrderStatusKind {
  switch (folded(status)) {
    case 'received':
      return 'received';
    case 'in_progress':
      return 'in-progress';
    case 'closed':
    // Words of similar services for the same status; the outcome is read from the deliverables anyway.
    case 'completed':
    case 'complete':
    case 'finished':
    case 'done':
      return 'closed';
    case 'canceled':
    case 'cancelled':
      return 'cancelled';
    case 'failed':
    case 'failure':
    case 'error':
    case 'rejected':
      return 'failed';
    default:
      return 'other';
  }
}

/** True for a final state, which an older answer does not undo (service §10.3). */
export function isFinalOrder(kind: OrderStatusKind): boolean {
  return kind === 'closed' || kind === 'cancelled' || kind === 'failed';
}

const partStates: Record<string, PartState> = {
  queued: 'waiting',
  planned: 'waiting',
  pending: 'waiting',
  received: 'waiting',
  processing: 'processing',
  in_progress: 'processing',
  published: 'done',
  delivered: 'done',
  completed: 'done',
  complete: 'done',
  success: 'done',
  succeeded: 'done',
  successful: 'done',
  fulfilled: 'done',
  finished: 'done',
  available: 'done',
  ready: 'done',
  done: 'done',
  failed: 'failed',
  failure: 'failed',
  error: 'failed',
  rejected: 'failed',
  canceled: 'failed',
  cancelled: 'failed',
};

/** Returns the state of a capture or a deliverable, in any case (`DELIVERED` is written in capitals). */
export function partState(status: string | null): PartState {
  return partStates[folded(status)] ?? 'other';
}

import type { PartState } from '../../../src-preload/contract/orders.ts';

/**
 * The meaning of an order's status text (service §10.4). Whether a closed order was fulfilled depends on its deliverables.
 */
export type OrderStatusKind = 'received' | 'in-progress' | 'closed' | 'cancelled' | 'failed' | 'other';

const folded = (status: string | null) =>
  (status ?? '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');

/** Returns the meaning of the service's status text (service §10.4); `other` for an unknown one. */
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

/** Returns true for a final state, which an older answer does not undo (service §10.3). */
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

/** Returns the state of a capture or a deliverable by the service's status text, which may be in capitals (`DELIVERED`). */
export function partState(status: string | null): PartState {
  return partStates[folded(status)] ?? 'other';
}

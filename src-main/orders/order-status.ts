import type { PartState } from '../../src-preload/contract/orders.ts';

export type OrderStatusKind = 'received' | 'in-progress' | 'closed' | 'cancelled' | 'failed' | 'other';

const folded = (status: string | null) =>
  (status ?? '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');

/** Folds the service's status text (observed, Orders); unknown ones stay `other`. */
export function orderStatusKind(status: string | null): OrderStatusKind {
  switch (folded(status)) {
    case 'received':
      return 'received';
    case 'in_progress':
      return 'in-progress';
    case 'closed':
      return 'closed';
    case 'canceled':
    case 'cancelled':
      return 'cancelled';
    case 'failed':
    case 'rejected':
      return 'failed';
    default:
      return 'other';
  }
}

/** A final state once seen is not undone by a staler answer (observed, Tasking). */
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
  failed: 'failed',
  rejected: 'failed',
  canceled: 'failed',
  cancelled: 'failed',
};

/** Of a capture or a deliverable, whatever the case (`DELIVERED` is written in capitals). */
export function partState(status: string | null): PartState {
  return partStates[folded(status)] ?? 'other';
}

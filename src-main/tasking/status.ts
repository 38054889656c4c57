import type { CaptureRow, TaskStatusKind } from '../../src-preload/contract/tasking.ts';

/** Folds the service's status text (service §3.1, §10.3): case and spelling vary; unknown ones become `other`. */
export function taskStatusKind(status: string | null): TaskStatusKind {
  switch (
    status
      ?.trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_')
  ) {
    case 'received':
      return 'received';
    case 'in_progress':
      return 'in-progress';
    case 'completed':
      return 'completed';
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

/** Returns the meaning of a capture's status; `other` for an unknown one. */
export function captureStatusKind(status: string | null): CaptureRow['statusKind'] {
  const folded = status?.trim().toLowerCase() ?? '';
  if (folded === 'queued' || folded === 'processing' || folded === 'published') return folded;
  return folded === 'failed' || folded === 'rejected' ? 'failed' : 'other';
}

/** True for a final state, which an older reading does not undo (service §10.3). */
export function isFinal(kind: TaskStatusKind): boolean {
  return kind === 'completed' || kind === 'cancelled' || kind === 'failed';
}

import type { CaptureRow, TaskStatusKind } from '../../../src-preload/contract/tasking.ts';

/** Returns the meaning of the service's status text (service §3.1, §10.3), whose case and spelling vary; `other` for an unknown one. */
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

/** Returns the meaning of the status text of a capture; `other` for an unknown one. */
export function captureStatusKind(status: string | null): CaptureRow['statusKind'] {
  const folded = status?.trim().toLowerCase() ?? '';
  if (folded === 'queued' || folded === 'processing' || folded === 'published') return folded;
  return folded === 'failed' || folded === 'rejected' ? 'failed' : 'other';
}

/** Returns true for a final state, which only an answer that was requested later undoes: a task may run again (service §10.3). */
export function isFinal(kind: TaskStatusKind): boolean {
  return kind === 'completed' || kind === 'cancelled' || kind === 'failed';
}

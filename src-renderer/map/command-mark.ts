import type { CommandState } from '../../src-preload/contract/outbox.ts';
import type { TaskStatusKind } from '../../src-preload/contract/tasking.ts';

/** The marks of tasks: hollow while it is only written down, a triangle where somebody has to decide. */
export const commandMark: Record<CommandState, TaskStatusKind> = {
  draft: 'received',
  waiting: 'in-progress',
  sending: 'in-progress',
  sent: 'completed',
  refused: 'failed',
  unknown: 'other',
  failed: 'failed',
};

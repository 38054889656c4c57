import type { CommandState } from '../../src-preload/contract/outbox.ts';
import type { TaskStatusKind } from '../../src-preload/contract/tasking.ts';

/**
 * The mark of a task that each state of a command uses: hollow for a draft, a triangle if it was refused or failed, a
 * diamond if its answer was lost.
 */
export const commandMark: Record<CommandState, TaskStatusKind> = {
  draft: 'received',
  waiting: 'in-progress',
  sending: 'in-progress',
  sent: 'completed',
  refused: 'failed',
  unknown: 'other',
  failed: 'failed',
};

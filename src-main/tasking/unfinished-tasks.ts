import { z } from 'zod';
import { type Scope, type TaskId, taskIdSchema } from '../../src-preload/contract/ids.ts';
import { inScope, scopeParams } from '../core/scope.ts';
import type { Store } from '../store/store.ts';

const idRow = z.object({ taskId: taskIdSchema });
const foundRow = z.object({ found: z.number() });

/** A capture that is processed for longer than this does not make its scope active. */
const lateAfterMs = 3 * 86_400_000;

const unfinishedBy = (index: string) =>
  `SELECT task_id AS taskId FROM task INDEXED BY ${index} WHERE ${inScope} AND captures_settled = 0`;

/** Creates the queries for tasks whose captures may still change; with them the sync decides what to read and how soon. */
export function createUnfinishedTasks({ store, now }: { store: Store; now: () => Date }) {
  return {
    /**
     * Returns tasks whose captures may still change: first those never read, newest first, then those read longest ago, so
     * that each gets its turn however many there are. Of those never read at most `limit`; others are added until the list has `again`.
     */
    unfinished(scope: Scope, { limit, again }: { limit: number; again: number }): TaskId[] {
      const neverRead = store.all(
        idRow,
        `${unfinishedBy('task_fresh')} AND captures_read_at IS NULL ORDER BY created_at DESC, task_id DESC LIMIT :limit`,
        { ...scopeParams(scope), limit },
      );
      const readBefore = store.all(
        idRow,
        `${unfinishedBy('task_unsettled')} AND captures_read_at IS NOT NULL ORDER BY captures_read_at, task_id DESC LIMIT :limit`,
        { ...scopeParams(scope), limit: Math.max(0, again - neverRead.length) },
      );
      return [...neverRead, ...readBefore].map((row) => row.taskId);
    },
    /** True if something is about to change: a task is open, or a capture of the last days is still being processed. */
    hasUnfinished(scope: Scope): boolean {
      const row = store.get(
        foundRow,
        `SELECT EXISTS (SELECT 1 FROM task INDEXED BY task_unsettled
           WHERE ${inScope} AND captures_settled = 0
             AND (captures_read_at IS NULL OR status_kind NOT IN ('completed', 'cancelled', 'failed') OR EXISTS
               (SELECT 1 FROM capture c WHERE c.connection_id = task.connection_id AND c.contract_id = task.contract_id
                  AND c.task_id = task.task_id AND c.status_kind = 'processing' AND +c.start_at > :since))) AS found`,
        { ...scopeParams(scope), since: new Date(now().getTime() - lateAfterMs).toISOString() },
      );
      return row?.found === 1;
    },
  };
}

import { z } from 'zod';
import { type Scope, type TaskId, taskIdSchema } from '../../../src-preload/contract/ids.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import type { Store } from '../../store/store.ts';

const idRow = z.object({ taskId: taskIdSchema });
const existsRow = z.object({ found: z.number() });

/** A capture that has been in processing for longer than this does not make its scope active. */
const lateAfterMs = 3 * 86_400_000;

/** The tasks that may not be requested yet are named by the parameter `except`. */
const unfinishedBy = (index: string) =>
  `SELECT task_id AS taskId FROM task INDEXED BY ${index} WHERE ${inScope} AND captures_settled = 0 AND gone_at IS NULL
     AND task_id NOT IN (SELECT value FROM json_each(:except))`;

/** Creates the queries for tasks whose captures may still change, by which the sync decides what to fetch and how soon. */
export function createUnfinishedTasks({ store, now }: { store: Store; now: () => Date }) {
  return {
    /**
     * Returns tasks whose captures may still change: first those never read, the newest first, at most `maxNeverRead`; then those read
     * longest ago, until the list has `fillUpTo`. So each task is fetched in time, however many there are. Those of `except` are left
     * out.
     */
    unfinished(
      scope: Scope,
      {
        maxNeverRead,
        fillUpTo,
        except = [],
      }: { maxNeverRead: number; fillUpTo: number; except?: readonly TaskId[] },
    ): TaskId[] {
      const at = { ...scopeParams(scope), except: JSON.stringify(except) };
      const neverRead = store.all(
        idRow,
        `${unfinishedBy('task_fresh')} AND captures_read_at IS NULL ORDER BY created_at DESC, task_id DESC LIMIT :limit`,
        { ...at, limit: maxNeverRead },
      );
      const readBefore = store.all(
        idRow,
        `${unfinishedBy('task_unsettled')} AND captures_read_at IS NOT NULL ORDER BY captures_read_at, task_id DESC LIMIT :limit`,
        { ...at, limit: Math.max(0, fillUpTo - neverRead.length) },
      );
      return [...neverRead, ...readBefore].map((row) => row.taskId);
    },
    /**
     * Returns true if something is about to change: a task is open, or a capture of the last days is still in processing. Tasks of
     * `except` do not count.
     */
    hasUnfinished(scope: Scope, except: readonly TaskId[] = []): boolean {
      const row = store.get(
        existsRow,
        `SELECT EXISTS (SELECT 1 FROM task INDEXED BY task_unsettled
           WHERE ${inScope} AND captures_settled = 0 AND gone_at IS NULL AND task_id NOT IN (SELECT value FROM json_each(:except))
             AND (captures_read_at IS NULL OR status_kind NOT IN ('completed', 'cancelled', 'failed') OR EXISTS
               (SELECT 1 FROM capture c WHERE c.connection_id = task.connection_id AND c.contract_id = task.contract_id
                  AND c.task_id = task.task_id AND c.status_kind = 'processing' AND +c.start_at > :since))) AS found`,
        {
          ...scopeParams(scope),
          since: new Date(now().getTime() - lateAfterMs).toISOString(),
          except: JSON.stringify(except),
        },
      );
      return row?.found === 1;
    },
  };
}

import { z } from 'zod';
import { captureIdSchema, type Scope, taskIdSchema } from '../../../src-preload/contract/ids.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import type { Store } from '../../store/store.ts';

const maxRows = 2_000;

const windowRow = z.object({
  taskId: taskIdSchema,
  start: z.string().nullable(),
  end: z.string(),
});
const capturedRow = z.object({ taskId: taskIdSchema, captureId: captureIdSchema, start: z.string() });
const deliveredRow = z.object({ taskId: taskIdSchema, published: z.number(), needed: z.number() });

/** Creates the queries for tasks that need attention. Each reads few rows by an index, because they run often. */
export function createTaskChecks({ store }: { store: Store }) {
  return {
    /** Returns open tasks whose window ends before this time and of which no capture was taken yet. */
    endingWithoutCapture: (scope: Scope, before: string) =>
      store.all(
        windowRow,
        `SELECT task_id AS taskId, start_at AS start, end_at AS "end" FROM task INDEXED BY task_unsettled
         WHERE ${inScope} AND captures_settled = 0 AND captures_read_at IS NOT NULL
           AND status_kind IN ('received', 'in-progress') AND end_at < :before
           AND NOT EXISTS (SELECT 1 FROM capture c WHERE c.connection_id = task.connection_id AND c.contract_id = task.contract_id
             AND c.task_id = task.task_id AND c.status_kind IN ('processing', 'published'))
         LIMIT ${maxRows}`,
        { ...scopeParams(scope), before },
      ),
    /**
     * Returns captures that were taken and are not published. The unary plus keeps SQLite from using the index of capture times, with
     * which it would read the captures of all tasks once for each unfinished task: half a minute with 100,000 tasks.
     */
    processing: (scope: Scope) =>
      store.all(
        capturedRow,
        `SELECT task_id AS taskId, capture_id AS captureId, capture.start_at AS start
         FROM task INDEXED BY task_unsettled CROSS JOIN capture USING (connection_id, contract_id, task_id)
         WHERE ${inScope} AND captures_settled = 0 AND capture.status_kind = 'processing' AND +capture.start_at IS NOT NULL
           AND task.status_kind NOT IN ('cancelled', 'failed') LIMIT ${maxRows}`,
        scopeParams(scope),
      ),
    /** Returns captures of open tasks whose planned time is before this one, and that were not taken as far as the service says. */
    plannedBefore: (scope: Scope, before: string) =>
      store.all(
        capturedRow,
        `SELECT task_id AS taskId, capture_id AS captureId, capture.start_at AS start
         FROM task INDEXED BY task_unsettled CROSS JOIN capture USING (connection_id, contract_id, task_id)
         WHERE ${inScope} AND captures_settled = 0 AND capture.status_kind = 'queued' AND +capture.start_at < :before
           AND task.status_kind NOT IN ('completed', 'cancelled', 'failed') LIMIT ${maxRows}`,
        { ...scopeParams(scope), before },
      ),
    /** Returns tasks with more published captures than they requested, if the service gives that number. */
    moreThanNeeded: (scope: Scope) =>
      store.all(
        deliveredRow,
        `SELECT task_id AS taskId, published_count AS published, CAST(raw ->> '$.max_captures' AS INTEGER) AS needed
         FROM task INDEXED BY task_many
         WHERE ${inScope} AND published_count > 1 AND expected_age IS NULL
           AND published_count > CAST(raw ->> '$.max_captures' AS INTEGER) ORDER BY task_id DESC LIMIT ${maxRows}`,
        scopeParams(scope),
      ),
  };
}

/** What `createTaskChecks` returns. */
export type TaskChecks = ReturnType<typeof createTaskChecks>;

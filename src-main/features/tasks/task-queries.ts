import { z } from 'zod';
import {
  type CaptureId,
  captureIdSchema,
  type Scope,
  type TaskId,
  taskIdSchema,
} from '../../../src-preload/contract/ids.ts';
import { type TaskRow, taskRowSchema } from '../../../src-preload/contract/tasking.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import type { Store } from '../../store/store.ts';

const idRow = z.object({ taskId: taskIdSchema });
const projectRow = z.object({ project: z.string() });
const captureIdRow = z.object({ captureId: captureIdSchema });
const captureFactsRow = z.object({ start: z.string().nullable(), product: z.number().nullable() });
const taskOfCaptureRow = z.object({ taskId: taskIdSchema, name: z.string(), project: z.string() });
const briefRow = taskRowSchema.pick({ name: true, project: true, status: true, statusKind: true });

/** The 500 latest projects are searched among at most so many. */
const maxProjects = 5_000;

/** Goes from one project to the next by the index, because GROUP BY would read the index entries of all tasks. */
const selectProjects = `WITH RECURSIVE each(project) AS (
    SELECT min(project) FROM task INDEXED BY task_project WHERE ${inScope} AND project > ''
    UNION ALL
    SELECT (SELECT min(project) FROM task INDEXED BY task_project WHERE ${inScope} AND project > each.project)
    FROM each WHERE each.project IS NOT NULL LIMIT ${maxProjects})
  SELECT project FROM each WHERE project IS NOT NULL ORDER BY
    (SELECT max(created_at) FROM task INDEXED BY task_project WHERE ${inScope} AND task.project = each.project) DESC
  LIMIT 500`;

/** Creates the queries about single tasks and small groups of them; each uses an index and reads few rows. */
export function createTaskQueries(store: Store) {
  return {
    /** Returns the stored tasks of a project, only those with this name if one is given. */
    idsWithName(scope: Scope, project: string, name: string | null = null): Set<number> {
      const rows = store.all(
        idRow,
        `SELECT task_id AS taskId FROM task WHERE ${inScope} AND project = :project
         AND (:name IS NULL OR trim(name) = trim(:name))`,
        { ...scopeParams(scope), project, name },
      );
      return new Set(rows.map((row) => row.taskId));
    },
    /** Returns the projects of the scope, the one with the latest task first. */
    projects: (scope: Scope): string[] =>
      store.all(projectRow, selectProjects, scopeParams(scope)).map((row) => row.project),
    /** Returns published captures of a project, of a task or of all tasks, sorted by id, from after the given one. */
    published(
      scope: Scope,
      match: { project?: string | undefined; taskId?: TaskId | undefined },
      { after, limit }: { after: CaptureId | null; limit: number },
    ): CaptureId[] {
      const rows = store.all(
        captureIdRow,
        `SELECT DISTINCT capture_id AS captureId FROM capture JOIN task USING (connection_id, contract_id, task_id)
         WHERE ${inScope} AND capture.status_kind = 'published'
           AND capture_id > :after AND (:project IS NULL OR project = :project) AND (:taskId IS NULL OR task_id = :taskId)
         ORDER BY capture_id LIMIT :limit`,
        {
          ...scopeParams(scope),
          after: after ?? '',
          limit,
          project: match.project ?? null,
          taskId: match.taskId ?? null,
        },
      );
      return rows.map(({ captureId }) => captureId);
    },
    /** Returns when a capture was or will be taken, and of which product; null if the capture is not stored. */
    captureFacts(scope: Scope, captureId: CaptureId): z.infer<typeof captureFactsRow> | null {
      const row = store.get(
        captureFactsRow,
        `SELECT capture.start_at AS start, product FROM capture JOIN task USING (connection_id, contract_id, task_id)
         WHERE capture_id = :captureId AND ${inScope} LIMIT 1`,
        { ...scopeParams(scope), captureId },
      );
      return row ?? null;
    },
    /** Returns what other domains show of a task; null if the task is not stored. */
    brief(scope: Scope, taskId: TaskId): Pick<TaskRow, 'name' | 'project' | 'status' | 'statusKind'> | null {
      const row = store.get(
        briefRow,
        `SELECT name, project, status, status_kind AS statusKind FROM task WHERE ${inScope} AND task_id = :taskId`,
        { ...scopeParams(scope), taskId },
      );
      return row ?? null;
    },
    /** Returns the task of a capture; null if the capture is not stored. */
    taskOfCapture(scope: Scope, captureId: CaptureId): z.infer<typeof taskOfCaptureRow> | null {
      const row = store.get(
        taskOfCaptureRow,
        `SELECT task.task_id AS taskId, name, project FROM capture JOIN task USING (connection_id, contract_id, task_id)
         WHERE capture_id = :captureId AND ${inScope}`,
        { ...scopeParams(scope), captureId: captureIdSchema.parse(captureId) },
      );
      return row ?? null;
    },
  };
}

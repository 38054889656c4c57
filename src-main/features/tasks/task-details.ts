import { z } from 'zod';
import type { Scope, TaskId } from '../../../src-preload/contract/ids.ts';
import { type CaptureRow, requestedSchema, type TaskDetails } from '../../../src-preload/contract/tasking.ts';
import { AppError } from '../../core/app-error.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import { wireTaskSchema } from '../../service/api/wire.ts';
import { readJson } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import { createProductNaming, selectedTaskColumns, storedTaskRowSchema } from './task-rows.ts';
import { altitudeOf } from './wire-mapping.ts';

const storedRow = z.object({
  raw: z.string(),
  seenAt: z.string(),
});
const rawSchema = z.record(z.string(), z.unknown());
const requestSchema = z.object({
  max_captures: z.number().optional().catch(undefined),
  max_simultaneous_captures: z.number().optional().catch(undefined),
  expected_age: z.string().optional().catch(undefined),
});

const ofTask = `${inScope} AND task_id = :taskId`;

/**
 * Creates the function that loads the details of one stored task. Fields that the service does not return for a task that was sent
 * from this computer are taken from the request (`askedFor`), and `fromRequest` names them. Throws NOT_FOUND if the task is not stored.
 */
export function createTaskDetails({
  store,
  captures,
  fetchedAt,
  askedFor,
}: {
  store: Pick<Store, 'get'>;
  captures: (scope: Scope, taskId: TaskId) => CaptureRow[];
  /** Returns when the task was last fetched in this session; null if it was not. */
  fetchedAt: (scope: Scope, taskId: TaskId) => string | null;
  askedFor: ((scope: Scope, taskId: TaskId) => unknown) | undefined;
}) {
  const withProductNames = createProductNaming(store);

  return (scope: Scope, taskId: TaskId): TaskDetails => {
    const at = { ...scopeParams(scope), taskId };
    const listed = store.get(
      storedTaskRowSchema,
      `SELECT ${selectedTaskColumns} FROM task WHERE ${ofTask}`,
      at,
    );
    const stored = store.get(storedRow, `SELECT raw, seen_at AS seenAt FROM task WHERE ${ofTask}`, at);
    const [row] = listed ? withProductNames(scope, [listed]) : [];
    if (!row || !stored) throw new AppError('NOT_FOUND', { what: `task ${taskId}` });
    const raw = rawSchema.catch({}).parse(readJson(stored.raw));
    const wire = wireTaskSchema.safeParse({ ...raw, task_id: taskId }).data;
    const request = requestSchema.safeParse(askedFor?.(scope, taskId)).data;
    const returned = {
      maxCaptures: wire?.max_captures ?? null,
      maxSimultaneousCaptures: wire?.max_simultaneous_captures ?? null,
      expectedAge: row.expectedAge,
    };
    const filled = {
      maxCaptures: returned.maxCaptures ?? request?.max_captures ?? null,
      maxSimultaneousCaptures: returned.maxSimultaneousCaptures ?? request?.max_simultaneous_captures ?? null,
      expectedAge: returned.expectedAge ?? request?.expected_age ?? null,
    };
    return {
      ...row,
      ...filled,
      fromRequest: requestedSchema.options.filter((name) => returned[name] !== filled[name]),
      captures: captures(scope, taskId),
      altitude: altitudeOf(wire?.target ?? null),
      raw,
      changedAt: stored.seenAt,
      fetchedAt: fetchedAt(scope, taskId),
    };
  };
}

import { type Scope, type TaskId, taskIdSchema } from '../../src-preload/contract/ids.ts';
import { type Submission, submissionSchema, type TaskRow } from '../../src-preload/contract/tasking.ts';
import { AppError, hasCode } from '../app-error.ts';
import type { CommandRow } from './command-row.ts';

/** The tasks that are known here; `get` throws NOT_FOUND for an unknown one. */
export interface KnownTasks {
  get: (scope: Scope, taskId: TaskId) => TaskRow;
}

const taskIdOf = (text: string): TaskId => taskIdSchema.parse(Number(text));

/** A candidate that does not exist here any more is skipped, so that the others and the list can still be shown. */
function knownTasks(tasks: KnownTasks, scope: Scope, id: string): TaskRow[] {
  const taskId = taskIdSchema.safeParse(Number(id));
  try {
    return taskId.success ? [tasks.get(scope, taskId.data)] : [];
  } catch (error) {
    if (hasCode(error, 'NOT_FOUND')) return [];
    throw error;
  }
}

/** Returns a command for a task as the form shows it. Throws NOT_FOUND for a command of another kind. */
export function submissionView(row: CommandRow, tasks: KnownTasks): Submission {
  if (row.input.kind !== 'task') throw new AppError('NOT_FOUND', { what: `submission ${row.id}` });
  return submissionSchema.parse({
    id: row.id,
    scope: row.scope,
    contractName: row.contractName,
    // The form's list has no drafts and no waiting commands.
    state: row.state === 'draft' || row.state === 'waiting' ? 'failed' : row.state,
    request: row.input.request,
    createdAt: row.createdAt,
    taskId: row.remoteId === null ? null : taskIdOf(row.remoteId),
    error: row.error,
    candidates: row.candidates.flatMap(({ id }) => knownTasks(tasks, row.scope, id)),
  });
}

import { setTimeout as wait } from 'node:timers/promises';
import type { Scope, TaskId } from '../../../src-preload/contract/ids.ts';
import type { TaskDetails } from '../../../src-preload/contract/tasking.ts';
import { AppError, hasCode, isAppError } from '../../core/app-error.ts';
import type { Service } from '../../service/api/service-client.ts';
import { isFinal } from './status.ts';
import type { TaskTable } from './task-table.ts';

/** The requests that a user can make for one task. Both reject if the service cannot be reached. */
export interface TaskCommands {
  /** Fetches the task and its captures, stores them and resolves with the details. */
  refresh(scope: Scope, taskId: TaskId, signal: AbortSignal): Promise<TaskDetails>;
  /** Cancels the task and fetches it. Throws CONFLICT if the task ended another way, REFUSED if the service refuses. */
  cancel(scope: Scope, taskId: TaskId, signal: AbortSignal): Promise<TaskDetails>;
}

interface TaskCommandOptions {
  table: TaskTable;
  service: Pick<Service, 'forScope'>;
  changed: (topic: 'tasks' | 'captures', scope: Scope) => void;
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const checkDelaysMs = [0, 500, 1_500, 4_000];

/** Creates the functions that refresh and cancel one task. */
export function createTaskCommands({
  table,
  service,
  changed,
  ...options
}: TaskCommandOptions): TaskCommands {
  const pause = options.pause ?? ((ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }));

  async function refresh(scope: Scope, taskId: TaskId, signal: AbortSignal): Promise<TaskDetails> {
    const client = service.forScope(scope);
    const word = table.isFinal(scope, taskId) ? 'last' : 'any';
    const [task, captures] = await Promise.all([
      client.task(taskId, signal),
      client.captures(taskId, signal),
    ]);
    const outcome = table.putRow(scope, task, word);
    const areCapturesChanged = table.putCaptures(scope, taskId, captures.rows, captures.whole);
    if (outcome !== 'same') changed('tasks', scope);
    if (areCapturesChanged) changed('captures', scope);
    return table.get(scope, taskId);
  }

  /** Returns true for a failure after which the cancellation may have been carried out, as the task itself will show. */
  function isOutcomeUnknown(error: unknown): boolean {
    return (
      hasCode(error, 'UNREACHABLE') ||
      hasCode(error, 'SERVICE_FAILED') ||
      hasCode(error, 'BAD_ANSWER') ||
      hasCode(error, 'REFUSED')
    );
  }

  return {
    refresh,
    async cancel(scope, taskId, signal) {
      let failure: AppError | null = null;
      try {
        await service.forScope(scope).cancelTask(taskId, signal);
      } catch (error) {
        if (!isAppError(error) || !isOutcomeUnknown(error)) throw error;
        failure = error;
      }
      for (const delay of checkDelaysMs) {
        if (delay > 0) await pause(delay, signal);
        const task = await refresh(scope, taskId, signal);
        if (task.statusKind === 'cancelled') return task;
        if (isFinal(task.statusKind)) throw new AppError('CONFLICT', { detail: task.status });
        // A refusal is final; after a lost answer the cancellation may still take effect.
        if (hasCode(failure, 'REFUSED')) throw failure;
      }
      throw failure ?? new AppError('CONFLICT', { detail: table.get(scope, taskId).status });
    },
  };
}

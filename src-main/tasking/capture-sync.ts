import type { Scope, TaskId } from '../../src-preload/contract/ids.ts';
import { type AppError, hasCode } from '../app-error.ts';
import type { Service } from '../service/api/service-client.ts';
import type { TaskTable } from './task-table.ts';

const captureConcurrency = 4;
/** After this many tasks in a row whose captures cannot be read, the tasks themselves are not the cause. */
const mostInARow = 8;

/** True for a failure that concerns only this task, not the network, the credentials or the whole service. */
function isOfOneTask(error: unknown): error is AppError {
  if (hasCode(error, 'SERVICE_FAILED')) return error.data.status === 500;
  return hasCode(error, 'NOT_FOUND') || hasCode(error, 'BAD_ANSWER') || hasCode(error, 'REFUSED');
}

/** The tasks whose captures are read per sync: at most `limit` that were never read; then others in turn, up to `again` in all. */
const captureBatch = { limit: 200, again: 60 };

/**
 * Creates the function that reads the captures of those tasks of a scope whose captures may still change. It returns whether any
 * changed, and calls `done` with the number of tasks whose captures could not be read, also before it fails.
 */
export function createCaptureSync({
  table,
  service,
  changed,
  onUnreadable,
}: {
  table: Pick<TaskTable, 'unfinished' | 'putCaptures' | 'markCapturesRead'>;
  service: Pick<Service, 'forScope'>;
  changed: (scope: Scope) => void;
  /** Called with unreadable rows: they are counted and logged, never silently dropped. */
  onUnreadable: ((what: string, count: number) => void) | undefined;
}) {
  /** Reads the captures of one task; returns whether they changed, or the failure if it concerns only this task. */
  async function readCaptures(
    scope: Scope,
    taskId: TaskId,
    signal: AbortSignal,
  ): Promise<boolean | AppError> {
    try {
      const { rows, whole } = await service.forScope(scope).captures(taskId, signal);
      const moved = table.putCaptures(scope, taskId, rows, whole);
      if (moved) changed(scope);
      return moved;
    } catch (error) {
      if (signal.aborted || !isOfOneTask(error)) throw error;
      // Its captures stay as last seen, and it waits its turn like a task that was read.
      table.markCapturesRead(scope, taskId);
      if (hasCode(error, 'NOT_FOUND')) return false;
      onUnreadable?.(`captures of task ${taskId}`, 1);
      return error;
    }
  }

  return async (
    scope: Scope,
    signal: AbortSignal,
    done: (unreadableCaptures: number) => void,
  ): Promise<boolean> => {
    const queue: TaskId[] = table.unfinished(scope, captureBatch);
    const count = queue.length;
    const unreadable: AppError[] = [];
    let moved = false;
    let inARow = 0;
    // Work that continued unseen would overlap with the next sync, or meet a closed store.
    const failed = new AbortController();
    const together = AbortSignal.any([signal, failed.signal]);
    const work = async () => {
      for (let taskId = queue.shift(); taskId !== undefined; taskId = queue.shift()) {
        try {
          const outcome = await readCaptures(scope, taskId, together);
          const isBad = typeof outcome !== 'boolean';
          inARow = isBad ? inARow + 1 : 0;
          moved ||= outcome === true;
          if (!isBad) continue;
          unreadable.push(outcome);
          // One bad task never stops the others; if many in a row fail, or all, the service itself fails.
          if (inARow >= mostInARow || unreadable.length === count) throw outcome;
        } catch (error) {
          queue.length = 0;
          failed.abort(error);
          return;
        }
      }
    };
    await Promise.all(Array.from({ length: captureConcurrency }, work));
    done(unreadable.length);
    failed.signal.throwIfAborted();
    return moved;
  };
}

import type { Scope, TaskId } from '../../src-preload/contract/ids.ts';
import { type AppError, hasCode } from '../app-error.ts';
import type { Service } from '../service/api/service-client.ts';
import type { TaskTable } from './task-table.ts';

const captureConcurrency = 4;
/** So many tasks one after the other whose captures cannot be read are no longer a matter of these tasks. */
const mostInARow = 8;

/** A failure that is the task's own, not that of the network, the credentials or the whole service. */
function isOfOneTask(error: unknown): error is AppError {
  if (hasCode(error, 'SERVICE_FAILED')) return error.data.status === 500;
  return hasCode(error, 'NOT_FOUND') || hasCode(error, 'BAD_ANSWER') || hasCode(error, 'REFUSED');
}

/** Tasks whose captures are read per sync: at most so many never read before, and of all others a share in turn. */
const captureBatch = { limit: 200, again: 60 };

/**
 * Returns the function that reads the captures of the tasks of a scope whose captures may still move. It returns whether any
 * moved, and calls `done` with the number of tasks whose captures could not be read, also before it fails.
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
  /** Told of rows that cannot be read: counted and logged, never dropped without a word. */
  onUnreadable: ((what: string, count: number) => void) | undefined;
}) {
  /** The captures of one task; answers whether they moved, or the failure that is this task's own. */
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
      // It stays here as last seen, and waits its turn like one that was read.
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
    // What goes on unseen would meet the next sync, or a store that is closed.
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
          // One bad task never stops the others; many in a row, or all there are, is a service that fails.
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

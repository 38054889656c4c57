import type { Scope, TaskId } from '../../src-preload/contract/ids.ts';
import { scopeKey } from '../core/scope.ts';

/**
 * Stores in memory when each task was last read from the service, since Nadir started. A row is only written if something in it
 * changed: lists of thousands of tasks are read every few seconds, and writing each reading time would be most of the work.
 */
export function createFetchedTimes(now: () => Date) {
  const times = new Map<string, Map<TaskId, number>>();
  return {
    note(scope: Scope, taskId: TaskId) {
      const key = scopeKey(scope);
      const known = times.get(key) ?? new Map<TaskId, number>();
      times.set(key, known);
      known.set(taskId, now().getTime());
    },
    /** Returns null if the task was not read in this session. */
    get(scope: Scope, taskId: TaskId): string | null {
      const ms = times.get(scopeKey(scope))?.get(taskId);
      return ms === undefined ? null : new Date(ms).toISOString();
    },
  };
}

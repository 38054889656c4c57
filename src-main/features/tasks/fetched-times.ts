import type { Scope, TaskId } from '../../../src-preload/contract/ids.ts';
import { scopeKey } from '../../core/scope.ts';

/**
 * Creates the memory of when each task was last fetched since Nadir started. These times are not stored: thousands of tasks are
 * fetched every few seconds, a row is only written if something in it changed, and writing each time would be most of the work.
 */
export function createFetchedTimes(now: () => Date) {
  const times = new Map<string, Map<TaskId, number>>();
  return {
    /** Notes that a task was fetched now. */
    note(scope: Scope, taskId: TaskId) {
      const key = scopeKey(scope);
      const timesOfScope = times.get(key) ?? new Map<TaskId, number>();
      times.set(key, timesOfScope);
      timesOfScope.set(taskId, now().getTime());
    },
    /** Returns when a task was last fetched (ISO UTC); null if it was not in this session. */
    get(scope: Scope, taskId: TaskId): string | null {
      const ms = times.get(scopeKey(scope))?.get(taskId);
      return ms === undefined ? null : new Date(ms).toISOString();
    },
  };
}

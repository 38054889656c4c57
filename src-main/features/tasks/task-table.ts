import type { Scope, TaskId } from '../../../src-preload/contract/ids.ts';
import type { Observed } from '../../core/observed-state.ts';
import type { Store } from '../../store/store.ts';
import { createCaptureTable } from './capture-table.ts';
import { createFetchedTimes } from './fetched-times.ts';
import { createTaskDetails } from './task-details.ts';
import { createTaskList } from './task-list.ts';
import { createTaskQueries } from './task-queries.ts';
import { createTaskWriter } from './task-writer.ts';
import { createUnfinishedTasks } from './unfinished-tasks.ts';

/** Creates the table of the tasks of all scopes and their captures; it has no network access. */
export function createTaskTable({
  store,
  now,
  observed,
  flagged,
  askedFor,
}: {
  store: Store;
  now: () => Date;
  observed?: Observed;
  /** Returns the tasks that need attention. */
  flagged?: (scope: Scope) => readonly string[];
  /** Returns the request of a task that was sent from this computer; anything else for other tasks. */
  askedFor?: (scope: Scope, taskId: TaskId) => unknown;
}) {
  const fetchedTimes = createFetchedTimes(now);
  const { captures, putCaptures } = createCaptureTable({ store, now, observed });
  return {
    ...createTaskWriter({ store, now, observed, noteFetched: fetchedTimes.note }),
    ...createTaskList({ store, flagged }),
    ...createUnfinishedTasks({ store, now }),
    ...createTaskQueries(store),
    get: createTaskDetails({ store, captures, fetchedAt: fetchedTimes.get, askedFor }),
    captures,
    putCaptures,
  };
}

/** What `createTaskTable` returns. */
export type TaskTable = ReturnType<typeof createTaskTable>;

import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { z } from 'zod';
import type { Scope, TaskId } from '../../../src-preload/contract/ids.ts';
import type { TaskSyncState } from '../../../src-preload/contract/tasking.ts';
import { hasCode } from '../../core/app-error.ts';
import { createRetryPauses } from '../../core/retry-pauses.ts';
import { inScope, scopeKey, scopeParams } from '../../core/scope.ts';
import {
  createScopePoller,
  neverSynced,
  type PollingPace,
  type ScopePoller,
  type SubjectSyncOptions,
} from '../../core/scope-poller.ts';
import type { Row, Service } from '../../service/api/service-client.ts';
import type { WireTask } from '../../service/api/wire.ts';
import type { Store } from '../../store/store.ts';
import { createCaptureSync, isOfOneTask } from './capture-sync.ts';
import type { TaskTable } from './task-table.ts';

const atRow = z.object({ at: z.string() });

/** The sync of the tasks of all scopes. */
export type TaskSync = Omit<ScopePoller<TaskSyncState>, 'note' | 'update'>;

/** What `createTaskSync` needs. */
export interface TaskSyncOptions extends SubjectSyncOptions<'tasks' | 'captures' | 'sync'> {
  store: Store;
  table: TaskTable;
  service: Pick<Service, 'forScope'>;
  /** Called with unreadable rows: they are counted and logged, never silently dropped. */
  onUnreadable?: (what: string, count: number) => void;
  /** Returns milliseconds; changes of the system clock do not affect it. */
  monotonic?: () => number;
}

const pace: PollingPace = { quickMs: 4_000, activeMs: 20_000, slowestMs: 300_000 };
/** The number of rows in one transaction. */
const rowsPerTransaction = 100;
/** A list that came short of its count is fetched at most this often in all. */
const maxAttempts = 2;
/** How many tasks are fetched singly per sync because they seem to run again, and how many because a complete list lacks them. */
const maxFetchedSingly = 20;

/**
 * Creates the sync of tasks. It fetches all pages of a scope's tasks into the store, then the captures that may still change, and
 * repeats this after a pause that grows while nothing changes.
 */
export function createTaskSync(options: TaskSyncOptions): TaskSync {
  const { store, table, now } = options;
  const monotonic = options.monotonic ?? (() => performance.now());
  const poller = createScopePoller<TaskSyncState>({
    ...options,
    pace,
    begun: { unreadable: 0, unreadableCaptures: 0 },
    done: {},
    initial(scope) {
      const row = store.get(
        atRow,
        `SELECT finished_at AS at FROM task_sync WHERE ${inScope}`,
        scopeParams(scope),
      );
      return { ...neverSynced, unreadable: 0, unreadableCaptures: 0, lastFinishedAt: row?.at ?? null };
    },
    read: sync,
    isActive: (scope) => table.hasUnfinished(scope, captures.waiting(scope)),
    changed: (scope) => options.changed('sync', scope),
  });

  const captures = createCaptureSync({
    table,
    service: options.service,
    changed: (scope) => options.changed('captures', scope),
    onUnreadable: options.onUnreadable,
    monotonic,
  });

  /** The tasks that were fetched singly and were as they are in the store. */
  const unchanged = createRetryPauses<string>(monotonic);
  const keyOf = (scope: Scope, taskId: TaskId) => `${scopeKey(scope)} ${taskId}`;

  /**
   * Stores the rows of a page in steps that give way to other work. Returns whether any was written, and whether a status changed;
   * adds to `reopened` the tasks that are final in the store and not in the list.
   */
  async function writePage(scope: Scope, rows: readonly Row<WireTask>[], reopened: Set<TaskId>) {
    const outcomes = new Set<ReturnType<TaskTable['putRow']>>();
    for (let at = 0; at < rows.length; at += rowsPerTransaction) {
      store.transaction(() => {
        for (const row of rows.slice(at, at + rowsPerTransaction)) outcomes.add(table.putRow(scope, row));
      });
      await yieldToEventLoop();
    }
    for (const taskId of table.reopened(scope, rows)) reopened.add(taskId);
    const isStatusChanged = outcomes.has('status-changed');
    return { isStatusChanged, isWritten: isStatusChanged || outcomes.has('changed') };
  }

  /**
   * Fetches tasks singly. One that was as it is in the store is asked for less and less often, because a list may contradict it for ever.
   * `put` returns true if an answer has brought a change; `noteGone` is called for a task that the service does not have. Returns whether
   * any has changed.
   */
  async function fetchSingly(
    scope: Scope,
    taskIds: readonly TaskId[],
    { put, noteGone }: { put: (answer: Row<WireTask>) => boolean; noteGone?: (taskId: TaskId) => void },
    signal: AbortSignal,
  ) {
    let isChanged = false;
    const waiting = new Set(unchanged.waiting());
    const due = taskIds.filter((taskId) => !waiting.has(keyOf(scope, taskId)));
    for (const taskId of due.slice(0, maxFetchedSingly)) {
      unchanged.noteFailure(keyOf(scope, taskId));
      try {
        if (!put(await options.service.forScope(scope).task(taskId, signal))) continue;
        unchanged.noteSuccess(keyOf(scope, taskId));
        isChanged = true;
      } catch (error) {
        if (signal.aborted || !isOfOneTask(error)) throw error;
        if (noteGone !== undefined && hasCode(error, 'NOT_FOUND')) {
          noteGone(taskId);
          isChanged = true;
        } else options.onError(error);
      }
    }
    if (isChanged) options.changed('tasks', scope);
    return isChanged;
  }

  /**
   * Fetches tasks that ended and are open in the list. The list may be older than their end; an answer that is requested now is not, and a
   * task may run again after its end. Returns whether any has changed.
   */
  const readReopened = (scope: Scope, taskIds: readonly TaskId[], signal: AbortSignal) =>
    fetchSingly(
      scope,
      taskIds,
      { put: (answer) => table.putRow(scope, answer, 'last') === 'status-changed' },
      signal,
    );

  /**
   * Fetches tasks that are open and not in a complete list. One that the service does not have is noted as gone: its status would stay open
   * for ever. Returns whether any has changed.
   */
  const readUnlisted = (scope: Scope, listed: ReadonlySet<TaskId>, signal: AbortSignal) =>
    fetchSingly(
      scope,
      table.unlisted(scope, listed),
      {
        put: (answer) => table.putRow(scope, answer) !== 'same',
        noteGone: (taskId) => table.noteGone(scope, taskId),
      },
      signal,
    );

  /** Fetches all tasks, also for another time if they came short of their count: pages shift while tasks are added. */
  async function syncTasks(scope: Scope, signal: AbortSignal): Promise<boolean> {
    let isChanged = false;
    const reopened = new Set<TaskId>();
    let complete: ReadonlySet<TaskId> | null = null;
    for (let attempt = 1; ; attempt += 1) {
      let received = 0;
      let unreadable = 0;
      let total: number | null = null;
      const ids = new Set<TaskId>();
      for await (const page of options.service.forScope(scope).taskPages({}, signal)) {
        const { isStatusChanged, isWritten } = await writePage(scope, page.rows, reopened);
        isChanged ||= isStatusChanged;
        for (const { parsed } of page.rows) ids.add(parsed.task_id);
        received += page.rows.length;
        unreadable += page.unreadable;
        total = page.total;
        if (page.unreadable > 0 && attempt === 1) options.onUnreadable?.('tasks', page.unreadable);
        poller.update(scope, { received, total, unreadable });
        if (isWritten) options.changed('tasks', scope);
      }
      const missing = total === null ? 0 : Math.max(0, total - ids.size - unreadable);
      poller.note(scope, { missing });
      if (total !== null && missing === 0 && unreadable === 0) complete = ids;
      if (missing === 0 || attempt >= maxAttempts) break;
    }
    isChanged = (await readReopened(scope, [...reopened], signal)) || isChanged;
    return (complete !== null && (await readUnlisted(scope, complete, signal))) || isChanged;
  }

  async function sync(scope: Scope, signal: AbortSignal): Promise<boolean> {
    const areTasksChanged = await syncTasks(scope, signal);
    const areCapturesChanged = await captures.read(scope, signal, (unreadableCaptures) =>
      poller.update(scope, { unreadableCaptures }),
    );
    store.run(
      'INSERT INTO task_sync VALUES (:connectionId, :contractId, :finishedAt) ON CONFLICT DO UPDATE SET finished_at = :finishedAt',
      { ...scopeParams(scope), finishedAt: now().toISOString() },
    );
    return areTasksChanged || areCapturesChanged;
  }

  return poller;
}

import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { z } from 'zod';
import type { Scope } from '../../src-preload/contract/ids.ts';
import type { TaskSyncState } from '../../src-preload/contract/tasking.ts';
import { inScope, scopeParams } from '../core/scope.ts';
import {
  createScopePoller,
  neverSynced,
  type PollingPace,
  type ScopePoller,
  type SubjectSyncOptions,
} from '../core/scope-poller.ts';
import type { Service } from '../service/api/service-client.ts';
import type { Store } from '../store/store.ts';
import { createCaptureSync } from './capture-sync.ts';
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

/**
 * Creates the sync of tasks. It fetches all pages of a scope's tasks into the store, then the captures that may still change, and
 * repeats this after a pause that grows while nothing changes.
 */
export function createTaskSync(options: TaskSyncOptions): TaskSync {
  const { store, table, now } = options;
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
    monotonic: options.monotonic ?? (() => performance.now()),
  });

  async function syncTasks(scope: Scope, signal: AbortSignal): Promise<boolean> {
    let isChanged = false;
    let received = 0;
    let unreadable = 0;
    for await (const page of options.service.forScope(scope).taskPages({}, signal)) {
      let written = false;
      for (let at = 0; at < page.rows.length; at += rowsPerTransaction) {
        store.transaction(() => {
          for (const row of page.rows.slice(at, at + rowsPerTransaction)) {
            const outcome = table.putRow(scope, row);
            isChanged ||= outcome === 'status-changed';
            written ||= outcome !== 'same';
          }
        });
        await yieldToEventLoop();
      }
      received += page.rows.length;
      unreadable += page.unreadable;
      if (page.unreadable > 0) options.onUnreadable?.('tasks', page.unreadable);
      poller.update(scope, { received, total: page.total, unreadable });
      if (written) options.changed('tasks', scope);
    }
    return isChanged;
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

import { setImmediate as yieldToLoop } from 'node:timers/promises';
import { z } from 'zod';
import type { Scope, TaskId } from '../../src-preload/contract/ids.ts';
import type { TaskSyncState } from '../../src-preload/contract/tasking.ts';
import { type AppError, hasCode } from '../app-error.ts';
import { inScope, scopeParams } from '../core/scope.ts';
import { createScopePoller, type PollingPace, type ScopePoller } from '../core/scope-poller.ts';
import type { Service } from '../service/api/service-client.ts';
import type { Store } from '../store/store.ts';
import type { TaskTable } from './task-table.ts';

const atRow = z.object({ at: z.string() });

/** Keeps the tasks of a scope fresh. */
export type TaskSync = Omit<ScopePoller<TaskSyncState>, 'note' | 'update'>;

export interface TaskSyncOptions {
  store: Store;
  table: TaskTable;
  service: Pick<Service, 'forScope'>;
  now: () => Date;
  /** `tasks` when rows were written, `sync` when only the state moved: lists of thousands are not read again for that. */
  changed: (topic: 'tasks' | 'captures' | 'sync', scope: Scope) => void;
  onError: (error: unknown) => void;
  /** Told of rows that cannot be read: counted and logged, never dropped without a word. */
  onUnreadable?: (what: string, count: number) => void;
  /** A sync of the scope has just gone well. */
  synced?: (scope: Scope) => void;
  setTimer?: (run: () => void, ms: number) => () => void;
}

const pace: PollingPace = { quickMs: 4_000, activeMs: 20_000, slowestMs: 300_000 };
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

const idle: TaskSyncState = {
  running: false,
  received: 0,
  total: null,
  unreadable: 0,
  unreadableCaptures: 0,
  lastFinishedAt: null,
  nextAt: null,
  error: null,
};

/** All pages of a scope's tasks into the store, then the captures that may still move; again after a while that grows when nothing changes. */
export function createTaskSync(options: TaskSyncOptions): TaskSync {
  const { store, table, now } = options;
  const poller = createScopePoller<TaskSyncState>({
    pace,
    begun: { unreadable: 0, unreadableCaptures: 0 },
    done: {},
    initial(scope) {
      const row = store.get(
        atRow,
        `SELECT finished_at AS at FROM task_sync WHERE ${inScope}`,
        scopeParams(scope),
      );
      return { ...idle, lastFinishedAt: row?.at ?? null };
    },
    read: sync,
    isActive: table.hasUnsettled,
    changed: (scope) => options.changed('sync', scope),
    synced: options.synced,
    onError: options.onError,
    now,
    setTimer: options.setTimer,
  });

  async function syncTasks(scope: Scope, signal: AbortSignal): Promise<boolean> {
    let moved = false;
    let received = 0;
    let unreadable = 0;
    for await (const page of options.service.forScope(scope).taskPages({}, signal)) {
      let written = false;
      for (let at = 0; at < page.rows.length; at += 100) {
        store.transaction(() => {
          for (const row of page.rows.slice(at, at + 100)) {
            const outcome = table.putRow(scope, row);
            moved ||= outcome === 'moved';
            written ||= outcome !== 'same';
          }
        });
        await yieldToLoop();
      }
      received += page.rows.length;
      unreadable += page.unreadable;
      if (page.unreadable > 0) options.onUnreadable?.('tasks', page.unreadable);
      poller.update(scope, { received, total: page.total, unreadable });
      if (written) options.changed('tasks', scope);
    }
    return moved;
  }

  /** The captures of one task; answers whether they moved, or the failure that is this task's own. */
  async function readCaptures(
    scope: Scope,
    taskId: TaskId,
    signal: AbortSignal,
  ): Promise<boolean | AppError> {
    try {
      const { rows, whole } = await options.service.forScope(scope).captures(taskId, signal);
      const moved = table.putCaptures(scope, taskId, rows, whole);
      if (moved) options.changed('captures', scope);
      return moved;
    } catch (error) {
      if (signal.aborted || !isOfOneTask(error)) throw error;
      // It stays here as last seen, and waits its turn like one that was read.
      table.markCapturesRead(scope, taskId);
      if (hasCode(error, 'NOT_FOUND')) return false;
      options.onUnreadable?.(`captures of task ${taskId}`, 1);
      return error;
    }
  }

  async function syncCaptures(scope: Scope, signal: AbortSignal): Promise<boolean> {
    const queue: TaskId[] = table.unsettled(scope, captureBatch);
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
    poller.update(scope, { unreadableCaptures: unreadable.length });
    failed.signal.throwIfAborted();
    return moved;
  }

  async function sync(scope: Scope, signal: AbortSignal): Promise<boolean> {
    const tasksMoved = await syncTasks(scope, signal);
    const capturesMoved = await syncCaptures(scope, signal);
    store.run(
      'INSERT INTO task_sync VALUES (:connectionId, :contractId, :finishedAt) ON CONFLICT DO UPDATE SET finished_at = :finishedAt',
      { ...scopeParams(scope), finishedAt: now().toISOString() },
    );
    return tasksMoved || capturesMoved;
  }

  return poller;
}

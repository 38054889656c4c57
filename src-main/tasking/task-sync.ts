import { setImmediate as yieldToLoop } from 'node:timers/promises';
import { z } from 'zod';
import type { Scope, TaskId } from '../../src-preload/contract/ids.ts';
import type { TaskSyncState } from '../../src-preload/contract/tasking.ts';
import { type AppError, hasCode, toStoredError } from '../app-error.ts';
import { scopeKey, scopeParams } from '../core/scope.ts';
import type { Service } from '../service/service-client.ts';
import { startTimer } from '../start-timer.ts';
import type { Store } from '../store/store.ts';
import type { TaskTable } from './task-table.ts';

const atRow = z.object({ at: z.string() });

export interface TaskSync {
  /** Joins a running sync of the scope. Failures end up in the state, not in a rejection. */
  run(scope: Scope): Promise<TaskSyncState>;
  state(scope: Scope): TaskSyncState;
  /** The scope to keep fresh by polling; null for none. */
  watch(scope: Scope | null): void;
  /** Polls the watched scope at once: what stood in its way may be gone. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

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

const quickMs = 4_000;
const slowestMs = 300_000;
const captureConcurrency = 4;
/** A sync of thousands of tasks is many requests: at most one part in six of the time is spent on them. */
const restPerSync = 5;
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

interface Ran {
  moved: boolean;
  tookMs: number;
}

/** All pages of a scope's tasks into the store, then the captures that may still move; again after a while that grows when nothing changes. */
export function createTaskSync(options: TaskSyncOptions): TaskSync {
  const { store, table, now } = options;
  const closing = new AbortController();
  const states = new Map<string, TaskSyncState>();
  const running = new Map<string, Promise<Ran>>();
  const setTimer = options.setTimer ?? startTimer;
  let watched: Scope | null = null;
  let cancelTimer: (() => void) | null = null;
  let delayMs = quickMs;

  function state(scope: Scope): TaskSyncState {
    const known = states.get(scopeKey(scope));
    if (known) return known;
    const row = store.get(
      atRow,
      'SELECT finished_at AS at FROM task_sync WHERE connection_id = :connectionId AND contract_id = :contractId',
      scopeParams(scope),
    );
    return { ...idle, lastFinishedAt: row?.at ?? null };
  }

  function update(scope: Scope, patch: Partial<TaskSyncState>) {
    states.set(scopeKey(scope), { ...state(scope), ...patch });
    options.changed('sync', scope);
  }

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
      update(scope, { received, total: page.total, unreadable });
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
    update(scope, { unreadableCaptures: unreadable.length });
    failed.signal.throwIfAborted();
    return moved;
  }

  async function sync(scope: Scope): Promise<boolean> {
    update(scope, { running: true, received: 0, total: null, unreadable: 0, unreadableCaptures: 0 });
    try {
      const tasksMoved = await syncTasks(scope, closing.signal);
      const capturesMoved = await syncCaptures(scope, closing.signal);
      const finishedAt = now().toISOString();
      store.run(
        `INSERT INTO task_sync VALUES (:connectionId, :contractId, :finishedAt) ON CONFLICT DO UPDATE SET finished_at = :finishedAt`,
        { ...scopeParams(scope), finishedAt },
      );
      update(scope, { running: false, lastFinishedAt: finishedAt, error: null });
      options.synced?.(scope);
      return tasksMoved || capturesMoved;
    } catch (error) {
      if (closing.signal.aborted) return false;
      options.onError(error);
      update(scope, { running: false, error: toStoredError(error) });
      return false;
    }
  }

  function start(scope: Scope): Promise<Ran> {
    const key = scopeKey(scope);
    const known = running.get(key);
    if (known) return known;
    const began = now().getTime();
    const started = sync(scope)
      .then((moved) => ({ moved, tookMs: now().getTime() - began }))
      .finally(() => running.delete(key));
    running.set(key, started);
    return started;
  }

  /** Quick while something moves or is about to; half as often again each time nothing did; slower still after an error. */
  function schedule({ moved, tookMs }: Ran) {
    cancelTimer?.();
    cancelTimer = null;
    if (watched === null || closing.signal.aborted) return;
    const scope = watched;
    const failed = state(scope).error !== null;
    const active = table.hasUnsettled(scope);
    delayMs = moved
      ? quickMs
      : Math.min(delayMs * (failed ? 2 : 1.5), active && !failed ? quickMs * 5 : slowestMs);
    // A failure's time is that of a bad network, which may be back at once.
    const restMs = failed ? 0 : restPerSync * tookMs;
    const waitMs = Math.min(slowestMs, Math.max(delayMs, restMs));
    update(scope, { nextAt: new Date(now().getTime() + waitMs).toISOString() });
    cancelTimer = setTimer(() => void poll(scope), waitMs);
  }

  async function poll(scope: Scope) {
    const ran = await start(scope);
    if (watched !== null && scopeKey(watched) === scopeKey(scope)) schedule(ran);
  }

  return {
    state,
    async run(scope) {
      // Another contract that is read in between says nothing of how lively this one is.
      if (watched === null || scopeKey(watched) === scopeKey(scope)) delayMs = quickMs;
      await poll(scope);
      return state(scope);
    },
    watch(scope) {
      const same = (scope === null ? '' : scopeKey(scope)) === (watched === null ? '' : scopeKey(watched));
      if (same) return;
      watched = scope;
      cancelTimer?.();
      cancelTimer = null;
      delayMs = quickMs;
      if (scope) void poll(scope);
    },
    async restart() {
      const scope = watched;
      cancelTimer?.();
      cancelTimer = null;
      delayMs = quickMs;
      if (scope === null) return;
      // One that is under way began before.
      await running.get(scopeKey(scope));
      if (watched === scope && !closing.signal.aborted) await poll(scope);
    },
    async close() {
      closing.abort();
      cancelTimer?.();
      await Promise.allSettled(running.values());
    },
  };
}

import type { Scope, TaskId } from '../../../src-preload/contract/ids.ts';
import { type AppError, hasCode } from '../../core/app-error.ts';
import { createRetryPauses, type RetryPauses } from '../../core/retry-pauses.ts';
import { scopeKey } from '../../core/scope.ts';
import type { Service } from '../../service/api/service-client.ts';
import { refusedStatus } from '../../service/http/refusal.ts';
import type { TaskTable } from './task-table.ts';

const captureConcurrency = 4;
/** After failures of this many tasks in a row, the tasks themselves are not the cause. */
const maxInARow = 8;

/**
 * Returns true for an error that concerns one task only, not the network, the credentials or the whole service. A service may forbid
 * one task and allow the others.
 */
export function isOfOneTask(error: unknown): error is AppError {
  if (refusedStatus(error) === 403) return true;
  if (hasCode(error, 'SERVICE_FAILED')) return error.data.status === 500;
  return hasCode(error, 'NOT_FOUND') || hasCode(error, 'BAD_ANSWER') || hasCode(error, 'REFUSED');
}

/** The tasks whose captures are fetched per sync: at most `maxNeverRead` that were never read; then others, up to `fillUpTo` in all. */
const captureBatch = { maxNeverRead: 200, fillUpTo: 60 };

/** The tasks of one scope whose captures could not be read. */
interface UnreadTasks {
  pauses: RetryPauses<TaskId>;
  /** Those that are told to the user; a task that the service does not have any more is not among them. */
  told: Set<TaskId>;
}

/**
 * Creates the sync of the captures of those tasks of a scope whose captures may still change. A task whose captures could not be read
 * stays unread, because a failure says nothing about them, and is requested again after a pause. `monotonic` returns milliseconds;
 * changes of the system clock do not affect it.
 */
export function createCaptureSync({
  table,
  service,
  changed,
  onUnreadable,
  monotonic,
}: {
  table: Pick<TaskTable, 'unfinished' | 'putCaptures'>;
  service: Pick<Service, 'forScope'>;
  changed: (scope: Scope) => void;
  /** Called with unreadable rows: they are counted and logged, never silently dropped. */
  onUnreadable: ((what: string, count: number) => void) | undefined;
  monotonic: () => number;
}) {
  const unread = new Map<string, UnreadTasks>();
  function unreadOf(scope: Scope): UnreadTasks {
    const key = scopeKey(scope);
    const tasks = unread.get(key) ?? { pauses: createRetryPauses<TaskId>(monotonic), told: new Set() };
    unread.set(key, tasks);
    return tasks;
  }
  const waiting = (scope: Scope) => unreadOf(scope).pauses.waiting();

  /** Fetches the captures of one task; resolves with whether they changed, or with the error if it concerns only this task. */
  async function readCaptures(
    scope: Scope,
    taskId: TaskId,
    signal: AbortSignal,
  ): Promise<boolean | AppError> {
    const { pauses, told } = unreadOf(scope);
    try {
      const { rows, whole } = await service.forScope(scope).captures(taskId, signal);
      const isChanged = table.putCaptures(scope, taskId, rows, whole);
      if (whole) {
        pauses.noteSuccess(taskId);
        told.delete(taskId);
      } else {
        // The captures that came are shown; the task counts as not read until all of them have come.
        pauses.noteFailure(taskId);
        told.add(taskId);
      }
      if (isChanged) changed(scope);
      return isChanged;
    } catch (error) {
      if (signal.aborted || !isOfOneTask(error)) throw error;
      pauses.noteFailure(taskId);
      if (hasCode(error, 'NOT_FOUND')) return false;
      told.add(taskId);
      onUnreadable?.(`captures of task ${taskId}`, 1);
      return error;
    }
  }

  async function read(
    scope: Scope,
    signal: AbortSignal,
    done: (unreadableCaptures: number) => void,
  ): Promise<boolean> {
    const queue: TaskId[] = table.unfinished(scope, { ...captureBatch, except: waiting(scope) });
    const count = queue.length;
    const unreadable: AppError[] = [];
    let isChanged = false;
    let inARow = 0;
    // All requests end with the first failure: otherwise they would overlap with the next sync, or use a closed store.
    const failed = new AbortController();
    const anySignal = AbortSignal.any([signal, failed.signal]);
    const work = async () => {
      for (let taskId = queue.shift(); taskId !== undefined; taskId = queue.shift()) {
        try {
          const outcome = await readCaptures(scope, taskId, anySignal);
          const isFailure = typeof outcome !== 'boolean';
          inARow = isFailure ? inARow + 1 : 0;
          isChanged ||= outcome === true;
          if (!isFailure) continue;
          unreadable.push(outcome);
          // A failed task does not stop the others; if many fail in a row, or all, the service itself fails.
          if (inARow >= maxInARow || unreadable.length === count) throw outcome;
        } catch (error) {
          queue.length = 0;
          failed.abort(error);
          return;
        }
      }
    };
    await Promise.all(Array.from({ length: captureConcurrency }, work));
    done(unreadOf(scope).told.size);
    failed.signal.throwIfAborted();
    return isChanged;
  }

  return {
    /** Returns the tasks that may not be requested yet. */
    waiting,
    /**
     * Fetches captures; resolves with whether any changed. Calls `done` with the number of tasks whose captures could not be read,
     * also before it rejects.
     */
    read,
  };
}

import { randomUUID } from 'node:crypto';
import {
  type Scope,
  type SubmissionId,
  submissionIdSchema,
  type TaskId,
} from '../../src-preload/contract/ids.ts';
import type { TaskRequest } from '../../src-preload/contract/task-request.ts';
import type { Submission } from '../../src-preload/contract/tasking.ts';
import { AppError, hasCode, isAppError } from '../app-error.ts';
import type { CommandRow } from './command-row.ts';
import type { CommandTable } from './command-table.ts';
import type { Reconciler } from './reconciler.ts';
import { listingOf } from './remotes.ts';
import { openStates, sendAgain, sendNow } from './send-now.ts';
import type { Sender } from './sender.ts';
import { type KnownTasks, submissionView } from './submission-view.ts';

/** Sends single tasks from the form at once, through the outbox, and lists the tasks that were sent with their outcome. */
export interface Submissions {
  submit(scope: Scope, request: TaskRequest, signal: AbortSignal): Promise<Submission>;
  /** Returns at most the newest 200, with the unsettled ones before all others. */
  list(scope: Scope): Submission[];
  reconcile(id: SubmissionId, signal: AbortSignal): Promise<Submission>;
  resolve(
    input: { id: SubmissionId; how: 'adopt' | 'send-again' | 'discard'; taskId?: TaskId },
    signal: AbortSignal,
  ): Promise<Submission | null>;
  /** Looks up all unknown commands of a scope; failures are not thrown. */
  reconcileAll(scope: Scope, signal: AbortSignal): Promise<void>;
}

interface SubmissionsOptions {
  table: CommandTable;
  sender: Sender;
  reconciler: Reconciler;
  now: () => Date;
  changed: (scope: Scope) => void;
  contractName: (scope: Scope) => string | null;
  /** Called with a failure of a look-up that nobody waits for. */
  onError: (error: unknown) => void;
  tasks: KnownTasks;
}

/** Creates the outbox interface of the task form: a task is stored, sent once and answered at once (promise 1; service §11.2). */
export function createSubmissions(options: SubmissionsOptions): Submissions {
  const { table, sender, tasks } = options;

  const view = (row: CommandRow) => submissionView(row, tasks);

  function viewOrNone(row: CommandRow): Submission[] {
    try {
      return [view(row)];
    } catch (error) {
      options.onError(error);
      return [];
    }
  }

  async function reconcile(id: SubmissionId, signal: AbortSignal): Promise<Submission> {
    const row = table.find(id);
    if (row.state === 'unknown') await options.reconciler.reconcile(row, signal);
    return view(table.find(id));
  }

  return {
    async submit(scope, request, signal) {
      sender.recoverInFlight();
      // The outcome of an identical task is unknown: if this one were sent too, there might be two to pay for.
      const [same] = table.sameOpen(scope, { kind: 'task', request });
      if (same !== undefined) throw new AppError('OUTCOME_UNKNOWN', { submissionId: same });
      const id = submissionIdSchema.parse(randomUUID());
      table.add({
        ...{ id, scope, input: { kind: 'task', request }, byItself: false },
        contractName: options.contractName(scope),
        createdAt: options.now().toISOString(),
      });
      const row = table.find(id);
      if (!sender.knowsTime(row)) await sender.askTime(row, signal);
      if (!sender.begin(row, ['draft'])) throw new AppError('CONFLICT', { detail: table.find(id).state });
      await sendNow(options, id, signal);
      return view(table.find(id));
    },
    list: (scope) => table.submissions(scope).flatMap(viewOrNone),
    reconcile,
    async resolve({ id, how, taskId }, signal) {
      const row = table.find(id);
      if (how === 'discard') {
        if (!table.remove(id, ['sent', 'refused', 'unknown', 'failed', 'draft', 'waiting']))
          throw new AppError('CONFLICT', { detail: row.state });
        options.changed(row.scope);
        return null;
      }
      if (how === 'send-again') await sendAgain(options, row, signal);
      else {
        if (!openStates.includes(row.state)) throw new AppError('CONFLICT', { detail: row.state });
        if (taskId === undefined)
          throw new AppError('INVALID_INPUT', { fields: { taskId: ['validation.required'] } });
        tasks.get(row.scope, taskId);
        if (!table.adopt(id, openStates, String(taskId)))
          throw new AppError('CONFLICT', { detail: 'adopted' });
        options.changed(row.scope);
      }
      return view(table.find(id));
    },
    async reconcileAll(scope, signal) {
      sender.recoverInFlight();
      const asked = new Set<string>();
      for (const { id } of table.inState(scope, 'unknown')) {
        try {
          const row = table.find(id);
          const listing = listingOf(row);
          // One listing answers for all commands that it would show.
          const key = `${listing?.kind} ${listing?.key}`;
          if (row.state === 'unknown' && !asked.has(key)) await options.reconciler.reconcile(row, signal);
          asked.add(key);
        } catch (error) {
          // Still unreachable: the row stays unknown and is tried with the next sync. A defect concerns one row, and is reported.
          if (hasCode(error, 'NOT_FOUND')) continue;
          if (isAppError(error)) return;
          options.onError(error);
        }
      }
    },
  };
}

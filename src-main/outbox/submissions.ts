import { randomUUID } from 'node:crypto';
import {
  type Scope,
  type SubmissionId,
  submissionIdSchema,
  type TaskId,
  taskIdSchema,
} from '../../src-preload/contract/ids.ts';
import type { CommandState } from '../../src-preload/contract/outbox.ts';
import type { TaskRequest } from '../../src-preload/contract/task-request.ts';
import { type Submission, submissionSchema, type TaskRow } from '../../src-preload/contract/tasking.ts';
import { AppError, hasCode, isAppError, toStoredError } from '../app-error.ts';
import type { CommandRow, CommandTable } from './command-table.ts';
import type { LookUp } from './look-up.ts';
import { listingOf } from './remotes.ts';
import type { Sender } from './sender.ts';

export interface Submissions {
  submit(scope: Scope, request: TaskRequest, signal: AbortSignal): Promise<Submission>;
  /** The newest, at most 200, those that are still open before all others. */
  list(scope: Scope): Submission[];
  lookUp(id: SubmissionId, signal: AbortSignal): Promise<Submission>;
  settle(
    input: { id: SubmissionId; how: 'adopt' | 'send-again' | 'discard'; taskId?: TaskId },
    signal: AbortSignal,
  ): Promise<Submission | null>;
  /** Looks up all that is unknown in a scope; quiet about failures. */
  lookUpAll(scope: Scope, signal: AbortSignal): Promise<void>;
}

export interface SubmissionsOptions {
  table: CommandTable;
  sender: Sender;
  lookUp: LookUp;
  now: () => Date;
  changed: (scope: Scope) => void;
  contractName: (scope: Scope) => string | null;
  /** Told of what goes wrong in a look-up that nobody waits for. */
  onError: (error: unknown) => void;
  tasks: { get: (scope: Scope, taskId: TaskId) => TaskRow };
}

const taskIdOf = (text: string): TaskId => taskIdSchema.parse(Number(text));
const open: readonly CommandState[] = ['unknown', 'failed'];

/** Sends one that `begin` has written down for somebody who waits for it; throws what came between. */
export async function flyNow(
  { sender }: Pick<SubmissionsOptions, 'sender'>,
  id: SubmissionId,
  signal: AbortSignal,
): Promise<void> {
  const outcome = await sender.fly(id, signal);
  if (outcome.state === 'sent') return;
  if (outcome.state === 'unsent') sender.note(id, 'failed', toStoredError(outcome.error));
  if (outcome.state === 'unknown')
    throw new AppError('OUTCOME_UNKNOWN', { submissionId: id }, { cause: outcome.thrown });
  throw outcome.thrown;
}

/** Sends again what is unknown or failed. The user decided; all the same the service is asked once more, right before. */
export async function sendAgain(
  options: Pick<SubmissionsOptions, 'sender' | 'table' | 'lookUp'>,
  row: CommandRow,
  signal: AbortSignal,
): Promise<void> {
  const { table, sender, lookUp } = options;
  if (!open.includes(row.state)) throw new AppError('CONFLICT', { detail: row.state });
  if (row.state === 'unknown') await lookUp.run(row, signal);
  else if (!sender.knowsTime(row)) await sender.askTime(row, signal);
  // Settled by another click while the service was asked: two sendings would be two tasks to pay for.
  const { state } = table.find(row.id);
  if (state === 'sent' && row.state === 'unknown') return;
  if (!sender.begin(row, open)) throw new AppError('CONFLICT', { detail: state });
  await flyNow(options, row.id, signal);
}

/** The task form's way through the outbox: written down, sent once, answered at once (promise 1; service §11.2). */
export function createSubmissions(options: SubmissionsOptions): Submissions {
  const { table, sender, tasks } = options;

  /** A candidate that is not here any more says nothing; the others, and the list, are there all the same. */
  function known(scope: Scope, id: string): TaskRow[] {
    const taskId = taskIdSchema.safeParse(Number(id));
    try {
      return taskId.success ? [tasks.get(scope, taskId.data)] : [];
    } catch (error) {
      if (hasCode(error, 'NOT_FOUND')) return [];
      throw error;
    }
  }

  function view(row: CommandRow): Submission {
    if (row.input.kind !== 'task') throw new AppError('NOT_FOUND', { what: `submission ${row.id}` });
    return submissionSchema.parse({
      id: row.id,
      scope: row.scope,
      contractName: row.contractName,
      // What is not let go yet is on nobody's list.
      state: row.state === 'draft' || row.state === 'waiting' ? 'failed' : row.state,
      request: row.input.request,
      createdAt: row.createdAt,
      taskId: row.remoteId === null ? null : taskIdOf(row.remoteId),
      error: row.error,
      candidates: row.candidates.flatMap(({ id }) => known(row.scope, id)),
    });
  }

  function viewOrNone(row: CommandRow): Submission[] {
    try {
      return [view(row)];
    } catch (error) {
      options.onError(error);
      return [];
    }
  }

  async function lookUp(id: SubmissionId, signal: AbortSignal): Promise<Submission> {
    const row = table.find(id);
    if (row.state === 'unknown') await options.lookUp.run(row, signal);
    return view(table.find(id));
  }

  return {
    async submit(scope, request, signal) {
      sender.heal();
      // The outcome of the very same is open: sent once more, there might be two to pay for.
      const [open] = table.sameOpen(scope, { kind: 'task', request });
      if (open !== undefined) throw new AppError('OUTCOME_UNKNOWN', { submissionId: open });
      const id = submissionIdSchema.parse(randomUUID());
      table.add({
        ...{ id, scope, input: { kind: 'task', request }, byItself: false },
        contractName: options.contractName(scope),
        createdAt: options.now().toISOString(),
      });
      const row = table.find(id);
      if (!sender.knowsTime(row)) await sender.askTime(row, signal);
      if (!sender.begin(row, ['draft'])) throw new AppError('CONFLICT', { detail: table.find(id).state });
      await flyNow(options, id, signal);
      return view(table.find(id));
    },
    list: (scope) => table.submissions(scope).flatMap(viewOrNone),
    lookUp,
    async settle({ id, how, taskId }, signal) {
      const row = table.find(id);
      if (how === 'discard') {
        if (!table.remove(id, ['sent', 'refused', 'unknown', 'failed', 'draft', 'waiting']))
          throw new AppError('CONFLICT', { detail: row.state });
        options.changed(row.scope);
        return null;
      }
      if (how === 'send-again') await sendAgain(options, row, signal);
      else {
        if (!open.includes(row.state)) throw new AppError('CONFLICT', { detail: row.state });
        if (taskId === undefined)
          throw new AppError('INVALID_INPUT', { fields: { taskId: ['validation.required'] } });
        tasks.get(row.scope, taskId);
        if (!table.adopt(id, open, String(taskId))) throw new AppError('CONFLICT', { detail: 'adopted' });
        options.changed(row.scope);
      }
      return view(table.find(id));
    },
    async lookUpAll(scope, signal) {
      sender.heal();
      const asked = new Set<string>();
      for (const { id } of table.inState(scope, 'unknown')) {
        try {
          const row = table.find(id);
          const listing = listingOf(row);
          // One listing answers for all commands that it would show.
          const key = `${listing?.kind} ${listing?.key}`;
          if (row.state === 'unknown' && !asked.has(key)) await options.lookUp.run(row, signal);
          asked.add(key);
        } catch (error) {
          // Still out of reach: the row stays unknown and is tried with the next sync. A defect is of one row, and is told.
          if (hasCode(error, 'NOT_FOUND')) continue;
          if (isAppError(error)) return;
          options.onError(error);
        }
      }
    },
  };
}

import type { Scope, TaskId } from '../../../src-preload/contract/ids.ts';
import { AppError, hasCode, isAppError } from '../../core/app-error.ts';
import type { Service } from '../../service/api/service-client.ts';
import type { Store } from '../../store/store.ts';
import type { CommandRow } from './command-row.ts';
import type { CommandTable } from './command-table.ts';
import type { RemoteStores } from './remotes.ts';

/** The outcome of a sending. After `unsent` the service provably did nothing, so the command may be sent again. */
export type Outcome =
  | { state: 'sent' }
  /** `retry`: an unsent command must be sent again, whatever the error is. */
  | { state: 'refused' | 'unknown' | 'unsent'; error: unknown; thrown: unknown; retry?: boolean };

/** What `createSendCommand` needs. */
export interface SendCommandOptions {
  store: Store;
  table: CommandTable;
  service: Pick<Service, 'forScope'>;
  remoteStores: RemoteStores;
  /** Cancels and reads the task back; throws CONFLICT if the task ended another way. */
  cancelTask: (scope: Scope, taskId: TaskId, signal: AbortSignal) => Promise<unknown>;
  /** Returns true if a task is known to have ended in another way than being cancelled. */
  hasEnded: (scope: Scope, taskId: TaskId) => boolean;
}

/** Returns why the outcome is unknown; an unreadable answer is the service's fault, not a defect of ours. */
function reasonOf({ cause }: AppError): AppError {
  return isAppError(cause)
    ? cause
    : new AppError('BAD_ANSWER', { where: 'tasks', detail: 'no-json' }, { cause });
}

function outcomeOf(thrown: unknown): Outcome {
  if (hasCode(thrown, 'OUTCOME_UNKNOWN')) return { state: 'unknown', error: reasonOf(thrown), thrown };
  return { state: hasCode(thrown, 'REFUSED') ? 'refused' : 'unsent', error: thrown, thrown };
}

/** Creates the function that sends one command once, stores the service's answer, and returns the outcome. */
export function createSendCommand({
  store,
  table,
  service,
  remoteStores,
  cancelTask,
  hasEnded,
}: SendCommandOptions) {
  /** Sends a command; resolves with the function that stores the service's answer. */
  async function post({ id, scope, input }: CommandRow, signal: AbortSignal): Promise<() => void> {
    const client = service.forScope(scope);
    if (input.kind === 'task') {
      const row = await client.submitTask(input.request, signal);
      return () => {
        remoteStores.tasks.put(scope, row);
        table.answered(id, [String(row.parsed.task_id)]);
      };
    }
    if (input.kind === 'order') {
      const rows = await client.submitOrder(input.request, signal);
      return () => {
        for (const row of rows) remoteStores.orders?.put(scope, row);
        table.answered(
          id,
          rows.map(({ parsed }) => parsed.orderId),
        );
      };
    }
    await cancelTask(scope, input.taskId, signal);
    return () => table.answered(id, [String(input.taskId)]);
  }

  /** Returns the outcome of a failed cancellation. One that may have been carried out counts as unsent: repeating it has the same effect. */
  function outcomeOfCancel(thrown: unknown, scope: Scope, taskId: TaskId): Outcome {
    const isGone = hasCode(thrown, 'NOT_FOUND') && thrown.data.what === `task ${taskId}`;
    const isUnconfirmed = hasCode(thrown, 'CONFLICT') && !hasEnded(scope, taskId);
    if (isGone || hasCode(thrown, 'REFUSED') || (hasCode(thrown, 'CONFLICT') && !isUnconfirmed))
      return { state: 'refused', error: thrown, thrown };
    return { state: 'unsent', error: thrown, thrown, retry: isUnconfirmed };
  }

  return async (row: CommandRow, signal: AbortSignal): Promise<Outcome> => {
    let storeAnswer: () => void;
    try {
      storeAnswer = await post(row, signal);
    } catch (thrown) {
      return row.input.kind === 'cancel-task'
        ? outcomeOfCancel(thrown, row.scope, row.input.taskId)
        : outcomeOf(thrown);
    }
    try {
      store.transaction(storeAnswer);
      return { state: 'sent' };
    } catch (error) {
      // The service has received it. If storing that fails (a full disk), the command must not look as if it could be sent again.
      const thrown = new AppError('OUTCOME_UNKNOWN', { submissionId: row.id }, { cause: error });
      return row.input.kind === 'cancel-task'
        ? { state: 'unsent', error, thrown: error }
        : { state: 'unknown', error, thrown };
    }
  };
}

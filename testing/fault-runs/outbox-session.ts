import { hasCode, isAppError } from '../../src-main/core/app-error.ts';
import { type ComposeOutboxOptions, composeOutbox } from '../../src-main/features/outbox/compose-outbox.ts';
import { createTaskTable } from '../../src-main/features/tasks/task-table.ts';
import { createTaskCommands } from '../../src-main/features/tasks/tasking.ts';
import type { Store } from '../../src-main/store/store.ts';
import { type Scope, taskIdSchema } from '../../src-preload/contract/ids.ts';
import type { Command, CommandInput, CommandState } from '../../src-preload/contract/outbox.ts';

const patienceMs = 15 * 60_000;
const signal = new AbortController().signal;
const openStates = ['draft', 'waiting', 'sending', 'unknown', 'failed'] as const;

/** One life of the outbox, from its start: what is written down goes on, a batch that is not there yet is begun. */
export function startSession(
  options: Pick<ComposeOutboxOptions, 'service' | 'serviceTime' | 'monotonic' | 'random' | 'pause'> & {
    store: Store;
    localNow: () => Date;
    scope: Scope;
    batch: readonly CommandInput[];
    /** So many of its tasks are cancelled once all are there. */
    cancels: number;
    onDefect: (error: unknown) => void;
  },
) {
  const { store, scope, batch, cancels, localNow, service } = options;
  const table = createTaskTable({ store, now: localNow });
  const commands = createTaskCommands({
    table,
    service,
    changed: () => undefined,
    pause: async () => undefined,
  });
  const composed = composeOutbox({
    ...options,
    now: localNow,
    cancelTask: commands.cancel,
    contractName: () => 'Agriculture Monitoring',
    changed: () => undefined,
    // As in the application: what is expected is told on the row, it is no defect.
    onError(error) {
      if (!isAppError(error)) options.onDefect(error);
    },
    tasks: { put: table.put, get: table.get, idsWithName: table.idsWithName },
  });
  const { outbox } = composed;
  const all = () => outbox.list({ scope, states: [], offset: 0, limit: 500 });
  /** Releases the commands one by one, as a user does who reads why one of them stays: an equal one is not settled yet. */
  function releaseAll(commands: readonly Command[]) {
    for (const { id } of commands)
      try {
        outbox.release([id], scope.contractId, true);
      } catch (error) {
        if (!hasCode(error, 'OUTCOME_UNKNOWN')) throw error;
      }
  }
  /**
   * Decides about unconfirmed commands as a user does who knows nothing but the evidence on the screen: links what is the same, and
   * sends again what complete look-ups have not found for a quarter of an hour.
   */
  async function decideAll() {
    for (const { id, candidates, lookup } of inState('unknown')) {
      try {
        const [same] = candidates.filter(({ differs }) => differs.length === 0);
        if (same !== undefined) await outbox.resolve({ id, how: 'adopt', remoteId: same.id }, signal);
        else if (candidates.length === 0 && lookup?.isComplete && lookup.absentMs >= patienceMs)
          await outbox.resolve({ id, how: 'send-again' }, signal);
      } catch (error) {
        // Another command took the candidate, or the service failed: the next look-up brings new evidence.
        if (!isAppError(error)) options.onDefect(error);
      }
    }
  }
  let isDeciding = false;
  const inState = (state: CommandState) =>
    outbox.list({ scope, states: [state], order: 'sending', offset: 0, limit: 500 }).rows;
  /** A life may have ended before it could release its drafts. */
  const release = () => releaseAll(inState('draft'));
  /** A redirect says that nothing was processed; the user reads that and sends the row again. */
  const releaseMoved = () =>
    releaseAll(inState('failed').filter(({ error }) => error?.code === 'ADDRESS_MOVED'));
  function cancelSome() {
    const tasks = all().rows.flatMap(({ input, remoteId }): CommandInput[] =>
      input.kind === 'task' && remoteId !== null
        ? [{ kind: 'cancel-task', taskId: taskIdSchema.parse(Number(remoteId)) }]
        : [],
    );
    const some = tasks.slice(0, cancels);
    if (some.length === 0) return false;
    outbox.addDrafts(scope, some);
    release();
    return true;
  }
  if (all().total === 0) outbox.addDrafts(scope, batch);
  release();
  composed.runner.start();
  return {
    ...composed,
    rows: () => all().rows,
    isDone() {
      release();
      releaseMoved();
      if (!isDeciding && inState('unknown').length > 0) {
        isDeciding = true;
        void decideAll().finally(() => {
          isDeciding = false;
        });
      }
      if (outbox.list({ scope, states: [...openStates], offset: 0, limit: 1 }).total > 0) return false;
      return all().total > batch.length || !cancelSome();
    },
  };
}

import type { StoredError } from '../../src-preload/contract/errors.ts';
import type { Scope, SubmissionId, TaskId } from '../../src-preload/contract/ids.ts';
import type { CommandInput, CommandState } from '../../src-preload/contract/outbox.ts';
import { AppError, hasCode, isAppError, toStoredError } from '../app-error.ts';
import type { Service } from '../service/api/service-client.ts';
import { refusedStatus } from '../service/http/refusal.ts';
import type { Store } from '../store/store.ts';
import type { CommandRow, CommandTable } from './command-table.ts';
import { type Keepers, knownIds, listingOf, remotePages } from './remotes.ts';

/** What came of a sending. `unsent`: the service provably did nothing, and may be asked again. */
export type Outcome =
  | { state: 'sent' }
  /** `again`: what is unsent is to be tried again whatever the error says. */
  | { state: 'refused' | 'unknown' | 'unsent'; error: unknown; thrown: unknown; again?: boolean };

export interface SenderOptions {
  store: Store;
  table: CommandTable;
  service: Pick<Service, 'forScope'>;
  keepers: Keepers;
  /** Cancels and reads back; CONFLICT when the task had ended another way. */
  cancelTask: (scope: Scope, taskId: TaskId, signal: AbortSignal) => Promise<unknown>;
  /** Whether a task has come to another end than being cancelled, as far as is known. */
  hasEnded: (scope: Scope, taskId: TaskId) => boolean;
  now: () => Date;
  serviceTime: (scope: Scope, kind: 'task' | 'order') => number | null;
  changed: (scope: Scope) => void;
  /** The service did what a command says. */
  sent?: (scope: Scope, command: CommandInput) => void;
  onError: (error: unknown) => void;
}

/** For the one question that tells the service's time; without an answer it is sent without. */
const clockQuestionMs = 8_000;

/** Why the outcome is unknown; an answer that cannot be read is the service's fault, not a defect of ours. */
function reasonOf({ cause }: AppError): AppError {
  return isAppError(cause)
    ? cause
    : new AppError('BAD_ANSWER', { where: 'tasks', detail: 'no-json' }, { cause });
}

function outcomeOf(thrown: unknown): Outcome {
  if (hasCode(thrown, 'OUTCOME_UNKNOWN')) return { state: 'unknown', error: reasonOf(thrown), thrown };
  return { state: hasCode(thrown, 'REFUSED') ? 'refused' : 'unsent', error: thrown, thrown };
}

export function createSender(options: SenderOptions) {
  const { store, table, service, keepers } = options;
  const flights = new Set<SubmissionId>();

  /** A service that answered had it; without an answer it never got that far (what may have arrived is `unknown`). */
  const hasLeft = (error: unknown) => refusedStatus(error) !== null || hasCode(error, 'ADDRESS_MOVED');
  /** What came of a sending and could not be written down: the disk is full. After a restart it is unknown. */
  const unwritten = new Map<SubmissionId, { state: CommandState; error: StoredError | null }>();

  /** What the service did is told whatever the second write says: a full disk must not read as "nothing was sent". */
  function note(id: SubmissionId, state: CommandState, error: StoredError | null) {
    try {
      table.move(id, ['sending'], state, error);
    } catch (failure) {
      unwritten.set(id, { state, error });
      options.onError(failure);
    }
  }

  function forgetAttempt(id: SubmissionId) {
    try {
      table.neverLeft(id);
    } catch (failure) {
      options.onError(failure);
    }
  }

  async function post({ id, scope, input }: CommandRow, signal: AbortSignal): Promise<() => void> {
    const client = service.forScope(scope);
    if (input.kind === 'task') {
      const row = await client.submitTask(input.request, signal);
      return () => {
        keepers.tasks.put(scope, row);
        table.answered(id, [String(row.parsed.task_id)]);
      };
    }
    if (input.kind === 'order') {
      const rows = await client.submitOrder(input.request, signal);
      return () => {
        for (const row of rows) keepers.orders?.put(scope, row);
        table.answered(
          id,
          rows.map(({ parsed }) => parsed.orderId),
        );
      };
    }
    await options.cancelTask(scope, input.taskId, signal);
    return () => table.answered(id, [String(input.taskId)]);
  }

  /** A cancellation that may or may not have been carried out is made again: it comes to the same. */
  function outcomeOfCancel(thrown: unknown, scope: Scope, taskId: TaskId): Outcome {
    const isGone = hasCode(thrown, 'NOT_FOUND') && thrown.data.what === `task ${taskId}`;
    const isUnconfirmed = hasCode(thrown, 'CONFLICT') && !options.hasEnded(scope, taskId);
    if (isGone || hasCode(thrown, 'REFUSED') || (hasCode(thrown, 'CONFLICT') && !isUnconfirmed))
      return { state: 'refused', error: thrown, thrown };
    return { state: 'unsent', error: thrown, thrown, again: isUnconfirmed };
  }

  async function attempt(row: CommandRow, signal: AbortSignal): Promise<Outcome> {
    let write: () => void;
    try {
      write = await post(row, signal);
    } catch (thrown) {
      return row.input.kind === 'cancel-task'
        ? outcomeOfCancel(thrown, row.scope, row.input.taskId)
        : outcomeOf(thrown);
    }
    try {
      store.transaction(write);
      return { state: 'sent' };
    } catch (error) {
      // The service has it. A failure to write that down (a full disk) must not read as one that may go out again.
      const thrown = new AppError('OUTCOME_UNKNOWN', { submissionId: row.id }, { cause: error });
      return row.input.kind === 'cancel-task'
        ? { state: 'unsent', error, thrown: error }
        : { state: 'unknown', error, thrown };
    }
  }

  return {
    knowsTime({ scope, input }: CommandRow): boolean {
      return input.kind === 'cancel-task' || options.serviceTime(scope, input.kind) !== null;
    },
    /** Asks for the service's time where it is not known yet: it says later what was made after the sending began. */
    async askTime(row: CommandRow, signal: AbortSignal): Promise<void> {
      const listing = listingOf(row);
      if (listing === null) return;
      const limited = AbortSignal.any([signal, AbortSignal.timeout(clockQuestionMs)]);
      try {
        for await (const _ of remotePages({ service, keepers }, listing, limited)) break;
      } catch (error) {
        if (!isAppError(error)) throw error;
      }
    },
    /**
     * Writes down that it is sent, before a byte leaves. False when it is not in one of these states any more. Sent
     * `again` what the first sending may still bring counts as its own.
     */
    begin({ id }: CommandRow, from: readonly CommandState[], again = false): boolean {
      const row = table.find(id);
      const listing = listingOf(row);
      const shown = row.candidates.map((candidate) => candidate.id);
      const begun = table.begin(id, from, {
        at: options.now().toISOString(),
        serviceMs:
          again || listing === null ? row.beganServiceMs : options.serviceTime(row.scope, listing.kind),
        knownBefore: again
          ? row.knownBefore
          : [...new Set([...row.knownBefore, ...shown, ...knownIds(keepers, row)])],
      });
      if (begun) {
        flights.add(id);
        options.changed(row.scope);
      }
      return begun;
    },
    /** Sends what `begin` has written down. The row is `sending` still where the outcome is `unsent`: the caller decides. */
    async fly(id: SubmissionId, signal: AbortSignal): Promise<Outcome> {
      const row = table.find(id);
      try {
        const outcome = await attempt(row, signal);
        if (outcome.state === 'refused' || outcome.state === 'unknown')
          note(id, outcome.state, toStoredError(outcome.error));
        if (outcome.state === 'unsent' && row.input.kind !== 'cancel-task' && !hasLeft(outcome.error))
          forgetAttempt(id);
        if (outcome.state === 'sent') options.sent?.(row.scope, row.input);
        return outcome;
      } finally {
        flights.delete(id);
        options.changed(row.scope);
      }
    },
    /** Writes down what came of a sending that is `unsent`. Never throws. */
    note,
    /**
     * What is `sending` with nothing in the air could not be written down (a full disk): it is what came of it, or it may
     * have arrived. Never throws; what cannot be written yet is tried again with the next call.
     */
    heal() {
      for (const id of table.sendingIds()) {
        if (flights.has(id)) continue;
        try {
          const { scope, kind } = table.stateOf(id);
          const known = unwritten.get(id);
          const doubtful = kind === 'cancel-task' ? 'waiting' : 'unknown';
          table.move(id, ['sending'], known?.state ?? doubtful, known?.error ?? null);
          unwritten.delete(id);
          options.changed(scope);
        } catch (failure) {
          options.onError(failure);
        }
      }
    },
  };
}

export type Sender = ReturnType<typeof createSender>;

import type { StoredError } from '../../../src-preload/contract/errors.ts';
import type { Scope, SubmissionId } from '../../../src-preload/contract/ids.ts';
import type { CommandState } from '../../../src-preload/contract/outbox.ts';
import type { CommandTable } from './command-table.ts';

/** What `createSendingOutcomes` needs. */
export interface SendingOutcomesOptions {
  table: Pick<CommandTable, 'changeState' | 'neverLeft' | 'sendingIds' | 'stateOf'>;
  /** The commands that are being sent now. */
  inFlight: ReadonlySet<SubmissionId>;
  changed: (scope: Scope) => void;
  onError: (error: unknown) => void;
}

/**
 * Creates the functions that store the outcomes of sendings. None of them throws: an outcome that cannot be stored is reported by
 * `onError` and kept in memory, because a full disk must not look like "nothing was sent". After a restart such a command is
 * `unknown`.
 */
export function createSendingOutcomes({ table, inFlight, changed, onError }: SendingOutcomesOptions) {
  const unwritten = new Map<SubmissionId, { state: CommandState; error: StoredError | null }>();

  return {
    /** Stores the new state of a command that is `sending`. */
    note(id: SubmissionId, state: CommandState, error: StoredError | null) {
      try {
        table.changeState(id, ['sending'], state, error);
      } catch (failure) {
        unwritten.set(id, { state, error });
        onError(failure);
      }
    },
    /** Does not count a sending as an attempt, because it never left this computer. */
    forgetAttempt(id: SubmissionId) {
      try {
        table.neverLeft(id);
      } catch (failure) {
        onError(failure);
      }
    },
    /**
     * Stores the outcomes of commands that are `sending` but not in flight, because storing failed: the outcome in memory, or
     * `unknown` if there is none; a cancellation waits again. What still cannot be stored is tried again with the next call.
     */
    recoverInFlight() {
      for (const id of table.sendingIds()) {
        if (inFlight.has(id)) continue;
        try {
          const { scope, kind } = table.stateOf(id);
          const outcome = unwritten.get(id);
          const doubtful = kind === 'cancel-task' ? 'waiting' : 'unknown';
          table.changeState(id, ['sending'], outcome?.state ?? doubtful, outcome?.error ?? null);
          unwritten.delete(id);
          changed(scope);
        } catch (failure) {
          onError(failure);
        }
      }
    },
  };
}

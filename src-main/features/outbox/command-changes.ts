import type { StoredError } from '../../../src-preload/contract/errors.ts';
import type { SubmissionId } from '../../../src-preload/contract/ids.ts';
import type { CommandCandidate, CommandLookup, CommandState } from '../../../src-preload/contract/outbox.ts';
import { AppError } from '../../core/app-error.ts';
import type { Params, Store } from '../../store/store.ts';
import type { CommandRow } from './command-row.ts';
import type { RemoteLinks } from './remote-links.ts';

/** The facts about a sending that are stored before its first byte leaves. */
export interface SendingRecord {
  at: string;
  serviceMs: number | null;
  knownBefore: readonly string[];
}

/** Returns the states as an SQL list. */
export const stateList = (states: readonly CommandState[]) => states.map((state) => `'${state}'`).join();

/** What `createCommandChanges` needs. */
export interface CommandChangesOptions {
  store: Store;
  remoteLinks: RemoteLinks;
  find: (id: SubmissionId) => CommandRow;
}

/**
 * Creates the functions that change the state of a command. Each accepts only certain present states, and returns false or throws
 * CONFLICT for any other.
 */
export function createCommandChanges({ store, remoteLinks, find }: CommandChangesOptions) {
  const change = (id: SubmissionId, from: readonly CommandState[], set: string, params: Params) =>
    store.run(`UPDATE command SET ${set} WHERE id = :id AND state IN (${stateList(from)})`, {
      ...params,
      id,
    }).changes === 1;

  function markSent(id: SubmissionId, from: readonly CommandState[], remoteId: string | null) {
    const set = "state = 'sent', remote_id = :remoteId, error = NULL, candidates = '[]'";
    if (!change(id, from, set, { remoteId })) throw new AppError('CONFLICT', { detail: find(id).state });
  }

  return {
    /** Changes the state of a command from one of these to `sending`; returns false if another caller was first. */
    begin(id: SubmissionId, from: readonly CommandState[], { at, serviceMs, knownBefore }: SendingRecord) {
      return change(
        id,
        from,
        `state = 'sending', error = NULL, candidates = '[]', lookup = NULL, looked_at = NULL, attempts = attempts + 1,
         began_at = :at, began_service_ms = :serviceMs, known_before = :knownBefore`,
        { at, serviceMs: serviceMs && Math.floor(serviceMs), knownBefore: JSON.stringify(knownBefore) },
      );
    },
    /** Changes the state of a command from one of these to another, and stores the error that caused it; returns false if it is in none of them. */
    changeState(
      id: SubmissionId,
      from: readonly CommandState[],
      to: CommandState,
      error: StoredError | null = null,
    ): boolean {
      const errorText = error && JSON.stringify(error);
      return change(id, from, "state = :to, error = :error, candidates = '[]'", { to, error: errorText });
    },
    /** Makes a waiting command `failed`, with what the service has that may be the same; returns false if it is not waiting. */
    keepBack: (id: SubmissionId, error: StoredError, candidates: readonly CommandCandidate[]): boolean =>
      change(id, ['waiting'], "state = 'failed', error = :error, candidates = :candidates", {
        error: JSON.stringify(error),
        candidates: JSON.stringify(candidates),
      }),
    /** Reduces the count of attempts, for a sending that never left this computer. */
    neverLeft: (id: SubmissionId): boolean =>
      change(id, ['sending', 'waiting', 'failed'], 'attempts = max(0, attempts - 1)', {}),
    /** Makes a draft or a failed command wait to be sent, as the user decided. */
    release: (id: SubmissionId): boolean =>
      change(id, ['draft', 'failed'], "state = 'waiting', error = NULL, candidates = '[]'", {}),
    /** Records the service's answer: the tasks or orders that it names belong to this command from now on. */
    answered(id: SubmissionId, remoteIds: readonly string[]) {
      store.transaction(() => {
        remoteLinks.link(find(id), remoteIds);
        markSent(id, ['sending'], remoteIds[0] ?? null);
      });
    },
    /**
     * Links a command to the task or order that a look-up or the user found; returns false if that belongs to another command.
     * Throws CONFLICT if this command is in none of these states.
     */
    adopt(id: SubmissionId, from: readonly CommandState[], remoteId: string): boolean {
      return store.transaction(() => {
        if (remoteLinks.link(find(id), [remoteId]) === 0) return false;
        markSent(id, from, remoteId);
        return true;
      });
    },
    /** Stores what a look-up has read, and what it found that the command may have created. */
    noteReconciliation(
      id: SubmissionId,
      note: { at: string; lookup: CommandLookup; candidates: readonly CommandCandidate[] },
    ) {
      change(id, ['unknown'], 'looked_at = :at, lookup = :lookup, candidates = :candidates', {
        at: note.at,
        lookup: JSON.stringify(note.lookup),
        candidates: JSON.stringify(note.candidates),
      });
    },
    /**
     * Corrects the states after a start: a command that was being sent may have arrived, so it becomes `unknown`; a cancellation
     * can be repeated, so it waits.
     */
    recover() {
      store.run(
        `UPDATE command SET state = iif(kind = 'cancel-task', 'waiting', 'unknown') WHERE state = 'sending'`,
      );
    },
  };
}

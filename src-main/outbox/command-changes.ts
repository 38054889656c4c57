import type { StoredError } from '../../src-preload/contract/errors.ts';
import type { SubmissionId } from '../../src-preload/contract/ids.ts';
import type { CommandCandidate, CommandState } from '../../src-preload/contract/outbox.ts';
import { AppError } from '../app-error.ts';
import type { Params, Store } from '../store/store.ts';
import type { CommandRow } from './command-row.ts';
import type { RemoteLinks } from './remote-links.ts';

/** What is noted of a sending before its first byte leaves. */
export interface SendingRecord {
  at: string;
  serviceMs: number | null;
  knownBefore: readonly string[];
}

/** An SQL list of states. */
export const stateList = (states: readonly CommandState[]) => states.map((state) => `'${state}'`).join();

/** What `createCommandChanges` needs. */
export interface CommandChangesOptions {
  store: Store;
  remoteLinks: RemoteLinks;
  find: (id: SubmissionId) => CommandRow;
}

/** The changes of state of a command; each says from which states it may be made, and is false or throws from any other. */
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
    /** From one of these states into `sending`; false when another was quicker. */
    begin(id: SubmissionId, from: readonly CommandState[], { at, serviceMs, knownBefore }: SendingRecord) {
      return change(
        id,
        from,
        `state = 'sending', error = NULL, candidates = '[]', absent_service_ms = NULL, looked_at = NULL, attempts = attempts + 1,
         began_at = :at, began_service_ms = :serviceMs, known_before = :knownBefore`,
        {
          at,
          serviceMs: serviceMs === null ? null : Math.floor(serviceMs),
          knownBefore: JSON.stringify(knownBefore),
        },
      );
    },
    /** From one of these states into another, with the error that is the reason; false when it is in none of them. */
    move(
      id: SubmissionId,
      from: readonly CommandState[],
      to: CommandState,
      error: StoredError | null = null,
    ): boolean {
      return change(id, from, "state = :to, error = :error, candidates = '[]'", {
        to,
        error: error === null ? null : JSON.stringify(error),
      });
    },
    /** What is written down of a sending that never left this computer: it does not count as one. */
    neverLeft: (id: SubmissionId): boolean =>
      change(id, ['sending', 'waiting', 'failed'], 'attempts = max(0, attempts - 1)', {}),
    /** Lets it go, as the user said; from now on it goes by itself. */
    release: (id: SubmissionId): boolean =>
      change(
        id,
        ['draft', 'failed'],
        "state = 'waiting', by_itself = 1, error = NULL, candidates = '[]'",
        {},
      ),
    /** By the service's own answer: what it became is its own from now on. */
    answered(id: SubmissionId, remoteIds: readonly string[]) {
      store.transaction(() => {
        remoteLinks.link(find(id), remoteIds);
        markSent(id, ['sending'], remoteIds[0] ?? null);
      });
    },
    /** By a look-up, or the user's word; false when that is another command's. CONFLICT when this one has been settled. */
    adopt(id: SubmissionId, from: readonly CommandState[], remoteId: string): boolean {
      return store.transaction(() => {
        if (remoteLinks.link(find(id), [remoteId]) === 0) return false;
        markSent(id, from, remoteId);
        return true;
      });
    },
    /** What a whole look-up came to; `absentServiceMs` undefined leaves the proof as it stands. */
    noteReconciliation(
      id: SubmissionId,
      note: {
        at: string;
        candidates: readonly CommandCandidate[];
        absentServiceMs: number | null | undefined;
      },
    ) {
      const absent = note.absentServiceMs;
      change(
        id,
        ['unknown'],
        `looked_at = :at, candidates = :candidates${absent === undefined ? '' : ', absent_service_ms = :absent'}`,
        {
          at: note.at,
          candidates: JSON.stringify(note.candidates),
          ...(absent === undefined ? {} : { absent: absent === null ? null : Math.floor(absent) }),
        },
      );
    },
    /**
     * After a start: what was on its way may have arrived; a cancellation may be made again. What the form had written down
     * and not begun to send is shown as such: nobody would look for it among the drafts.
     */
    recover() {
      store.transaction(() => {
        store.run(
          `UPDATE command SET state = iif(kind = 'cancel-task', 'waiting', 'unknown') WHERE state = 'sending'`,
        );
        store.run(`UPDATE command SET state = 'failed' WHERE state = 'draft' AND by_itself = 0`);
      });
    },
  };
}

import type { StoredError } from '../../src-preload/contract/errors.ts';
import type { Scope, SubmissionId } from '../../src-preload/contract/ids.ts';
import type { CommandInput, CommandState } from '../../src-preload/contract/outbox.ts';
import { hasCode, isAppError, toStoredError } from '../app-error.ts';
import { refusedStatus } from '../service/http/refusal.ts';
import type { CommandRow } from './command-row.ts';
import { knownIds, listingOf, remotePages } from './remotes.ts';
import { createSendCommand, type Outcome, type SendCommandOptions } from './send-command.ts';

interface SenderOptions extends SendCommandOptions {
  now: () => Date;
  serviceTime: (scope: Scope, kind: 'task' | 'order') => number | null;
  changed: (scope: Scope) => void;
  /** The service did what a command says. */
  sent?: (scope: Scope, command: CommandInput) => void;
  onError: (error: unknown) => void;
}

/** For the one question that tells the service's time; without an answer it is sent without. */
const clockQuestionMs = 8_000;

/** Writes down that a command is sent, sends it, and writes down what came of it, whatever the disk says (promise 1). */
export function createSender(options: SenderOptions) {
  const { table, service, remoteStores } = options;
  const sendCommand = createSendCommand(options);
  const inFlight = new Set<SubmissionId>();

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

  return {
    /** Whether the service's time is known, or is not needed for this command. */
    knowsTime({ scope, input }: CommandRow): boolean {
      return input.kind === 'cancel-task' || options.serviceTime(scope, input.kind) !== null;
    },
    /** Asks for the service's time where it is not known yet: it says later what was made after the sending began. */
    async askTime(row: CommandRow, signal: AbortSignal): Promise<void> {
      const listing = listingOf(row);
      if (listing === null) return;
      const limited = AbortSignal.any([signal, AbortSignal.timeout(clockQuestionMs)]);
      try {
        for await (const _ of remotePages({ service, remoteStores }, listing, limited)) break;
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
          : [...new Set([...row.knownBefore, ...shown, ...knownIds(remoteStores, row)])],
      });
      if (begun) {
        inFlight.add(id);
        options.changed(row.scope);
      }
      return begun;
    },
    /** Sends what `begin` has written down. The row is `sending` still where the outcome is `unsent`: the caller decides. */
    async send(id: SubmissionId, signal: AbortSignal): Promise<Outcome> {
      const row = table.find(id);
      try {
        const outcome = await sendCommand(row, signal);
        if (outcome.state === 'refused' || outcome.state === 'unknown')
          note(id, outcome.state, toStoredError(outcome.error));
        if (outcome.state === 'unsent' && row.input.kind !== 'cancel-task' && !hasLeft(outcome.error))
          forgetAttempt(id);
        if (outcome.state === 'sent') options.sent?.(row.scope, row.input);
        return outcome;
      } finally {
        inFlight.delete(id);
        options.changed(row.scope);
      }
    },
    /** Writes down what came of a sending that is `unsent`. Never throws. */
    note,
    /**
     * What is `sending` and not in flight could not be written down (a full disk): it is what came of it, or it may
     * have arrived. Never throws; what cannot be written yet is tried again with the next call.
     */
    recoverInFlight() {
      for (const id of table.sendingIds()) {
        if (inFlight.has(id)) continue;
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

/** What `createSender` makes. */
export type Sender = ReturnType<typeof createSender>;

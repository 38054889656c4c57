import type { Scope, SubmissionId } from '../../src-preload/contract/ids.ts';
import type { CommandInput, CommandState } from '../../src-preload/contract/outbox.ts';
import { hasCode, isAppError, toStoredError } from '../app-error.ts';
import { refusedStatus } from '../service/http/refusal.ts';
import type { CommandRow } from './command-row.ts';
import { knownIds, listingOf, remotePages } from './remotes.ts';
import { createSendCommand, type Outcome, type SendCommandOptions } from './send-command.ts';
import { createSendingOutcomes } from './sending-outcomes.ts';

interface SenderOptions extends SendCommandOptions {
  now: () => Date;
  serviceTime: (scope: Scope, kind: 'task' | 'order') => number | null;
  changed: (scope: Scope) => void;
  /** Called when the service has done what a command asks for. */
  sent?: (scope: Scope, command: CommandInput) => void;
  onError: (error: unknown) => void;
}

/** The limit for the one request that gets the service's time; without an answer the command is sent without it. */
const clockQuestionMs = 8_000;

/**
 * Returns true if the service answered, so that it received the request. Without an answer an `unsent` one never arrived (what
 * may have arrived is `unknown`).
 */
const hasArrived = (error: unknown) => refusedStatus(error) !== null || hasCode(error, 'ADDRESS_MOVED');

/**
 * Creates the sender. It stores that a command is being sent, sends it, and stores the outcome, even if writing fails (promise
 * 1).
 */
export function createSender(options: SenderOptions) {
  const { table, service, remoteStores } = options;
  const sendCommand = createSendCommand(options);
  const inFlight = new Set<SubmissionId>();
  const outcomes = createSendingOutcomes({ ...options, inFlight });

  return {
    /** True if the service's time is known, or is not needed for this command. */
    knowsTime({ scope, input }: CommandRow): boolean {
      return input.kind === 'cancel-task' || options.serviceTime(scope, input.kind) !== null;
    },
    /** Asks for the service's time if it is unknown: with it one can later tell what was made after the sending began. */
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
     * Stores that a command is being sent, before a byte leaves. False if it is no longer in one of these states. With `again`,
     * what the first sending may still create counts as the command's own.
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
    /** Sends what `begin` has stored. If the outcome is `unsent`, the row is still `sending`: the caller decides. */
    async send(id: SubmissionId, signal: AbortSignal): Promise<Outcome> {
      const row = table.find(id);
      try {
        const outcome = await sendCommand(row, signal);
        if (outcome.state === 'refused' || outcome.state === 'unknown')
          outcomes.note(id, outcome.state, toStoredError(outcome.error));
        if (outcome.state === 'unsent' && row.input.kind !== 'cancel-task' && !hasArrived(outcome.error))
          outcomes.forgetAttempt(id);
        if (outcome.state === 'sent') options.sent?.(row.scope, row.input);
        return outcome;
      } finally {
        inFlight.delete(id);
        options.changed(row.scope);
      }
    },
    /** Stores the new state of a command that is `sending`; never throws. */
    note: outcomes.note,
    recoverInFlight: outcomes.recoverInFlight,
  };
}

/** What `createSender` makes. */
export type Sender = ReturnType<typeof createSender>;

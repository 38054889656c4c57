import type { Scope, SubmissionId } from '../../../src-preload/contract/ids.ts';
import type { CommandInput, CommandState } from '../../../src-preload/contract/outbox.ts';
import { hasCode, isAppError, toStoredError } from '../../core/app-error.ts';
import { refusedStatus } from '../../service/http/refusal.ts';
import type { CommandRow } from './command-row.ts';
import { idsWithName, listingOf, remotePages } from './remotes.ts';
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
 * Creates the sender, which stores that a command is being sent, sends it, and stores the outcome. If storing fails, it is tried
 * again until it succeeds, so that nothing is sent twice.
 */
export function createSender(options: SenderOptions) {
  const { table, service, remoteStores } = options;
  const sendCommand = createSendCommand(options);
  const inFlight = new Set<SubmissionId>();
  const outcomes = createSendingOutcomes({ ...options, inFlight });

  return {
    /** Returns true if the service's time is known, or is not needed for this command. */
    hasServiceTime({ scope, input }: CommandRow): boolean {
      return input.kind === 'cancel-task' || options.serviceTime(scope, input.kind) !== null;
    },
    /** Fetches the service's time; by it one can tell later what was created after the sending began. Failures of the service are ignored. */
    async fetchServiceTime(row: CommandRow, signal: AbortSignal): Promise<void> {
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
     * Stores that a command is being sent, before a byte leaves; returns false if it is no longer in one of these states. What an
     * unconfirmed one may have created by its first sending still counts as its own, but for what the user was shown and did not link.
     */
    begin({ id }: CommandRow, from: readonly CommandState[]): boolean {
      const row = table.find(id);
      const isSentAgain = row.state === 'unknown';
      const listing = listingOf(row);
      const candidateIds = row.candidates.map((candidate) => candidate.id);
      const isBegun = table.begin(id, from, {
        at: isSentAgain && row.beganAt !== null ? row.beganAt : options.now().toISOString(),
        serviceMs:
          isSentAgain || listing === null ? row.beganServiceMs : options.serviceTime(row.scope, listing.kind),
        knownBefore: [
          ...new Set([
            ...row.knownBefore,
            ...candidateIds,
            ...(isSentAgain ? [] : idsWithName(remoteStores, row)),
          ]),
        ],
      });
      if (isBegun) {
        inFlight.add(id);
        options.changed(row.scope);
      }
      return isBegun;
    },
    /**
     * Sends a command after `begin`, and returns the outcome. If that is `unsent`, the row is still `sending`: the caller sets its
     * state. With `mayHaveArrived`, an earlier sending may have arrived: a refusal of this one leaves the command unconfirmed.
     */
    async send(id: SubmissionId, signal: AbortSignal, mayHaveArrived = false): Promise<Outcome> {
      const row = table.find(id);
      try {
        const outcome = await sendCommand(row, signal);
        if (outcome.state === 'refused' || outcome.state === 'unknown')
          outcomes.note(id, mayHaveArrived ? 'unknown' : outcome.state, toStoredError(outcome.error));
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
    /** Stores the outcomes that could not be stored before; see `createSendingOutcomes`. */
    recoverInFlight: outcomes.recoverInFlight,
  };
}

/** What `createSender` returns. */
export type Sender = ReturnType<typeof createSender>;

import type { Scope } from '../../../src-preload/contract/ids.ts';
import { hasCode, toStoredError } from '../../core/app-error.ts';
import type { CommandRow } from './command-row.ts';
import type { CommandTable } from './command-table.ts';
import { canBeRetried, type QueueBackoff } from './queue-backoff.ts';
import type { ReconcileSchedule } from './reconcile-schedule.ts';
import type { Sender } from './sender.ts';
import type { CheckSentElsewhere } from './sent-elsewhere.ts';

/** The pause between two sendings under one contract. */
export const sendGapMs = 250;

/** What `createQueueSends` needs. */
export interface QueueSendsOptions {
  scope: Scope;
  table: Pick<CommandTable, 'keepBack'>;
  sender: Sender;
  backoff: QueueBackoff;
  checks: Pick<ReconcileSchedule, 'forget'>;
  checkSentElsewhere: CheckSentElsewhere;
  /** Milliseconds from any start; changes of the system clock must not affect it. */
  monotonic: () => number;
  changed: (scope: Scope) => void;
  onError: (error: unknown) => void;
  closing: AbortSignal;
}

/** Creates the functions that send single commands of one contract and pause its queue after failures. */
export function createQueueSends(options: QueueSendsOptions) {
  const { scope, table, sender, backoff, checks, monotonic, changed, onError, closing } = options;
  let sentCount = 0;
  let nextSendAt = 0;

  function pauseAfter(error: unknown) {
    backoff.failed(error);
    changed(scope);
  }

  async function send(row: CommandRow): Promise<void> {
    nextSendAt = monotonic() + sendGapMs;
    const outcome = await sender.send(row.id, closing);
    if (outcome.state !== 'unsent') sentCount += 1;
    if (outcome.state === 'sent' || outcome.state === 'refused') backoff.succeeded();
    else if (outcome.state === 'unknown') {
      checks.forget(row);
      pauseAfter(outcome.error);
    } else {
      const { error } = outcome;
      const isTriedAgain = outcome.retry === true || canBeRetried(error);
      const storedError = hasCode(error, 'CANCELLED') ? null : toStoredError(error);
      sender.note(row.id, isTriedAgain ? 'waiting' : 'failed', storedError);
      if (isTriedAgain) pauseAfter(error);
      else onError(error);
      changed(scope);
    }
  }

  return {
    /** Pauses the queue after an error, longer each time. */
    pauseAfter,
    /** Sends a command that is already `sending`, and sets its next state. */
    send,
    /** Sends a waiting command, unless it was sent elsewhere: then it is kept back with what the service has. */
    async sendWaiting(row: CommandRow): Promise<void> {
      // Only commands that were handed over are checked; all others skip the wait.
      const checking = options.checkSentElsewhere(row, closing);
      const elsewhere = checking && (await checking);
      if (elsewhere !== null) {
        table.keepBack(row.id, toStoredError(elsewhere.error), elsewhere.candidates);
        changed(scope);
        return;
      }
      if (!sender.hasServiceTime(row)) await sender.fetchServiceTime(row, closing);
      // The user may have moved it to the drafts, changed or removed it meanwhile.
      if (closing.aborted || !sender.begin(row, ['waiting'])) return;
      await send(row);
    },
    /** Returns the earliest time of the next sending, in milliseconds of `monotonic`. */
    nextSendAt: () => nextSendAt,
    /** Returns how many commands have been sent since `resetCount`. */
    sentCount: () => sentCount,
    resetCount() {
      sentCount = 0;
    },
  };
}

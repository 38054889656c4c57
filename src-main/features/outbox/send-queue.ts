import type { StoredError } from '../../../src-preload/contract/errors.ts';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { isAppError } from '../../core/app-error.ts';
import type { CommandRow } from './command-row.ts';
import type { CommandTable } from './command-table.ts';
import { createQueueBackoff } from './queue-backoff.ts';
import { createQueueSends, sendGapMs } from './queue-sends.ts';
import { createReconcileSchedule } from './reconcile-schedule.ts';
import type { Reconciler } from './reconciler.ts';
import type { Sender } from './sender.ts';
import type { CheckSentElsewhere } from './sent-elsewhere.ts';
import { createWorkLoop } from './work-loop.ts';

/** What `createSendQueue` needs. */
export interface SendQueueOptions {
  scope: Scope;
  table: CommandTable;
  sender: Sender;
  reconciler: Reconciler;
  serviceTime: (scope: Scope, kind: 'task' | 'order') => number | null;
  /** Milliseconds from any start; changes of the system clock must not affect it. */
  monotonic: () => number;
  random: () => number;
  changed: (scope: Scope) => void;
  onError: (error: unknown) => void;
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  closing: AbortSignal;
  checkSentElsewhere: CheckSentElsewhere;
}

/** What a queue is doing. Times are milliseconds of `monotonic`. */
export interface SendQueueState {
  running: boolean;
  /** How many commands were sent since the queue was last empty. */
  done: number;
  pausedUntil: number;
  /** Whether `kick` ends the pause. */
  canBeEnded: boolean;
  error: StoredError | null;
}

/** The sender of one contract. */
export interface SendQueue {
  /** Works until nothing is left to do; does nothing if it already works. */
  run(): void;
  /** Does the same, and ends the current pause of the queue, unless the service asked for it. */
  kick(): void;
  state(): SendQueueState;
  /** Returns when an unconfirmed command is looked up next, in milliseconds of `monotonic`; a past time if it is due. */
  nextCheckAt(row: CommandRow): number;
  /** Resolves when the queue has stopped; null if it is not working. */
  stopped(): Promise<void> | null;
}

/**
 * Creates the sender of one contract. It sends the waiting commands one at a time and in order, looks up unconfirmed commands before
 * it sends the next, pauses after failures of the network or the service, and continues automatically.
 */
export function createSendQueue(options: SendQueueOptions): SendQueue {
  const { scope, table, sender, reconciler, monotonic, closing } = options;
  const backoff = createQueueBackoff(options);
  const checks = createReconcileSchedule({ monotonic, gapMs: sendGapMs });
  const sends = createQueueSends({ ...options, backoff, checks });

  /** Looks an unconfirmed command up, with all others of its kind. It is never sent again here: only the user does that. */
  async function reconcile(row: CommandRow) {
    const startedAt = monotonic();
    try {
      await reconciler.reconcile(row, closing);
      checks.planNext(row, monotonic() - startedAt);
    } catch (error) {
      if (!isAppError(error)) options.onError(error);
      if (!closing.aborted) sends.pauseAfter(error);
    }
  }

  /** Does the next step; returns the milliseconds to pause before the following one, or null if nothing is left. */
  async function step(): Promise<number | null> {
    sender.recoverInFlight();
    const at = monotonic();
    const unknown = table.inState(scope, 'unknown');
    const next = table.nextWaiting(scope);
    if (next === undefined) sends.resetCount();
    if (unknown.length === 0 && next === undefined) return null;
    if (at < backoff.until()) return backoff.until() - at;
    const due = unknown
      .map((row) => ({ row, dueAt: checks.dueAt(row) ?? at }))
      .sort((a, b) => a.dueAt - b.dueAt)[0];
    if (due !== undefined && due.dueAt <= at) await reconcile(due.row);
    else if (next !== undefined) {
      if (at < sends.nextSendAt()) return sends.nextSendAt() - at;
      await sends.sendWaiting(next);
    } else return due === undefined ? null : due.dueAt - at;
    return 0;
  }

  async function stepOrPause(): Promise<number | null> {
    try {
      return await step();
    } catch (error) {
      // A defect, or a store that cannot be written: it must not be repeated at once.
      options.onError(error);
      sends.pauseAfter(error);
      return backoff.until() - monotonic();
    }
  }

  const loop = createWorkLoop({
    step: stepOrPause,
    pause: options.pause,
    closing,
    started: sends.resetCount,
    stopped: () => options.changed(scope),
  });

  return {
    run: loop.run,
    kick() {
      backoff.endPause();
      loop.kick();
    },
    state: () => ({
      running: loop.running() !== null,
      done: sends.sentCount(),
      pausedUntil: backoff.until(),
      canBeEnded: backoff.canBeEnded(),
      error: backoff.reason(),
    }),
    nextCheckAt: (row) => Math.max(checks.dueAt(row) ?? 0, backoff.until()),
    stopped: loop.running,
  };
}

import { setTimeout as wait } from 'node:timers/promises';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { SendQueueState } from '../../../src-preload/contract/outbox.ts';
import { scopeKey } from '../../core/scope.ts';
import type { CommandRow } from './command-row.ts';
import { createSendQueue, type SendQueue, type SendQueueOptions } from './send-queue.ts';

/** What the senders of all contracts need. Tests that run in virtual time replace `pause`. */
export interface RunnerOptions extends Omit<SendQueueOptions, 'scope' | 'closing' | 'pause'> {
  /** For display only. */
  now: () => Date;
  pause?: SendQueueOptions['pause'];
}

/** The senders of all contracts. */
export interface Runner {
  /** Starts the senders of all contracts in which something must be sent or looked up. */
  start(): void;
  /**
   * Wakes the sender of a scope, because there is something to do, or because the service may be reachable again (the connection was
   * corrected, the service answered).
   */
  kick(scope: Scope): void;
  /** Wakes the senders of all contracts, because this computer joined another network or woke from sleep. */
  resume(): void;
  state(scope: Scope): SendQueueState;
  /** Returns when an unknown command is looked up automatically; null if that is not planned, or already due. */
  nextCheckAt(row: CommandRow): string | null;
  close(): Promise<void>;
}

/** Creates the senders: one queue for each contract, created when it is first needed. */
export function createRunner(options: RunnerOptions): Runner {
  const { table, monotonic } = options;
  const pause =
    options.pause ?? ((ms: number, signal: AbortSignal) => wait(ms, undefined, { signal, ref: false }));
  const closing = new AbortController();
  const queues = new Map<string, SendQueue>();

  function queueOf(scope: Scope): SendQueue {
    const key = scopeKey(scope);
    const existing = queues.get(key);
    if (existing) return existing;
    const queue = createSendQueue({ ...options, scope, pause, closing: closing.signal });
    queues.set(key, queue);
    return queue;
  }

  /** Converts a time of `monotonic` for display; null if it is past. */
  function shownTime(at: number): string | null {
    const ms = at - monotonic();
    return ms > 0 ? new Date(options.now().getTime() + ms).toISOString() : null;
  }

  function kick(scope: Scope) {
    if (table.isBusy(scope)) queueOf(scope).kick();
  }

  return {
    start() {
      for (const scope of table.busyScopes()) queueOf(scope).run();
    },
    kick,
    resume() {
      for (const scope of table.busyScopes()) kick(scope);
    },
    state(scope) {
      const { running, done, pausedUntil, canBeEnded, error } = queueOf(scope).state();
      const resumesAt = shownTime(pausedUntil);
      return {
        running,
        done,
        resumesAt,
        canTryNow: resumesAt !== null && canBeEnded,
        error: resumesAt === null ? null : error,
      };
    },
    nextCheckAt(row) {
      if (row.state !== 'unknown') return null;
      return shownTime(queueOf(row.scope).nextCheckAt(row));
    },
    async close() {
      closing.abort();
      await Promise.allSettled([...queues.values()].map((queue) => queue.stopped()));
    },
  };
}

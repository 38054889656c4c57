import { setTimeout as wait } from 'node:timers/promises';
import type { Scope } from '../../src-preload/contract/ids.ts';
import type { SendQueueState } from '../../src-preload/contract/outbox.ts';
import { scopeKey } from '../core/scope.ts';
import type { CommandRow } from './command-row.ts';
import { createSendQueue, type SendQueue, type SendQueueOptions } from './send-queue.ts';

/** What the sending of all contracts needs. `pause` is replaced by tests that run in virtual time. */
export interface RunnerOptions extends Omit<SendQueueOptions, 'scope' | 'closing' | 'pause'> {
  /** For display only. */
  now: () => Date;
  pause?: SendQueueOptions['pause'];
}

/** The senders of all contracts. */
export interface Runner {
  /** Goes on with all that waits, as after a start. */
  start(): void;
  /** There is something to do, or a reason to hope: the connection was corrected, the service answered. */
  kick(scope: Scope): void;
  /** The same for every contract: this computer came to another network, or back from sleep. */
  resume(): void;
  state(scope: Scope): SendQueueState;
  /** When an unknown command is asked about automatically; null when that is not planned, or due. */
  nextCheckAt(row: CommandRow): string | null;
  close(): Promise<void>;
}

/** Makes the senders: one queue for each contract, made when it is first asked for. */
export function createRunner(options: RunnerOptions): Runner {
  const { table, monotonic } = options;
  const pause =
    options.pause ?? ((ms: number, signal: AbortSignal) => wait(ms, undefined, { signal, ref: false }));
  const closing = new AbortController();
  const queues = new Map<string, SendQueue>();

  function queueOf(scope: Scope): SendQueue {
    const key = scopeKey(scope);
    const known = queues.get(key);
    if (known) return known;
    const queue = createSendQueue({ ...options, scope, pause, closing: closing.signal });
    queues.set(key, queue);
    return queue;
  }

  /** A time of `monotonic` for display; null when it is past. */
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
      const { running, done, pausedUntil, error } = queueOf(scope).state();
      const resumesAt = shownTime(pausedUntil);
      return { running, done, resumesAt, error: resumesAt === null ? null : error };
    },
    nextCheckAt(row) {
      if (row.state !== 'unknown' || !row.byItself) return null;
      return shownTime(queueOf(row.scope).nextCheckAt(row));
    },
    async close() {
      closing.abort();
      await Promise.allSettled([...queues.values()].map((queue) => queue.stopped()));
    },
  };
}

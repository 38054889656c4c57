import type { OrderId, Scope } from '../../../src-preload/contract/ids.ts';
import { hasCode } from '../../core/app-error.ts';
import { startTimer } from '../../core/start-timer.ts';
import type { Store } from '../../store/store.ts';
import { createDueOrders } from './due-orders.ts';
import { isForAllOrders } from './errors-for-all.ts';

/** What `createPartWatch` needs. */
export interface PartWatchOptions {
  store: Store;
  /** Fetches the order with its captures, deliverables and events; resolves with whether anything changed. */
  read: (scope: Scope, orderId: OrderId, signal: AbortSignal) => Promise<boolean>;
  /** Returns the service's time if it is known, else that of this computer. */
  nowMs: (scope: Scope) => number;
  onError: (error: unknown) => void;
  setTimer?: (run: () => void, ms: number) => () => void;
}

/** The number of orders fetched in one round, and the pause between rounds while something is due. */
const perRound = 5;
const roundMs = 30_000;
/** If nothing is due: the pause until the next check, unless a sync comes first. */
const idleMs = 5 * 60_000;
/** After this many failures in a row, the orders themselves are not the cause. */
const maxFailures = 3;

/**
 * Creates the watch of orders. Listings of orders do not contain captures and events. So orders with a capture that is about to be
 * taken or published, and those that a sync found changed, are fetched with all their parts without being opened: a few at a time,
 * and less often if nothing changes.
 */
export function createPartWatch(options: PartWatchOptions) {
  const { store, read, nowMs } = options;
  const dueOrders = createDueOrders({ store, nowMs });
  const closing = new AbortController();
  const setTimer = options.setTimer ?? startTimer;
  let watched: Scope | null = null;
  let cancelTimer: (() => void) | null = null;
  /** True while the timer is that of a round which found nothing due: the next sync may have brought something. */
  let isIdle = false;
  let running: Promise<void> | null = null;
  /** True after requests have failed because of the network or the service, until the next successful sync. */
  let paused = false;

  /** Fetches an order; resolves with whether that succeeded. After a failure it waits longer each time and does not delay the others. */
  async function readOne(scope: Scope, orderId: OrderId): Promise<boolean> {
    let changed = false;
    let failed = false;
    try {
      changed = await read(scope, orderId, closing.signal);
    } catch (error) {
      if (closing.signal.aborted || isForAllOrders(error)) throw error;
      // An order that does not exist any more stays as it was last stored.
      failed = !hasCode(error, 'NOT_FOUND');
      if (failed) options.onError(error);
    }
    // If another scope is watched meanwhile, this result says nothing about its orders.
    if (watched === scope) dueOrders.noteRead(scope, orderId, { changed, failed });
    return !failed;
  }

  async function round(scope: Scope): Promise<void> {
    const orders = dueOrders.list(scope);
    let failures = 0;
    try {
      for (const orderId of orders.slice(0, perRound)) {
        if (closing.signal.aborted || watched !== scope) return;
        failures = (await readOne(scope, orderId)) ? 0 : failures + 1;
        if (failures >= maxFailures) break;
      }
      schedule(orders.length > perRound || dueOrders.hasRead() ? roundMs : idleMs);
    } catch (error) {
      if (closing.signal.aborted) return;
      paused = true;
      options.onError(error);
    }
    dueOrders.trim();
  }

  function begin() {
    cancelTimer = null;
    if (watched === null || running !== null || closing.signal.aborted) return;
    running = round(watched).finally(() => {
      running = null;
    });
  }

  function schedule(ms: number) {
    cancelTimer?.();
    cancelTimer = closing.signal.aborted ? null : setTimer(begin, ms);
    isIdle = ms === idleMs;
  }

  return {
    /** Sets the scope to watch; null for none. */
    watch(scope: Scope | null) {
      if (scope?.connectionId === watched?.connectionId && scope?.contractId === watched?.contractId) return;
      watched = scope;
      dueOrders.clear();
      paused = false;
      cancelTimer?.();
      cancelTimer = null;
    },
    /** Called when a sync after the first one has found these orders changed. */
    ordersChanged(scope: Scope, orderIds: readonly OrderId[]) {
      if (scope.connectionId !== watched?.connectionId || scope.contractId !== watched.contractId) return;
      dueOrders.noteChanged(orderIds);
    },
    /** Called after a sync: due orders are fetched some time later. */
    synced() {
      if (watched === null || (cancelTimer !== null && !paused && !isIdle)) return;
      paused = false;
      if (running === null) schedule(roundMs);
    },
    async close() {
      closing.abort();
      cancelTimer?.();
      await running;
    },
  };
}

/** What `createPartWatch` returns. */
export type PartWatch = ReturnType<typeof createPartWatch>;

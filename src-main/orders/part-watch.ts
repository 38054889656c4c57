import type { OrderId, Scope } from '../../src-preload/contract/ids.ts';
import { hasCode } from '../app-error.ts';
import { startTimer } from '../start-timer.ts';
import type { Store } from '../store/store.ts';
import { createDueOrders } from './due-orders.ts';
import { isForAll } from './errors-for-all.ts';

/** What the watch reads with, and whom it tells. */
export interface PartWatchOptions {
  store: Store;
  /** Reads the order with its captures, deliverables and events; answers whether anything moved. */
  read: (scope: Scope, orderId: OrderId, signal: AbortSignal) => Promise<boolean>;
  /** The service's clock where it is known. */
  nowMs: (scope: Scope) => number;
  onError: (error: unknown) => void;
  setTimer?: (run: () => void, ms: number) => () => void;
}

/** Orders read in one round, and the pause between rounds while something is due. */
const perRound = 5;
const roundMs = 30_000;
/** Nothing is due: how long until the next check, when no sync comes before. */
const idleMs = 5 * 60_000;
/** So many failures in a row are no longer a matter of the orders that were read. */
const mostFailures = 3;

/**
 * Returns the watch of orders. Lists of orders say nothing of captures and events. Orders of which a capture is about to be taken or published, and
 * those that a sync saw move, are read in full without being opened: a few at a time, and seldom where nothing comes of it.
 */
export function createPartWatch(options: PartWatchOptions) {
  const { store, read, nowMs } = options;
  const dueOrders = createDueOrders({ store, nowMs });
  const closing = new AbortController();
  const setTimer = options.setTimer ?? startTimer;
  let watched: Scope | null = null;
  let cancelTimer: (() => void) | null = null;
  let running: Promise<void> | null = null;
  /** The last reading failed for want of network or service: a sync that goes well says when that is over. */
  let paused = false;

  /** Answers whether it could be read. One that cannot waits longer each time and leaves the others their turn. */
  async function readOne(scope: Scope, orderId: OrderId): Promise<boolean> {
    let changed = false;
    let failed = false;
    try {
      changed = await read(scope, orderId, closing.signal);
    } catch (error) {
      if (closing.signal.aborted || isForAll(error)) throw error;
      // An order that is gone stays as it was last seen.
      failed = !hasCode(error, 'NOT_FOUND');
      if (failed) options.onError(error);
    }
    // Another scope has orders of its own: what was read of the last one says nothing of them.
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
        if (failures >= mostFailures) break;
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
  }

  return {
    /** The scope to watch; null for none. */
    watch(scope: Scope | null) {
      if (scope?.connectionId === watched?.connectionId && scope?.contractId === watched?.contractId) return;
      watched = scope;
      dueOrders.clear();
      paused = false;
      cancelTimer?.();
      cancelTimer = null;
    },
    /** A later sync saw that these moved. */
    moved(scope: Scope, orderIds: readonly OrderId[]) {
      if (scope.connectionId !== watched?.connectionId || scope.contractId !== watched.contractId) return;
      dueOrders.noteMoved(orderIds);
    },
    /** The service answers: what waits has its turn, a while after the sync. */
    synced() {
      if (watched === null || (cancelTimer !== null && !paused)) return;
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

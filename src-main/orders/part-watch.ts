import { z } from 'zod';
import { type OrderId, orderIdSchema, type Scope } from '../../src-preload/contract/ids.ts';
import { hasCode } from '../app-error.ts';
import { scopeParams } from '../core/scope.ts';
import { startTimer } from '../start-timer.ts';
import type { Store } from '../store/store.ts';
import { isForAll } from './errors-for-all.ts';

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
/** Nothing is due: how long until it is looked for again, when no sync says so before. */
const idleMs = 5 * 60_000;
/** Between two readings of one order: so long at first, twice as long each time that nothing had moved. */
const waits = { leastMs: 60_000, mostMs: 30 * 60_000 };
const mostWaiting = 200;
const minuteMs = 60_000;

const waitingRow = z.object({ id: orderIdSchema, start: z.string().nullable(), state: z.string() });

interface Watched {
  waitMs: number;
  dueMs: number;
  /** Its last reading failed: it is tried again when it is due, whatever it waits for. */
  failed: boolean;
}

/** So many failures in a row are no longer a matter of the orders that were read. */
const mostFailures = 3;

/**
 * Lists of orders say nothing of captures and events. Orders of which a capture is about to be taken or published, and
 * those that a sync saw move, are read in full without being opened: a few at a time, and seldom where nothing comes of it.
 */
export function createPartWatch(options: PartWatchOptions) {
  const { store, read, nowMs } = options;
  const closing = new AbortController();
  const known = new Map<OrderId, Watched>();
  const moved = new Set<OrderId>();
  const setTimer = options.setTimer ?? startTimer;
  let watched: Scope | null = null;
  let cancelTimer: (() => void) | null = null;
  let running: Promise<void> | null = null;
  /** The last reading failed for want of network or service: a sync that goes well says when that is over. */
  let paused = false;

  /** Open orders with captures that wait for their pass or are in processing, those with the next pass first. */
  function waiting(scope: Scope) {
    return store.all(
      waitingRow,
      `SELECT order_id AS id, min(c.start_at) AS start, c.state AS state
       FROM service_order o INDEXED BY service_order_state JOIN order_capture c USING (connection_id, contract_id, order_id)
       WHERE connection_id = :connectionId AND contract_id = :contractId AND o.state IN ('received', 'in-progress')
         AND c.state IN ('waiting', 'processing') AND c.start_at < :before
       GROUP BY order_id ORDER BY c.start_at DESC LIMIT ${mostWaiting}`,
      { ...scopeParams(scope), before: new Date(nowMs(scope) + minuteMs).toISOString() },
    );
  }

  function due(scope: Scope): OrderId[] {
    const now = nowMs(scope);
    const found = new Set(moved);
    for (const { id } of waiting(scope)) if ((known.get(id)?.dueMs ?? 0) <= now) found.add(id);
    for (const [id, { failed, dueMs }] of known) if (failed && dueMs <= now) found.add(id);
    // Those never read first, then those that have waited longest: none of many starves.
    const dueMs = (id: OrderId) => known.get(id)?.dueMs ?? 0;
    return [...found].sort((a, b) => dueMs(a) - dueMs(b));
  }

  /** Answers whether it could be read. One that cannot waits longer each time and leaves the others their turn. */
  async function readOne(scope: Scope, orderId: OrderId): Promise<boolean> {
    const before = known.get(orderId);
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
    moved.delete(orderId);
    const waitMs = changed || !before ? waits.leastMs : Math.min(waits.mostMs, before.waitMs * 2);
    known.set(orderId, { waitMs, dueMs: nowMs(scope) + waitMs, failed });
    return !failed;
  }

  async function round(scope: Scope): Promise<void> {
    const orders = due(scope);
    let failures = 0;
    try {
      for (const orderId of orders.slice(0, perRound)) {
        if (closing.signal.aborted || watched !== scope) return;
        failures = (await readOne(scope, orderId)) ? 0 : failures + 1;
        if (failures >= mostFailures) break;
      }
      schedule(orders.length > perRound || known.size > 0 ? roundMs : idleMs);
    } catch (error) {
      if (closing.signal.aborted) return;
      paused = true;
      options.onError(error);
    }
    // What is over is not remembered for ever.
    if (known.size > 10 * mostWaiting) known.clear();
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
    watch(scope: Scope | null) {
      if (scope?.connectionId === watched?.connectionId && scope?.contractId === watched?.contractId) return;
      watched = scope;
      known.clear();
      moved.clear();
      paused = false;
      cancelTimer?.();
      cancelTimer = null;
    },
    /** A later sync saw that these moved. */
    moved(scope: Scope, orderIds: readonly OrderId[]) {
      if (scope.connectionId !== watched?.connectionId || scope.contractId !== watched.contractId) return;
      for (const orderId of orderIds) if (moved.size < mostWaiting) moved.add(orderId);
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

export type PartWatch = ReturnType<typeof createPartWatch>;

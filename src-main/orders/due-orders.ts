import { z } from 'zod';
import { type OrderId, orderIdSchema, type Scope } from '../../src-preload/contract/ids.ts';
import { inScope, scopeParams } from '../core/scope.ts';
import type { Store } from '../store/store.ts';

/** The pause between two readings of one order: `leastMs` at first, doubled each time nothing had changed. */
const waits = { leastMs: 60_000, mostMs: 30 * 60_000 };
const mostWaiting = 200;
const minuteMs = 60_000;

const waitingRow = z.object({ id: orderIdSchema, start: z.string().nullable(), state: z.string() });

/** Open orders with captures whose pass has begun and that still wait or are in processing; the latest pass first. */
const selectWaiting = `SELECT order_id AS id, min(c.start_at) AS start, c.state AS state
  FROM service_order o INDEXED BY service_order_state JOIN order_capture c USING (connection_id, contract_id, order_id)
  WHERE ${inScope} AND o.state IN ('received', 'in-progress')
    AND c.state IN ('waiting', 'processing') AND c.start_at < :before
  GROUP BY order_id ORDER BY c.start_at DESC LIMIT ${mostWaiting}`;

interface LastReading {
  waitMs: number;
  dueMs: number;
  /** True if the reading failed: the order is tried again when it is due, whatever it waits for. */
  failed: boolean;
}

/**
 * Decides which orders of one scope are due for a full reading, by what is stored, what has changed and how the last reading
 * went.
 */
export function createDueOrders({
  store,
  nowMs,
}: {
  store: Pick<Store, 'all'>;
  /** The service's clock if it is known. */
  nowMs: (scope: Scope) => number;
}) {
  const readings = new Map<OrderId, LastReading>();
  const moved = new Set<OrderId>();
  const dueMsOf = (orderId: OrderId) => readings.get(orderId)?.dueMs ?? 0;

  return {
    /** Returns the due orders; first those never read, then those that have waited longest, so that none is left out forever. */
    list(scope: Scope): OrderId[] {
      const now = nowMs(scope);
      const due = new Set(moved);
      const before = new Date(now + minuteMs).toISOString();
      for (const { id } of store.all(waitingRow, selectWaiting, { ...scopeParams(scope), before }))
        if (dueMsOf(id) <= now) due.add(id);
      for (const [id, { failed, dueMs }] of readings) if (failed && dueMs <= now) due.add(id);
      return [...due].sort((a, b) => dueMsOf(a) - dueMsOf(b));
    },
    /** Records that an order was read just now, or could not be. */
    noteRead(scope: Scope, orderId: OrderId, outcome: { changed: boolean; failed: boolean }) {
      const before = readings.get(orderId);
      moved.delete(orderId);
      const waitMs = outcome.changed || !before ? waits.leastMs : Math.min(waits.mostMs, before.waitMs * 2);
      readings.set(orderId, { waitMs, dueMs: nowMs(scope) + waitMs, failed: outcome.failed });
    },
    /** Records that a sync found changes in these orders: they are due at once. */
    noteMoved(orderIds: readonly OrderId[]) {
      for (const orderId of orderIds) if (moved.size < mostWaiting) moved.add(orderId);
    },
    /** True if any order was read since the scope is watched. */
    hasRead: () => readings.size > 0,
    /** Drops the memory of old readings when it becomes too large. */
    trim() {
      if (readings.size > 10 * mostWaiting) readings.clear();
    },
    /** Resets everything, because another scope is watched from now on. */
    clear() {
      readings.clear();
      moved.clear();
    },
  };
}

import { z } from 'zod';
import { type OrderId, orderIdSchema, type Scope } from '../../../src-preload/contract/ids.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import type { Store } from '../../store/store.ts';

/** The pause between two requests for one order: `minMs` at first, doubled each time nothing had changed, up to `maxMs`. */
const pauses = { minMs: 60_000, maxMs: 30 * 60_000 };
const maxWaiting = 200;
const minuteMs = 60_000;

const waitingRow = z.object({ id: orderIdSchema, start: z.string().nullable(), state: z.string() });

/** Open orders with captures whose time has come and that still wait or are in processing; the latest first. */
const selectWaiting = `SELECT order_id AS id, min(c.start_at) AS start, c.state AS state
  FROM service_order o INDEXED BY service_order_state JOIN order_capture c USING (connection_id, contract_id, order_id)
  WHERE ${inScope} AND o.state IN ('received', 'in-progress') AND o.gone_at IS NULL
    AND c.state IN ('waiting', 'processing') AND c.start_at < :before
  GROUP BY order_id ORDER BY c.start_at DESC LIMIT ${maxWaiting}`;

interface LastRead {
  pauseMs: number;
  dueMs: number;
  /** True if the request failed: the order is requested again when it is due, also without a waiting capture. */
  failed: boolean;
}

/**
 * Creates the record of which orders of one scope are due to be fetched with all their parts, by their stored captures, their changes
 * and the results of earlier requests.
 */
export function createDueOrders({
  store,
  nowMs,
}: {
  store: Pick<Store, 'all'>;
  /** Returns the service's time if it is known, else that of this computer. */
  nowMs: (scope: Scope) => number;
}) {
  const lastReads = new Map<OrderId, LastRead>();
  const changedOrders = new Set<OrderId>();
  const dueMsOf = (orderId: OrderId) => lastReads.get(orderId)?.dueMs ?? 0;

  return {
    /** Returns the due orders, those never read first, then those that have waited longest, so that none is left out for ever. */
    list(scope: Scope): OrderId[] {
      const now = nowMs(scope);
      const due = new Set(changedOrders);
      const before = new Date(now + minuteMs).toISOString();
      for (const { id } of store.all(waitingRow, selectWaiting, { ...scopeParams(scope), before }))
        if (dueMsOf(id) <= now) due.add(id);
      for (const [id, { failed, dueMs }] of lastReads) if (failed && dueMs <= now) due.add(id);
      return [...due].sort((a, b) => dueMsOf(a) - dueMsOf(b));
    },
    /** Records the result of a request for an order. */
    noteRead(scope: Scope, orderId: OrderId, outcome: { changed: boolean; failed: boolean }) {
      const previous = lastReads.get(orderId);
      changedOrders.delete(orderId);
      const pauseMs =
        outcome.changed || !previous ? pauses.minMs : Math.min(pauses.maxMs, previous.pauseMs * 2);
      lastReads.set(orderId, { pauseMs, dueMs: nowMs(scope) + pauseMs, failed: outcome.failed });
    },
    /** Records that a sync has found changes in these orders, which are due at once. */
    noteChanged(orderIds: readonly OrderId[]) {
      for (const orderId of orderIds) if (changedOrders.size < maxWaiting) changedOrders.add(orderId);
    },
    /** Returns true if any order was requested since the scope is watched. */
    hasRead: () => lastReads.size > 0,
    /** Forgets the results of requests when there are too many. */
    trim() {
      if (lastReads.size > 10 * maxWaiting) lastReads.clear();
    },
    /** Forgets everything, because another scope is watched from now on. */
    clear() {
      lastReads.clear();
      changedOrders.clear();
    },
  };
}

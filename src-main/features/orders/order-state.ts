import { z } from 'zod';
import { type OrderId, orderIdSchema, type Scope, type TaskId } from '../../../src-preload/contract/ids.ts';
import type { Observed } from '../../core/observed-state.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import type { Store } from '../../store/store.ts';

const observedRow = z.object({ state: z.string(), updatedAt: z.string().nullable() });

const unreadOrderRow = z.object({
  id: orderIdSchema,
  state: z.string(),
  updatedAt: z.string().nullable(),
});

const deliverablesOfOrder = `FROM deliverable d WHERE d.connection_id = service_order.connection_id
      AND d.contract_id = service_order.contract_id AND d.order_id = service_order.order_id`;

/** True if a deliverable of the order has an unknown status, so that it may have been delivered. */
const someUnclear = `EXISTS (SELECT 1 ${deliverablesOfOrder} AND d.state = 'other')`;

const stateSql = `CASE WHEN status_kind <> 'closed' THEN status_kind WHEN delivered_count > 0 THEN 'fulfilled'
  WHEN deliverables_known = 1 AND NOT ${someUnclear} THEN 'unfulfilled' ELSE 'closed' END`;

/**
 * Creates the functions that maintain the state of orders, which combines the status and the deliverables, because `closed` alone does
 * not tell the outcome. The state has its own column, so that an index can count by it. `observed` is called with each state within
 * the transaction that stores it.
 */
export function createOrderState({
  store,
  now,
  observed,
}: {
  store: Store;
  now: () => Date;
  observed: Observed | undefined;
}) {
  const stateOf = (scope: Scope, orderId: OrderId) =>
    store.get(
      observedRow,
      `SELECT state, updated_at AS updatedAt FROM service_order WHERE ${inScope} AND order_id = :orderId`,
      { ...scopeParams(scope), orderId },
    );

  function observe(scope: Scope, orderId: OrderId, order: z.infer<typeof observedRow>) {
    const { state, updatedAt } = order;
    observed?.(scope, { kind: 'order', id: orderId, parentId: null, state, happenedAt: updatedAt });
  }

  /** Computes the state of an order again, after its status or its deliverables have changed. */
  function recompute(scope: Scope, orderId: OrderId) {
    store.run(`UPDATE service_order SET state = ${stateSql} WHERE ${inScope} AND order_id = :orderId`, {
      ...scopeParams(scope),
      orderId,
    });
    if (!observed) return;
    const order = stateOf(scope, orderId);
    if (order) observe(scope, orderId, order);
  }

  /** Counts the deliverables of an order again, and computes its state from them. */
  function countDeliverables(scope: Scope, orderId: OrderId) {
    store.run(
      `UPDATE service_order SET deliverable_count = (SELECT count(*) ${deliverablesOfOrder}),
         delivered_count = (SELECT count(*) ${deliverablesOfOrder} AND d.state = 'done')
       WHERE ${inScope} AND order_id = :orderId`,
      { ...scopeParams(scope), orderId },
    );
    recompute(scope, orderId);
  }

  /**
   * Records, after a listing of all deliverables was stored, that at most `limit` orders have all their deliverables; returns the
   * number of these orders. A closed order without any deliverable in the listing, or without a delivered one in a listing that came
   * `short` of its count, is left out until its own deliverables are fetched: a fulfilled order that is called unfulfilled might be
   * ordered a second time.
   */
  function markKnown(scope: Scope, { limit, short }: { limit: number; short: boolean }): number {
    return store.transaction(() => {
      const orders = store.all(
        unreadOrderRow,
        `SELECT order_id AS id, state, updated_at AS updatedAt FROM service_order
           WHERE ${inScope} AND deliverables_known = 0 AND (state <> 'closed' OR (deliverable_count > 0 AND :short = 0)) LIMIT :limit`,
        { ...scopeParams(scope), limit, short: short ? 1 : 0 },
      );
      store.run(
        `UPDATE service_order SET deliverables_known = 1,
             state = CASE WHEN state = 'closed' AND NOT ${someUnclear} THEN 'unfulfilled' ELSE state END
           WHERE ${inScope} AND order_id IN (SELECT value FROM json_each(:ids))`,
        { ...scopeParams(scope), ids: JSON.stringify(orders.map(({ id }) => id)) },
      );
      for (const { id, state, updatedAt } of orders)
        if (state === 'closed' && stateOf(scope, id)?.state === 'unfulfilled')
          observe(scope, id, { state: 'unfulfilled', updatedAt });
      return orders.length;
    });
  }

  return {
    recompute,
    countDeliverables,
    markKnown,
    /**
     * Records what was fetched of one order: all its deliverables, its captures, or both. What could not be fetched stays as it was,
     * because a failed request says nothing. Returns whether the state of the order changed.
     */
    markRead(scope: Scope, orderId: OrderId, read: { deliverables: boolean; captures: boolean }): boolean {
      const before = stateOf(scope, orderId)?.state;
      store.run(
        `UPDATE service_order SET deliverables_known = CASE WHEN :deliverables = 1 THEN 1 ELSE deliverables_known END,
           parts_read_at = CASE WHEN :captures = 1 THEN :at ELSE parts_read_at END
         WHERE ${inScope} AND order_id = :orderId`,
        {
          ...scopeParams(scope),
          orderId,
          deliverables: read.deliverables ? 1 : 0,
          captures: read.captures ? 1 : 0,
          at: now().toISOString(),
        },
      );
      recompute(scope, orderId);
      return stateOf(scope, orderId)?.state !== before;
    },
    /** Marks the open orders of a cancelled task as cancelled; the service's status text stays unchanged. */
    taskCancelled(scope: Scope, taskId: TaskId) {
      store.run(
        `UPDATE service_order SET status_kind = 'cancelled', state = 'cancelled'
         WHERE ${inScope} AND task_id = :taskId AND status_kind NOT IN ('closed', 'cancelled', 'failed')`,
        { ...scopeParams(scope), taskId },
      );
    },
  };
}

/** What `createOrderState` returns. */
export type OrderStateWrites = ReturnType<typeof createOrderState>;

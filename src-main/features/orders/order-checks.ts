import { z } from 'zod';
import {
  captureIdSchema,
  type OrderId,
  orderIdSchema,
  type Scope,
  taskIdSchema,
} from '../../../src-preload/contract/ids.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import type { Store } from '../../store/store.ts';

const maxRows = 2_000;

const windowRow = z.object({ orderId: orderIdSchema, start: z.string().nullable(), end: z.string() });
const capturedRow = z.object({ orderId: orderIdSchema, captureId: captureIdSchema, start: z.string() });
const closedRow = z.object({ orderId: orderIdSchema, taskId: taskIdSchema.nullable() });
const linkRow = z.object({ orderId: orderIdSchema, count: z.number() });
const briefRow = z.object({
  name: z.string(),
  project: z.string(),
  sku: z.string(),
  taskId: taskIdSchema.nullable(),
});

/**
 * Creates the queries for orders that need attention. Orders that mirror a task are left to the task's checks where possible.
 */
export function createOrderChecks({ store }: { store: Store }) {
  return {
    /** Returns what other domains show of an order; null if it is not stored. */
    brief: (scope: Scope, orderId: OrderId) =>
      store.get(
        briefRow,
        `SELECT name, project, sku, task_id AS taskId FROM service_order WHERE ${inScope} AND order_id = :orderId`,
        { ...scopeParams(scope), orderId },
      ) ?? null,
    /**
     * Returns open orders without a task whose captures were read, whose window ends before this time, and of which no capture was
     * taken yet.
     */
    endingWithoutCapture: (scope: Scope, before: string) =>
      store.all(
        windowRow,
        `SELECT order_id AS orderId, start_at AS start, end_at AS "end" FROM service_order INDEXED BY service_order_state
         WHERE ${inScope} AND state IN ('received', 'in-progress') AND task_id IS NULL AND parts_read_at IS NOT NULL
           AND end_at < :before AND deliverable_count = 0 AND sku NOT LIKE 'ARC%'
           AND NOT EXISTS (SELECT 1 FROM order_capture c WHERE c.connection_id = service_order.connection_id
             AND c.contract_id = service_order.contract_id AND c.order_id = service_order.order_id AND c.state IN ('processing', 'done'))
         LIMIT ${maxRows}`,
        { ...scopeParams(scope), before },
      ),
    /** Returns captures of open orders without a task that were taken and are not published. */
    processing: (scope: Scope) =>
      store.all(
        capturedRow,
        `SELECT order_id AS orderId, capture_id AS captureId, c.start_at AS start
         FROM service_order o INDEXED BY service_order_state CROSS JOIN order_capture c USING (connection_id, contract_id, order_id)
         WHERE ${inScope} AND o.state IN ('received', 'in-progress') AND o.task_id IS NULL AND c.state = 'processing'
           AND +c.start_at IS NOT NULL LIMIT ${maxRows}`,
        scopeParams(scope),
      ),
    /** Returns captures of open orders without a task whose planned time is before this one, and that were not taken. */
    plannedBefore: (scope: Scope, before: string) =>
      store.all(
        capturedRow,
        `SELECT order_id AS orderId, capture_id AS captureId, c.start_at AS start
         FROM service_order o INDEXED BY service_order_state CROSS JOIN order_capture c USING (connection_id, contract_id, order_id)
         WHERE ${inScope} AND o.state IN ('received', 'in-progress') AND o.task_id IS NULL AND c.state = 'waiting'
           AND +c.start_at < :before LIMIT ${maxRows}`,
        { ...scopeParams(scope), before },
      ),
    /** Returns orders that were closed since this time without a deliverable. */
    closedEmpty: (scope: Scope, since: string) =>
      store.all(
        closedRow,
        `SELECT order_id AS orderId, task_id AS taskId FROM service_order INDEXED BY service_order_updated
         WHERE ${inScope} AND updated_at > :since AND state = 'unfulfilled' ORDER BY updated_at DESC LIMIT ${maxRows}`,
        { ...scopeParams(scope), since },
      ),
    /**
     * Returns orders with deliverables that were delivered since this time according to the service, but have neither files nor a scene.
     */
    withoutLinks: (scope: Scope, since: string) =>
      store.all(
        linkRow,
        `SELECT order_id AS orderId, count(*) AS count FROM deliverable INDEXED BY deliverable_time
         WHERE ${inScope} AND delivered_at > :since AND state = 'done' AND assets = '[]' AND scene_id IS NULL
         GROUP BY order_id LIMIT ${maxRows}`,
        { ...scopeParams(scope), since },
      ),
  };
}

/** What `createOrderChecks` returns. */
export type OrderChecks = ReturnType<typeof createOrderChecks>;

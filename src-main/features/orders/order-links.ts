import { z } from 'zod';
import {
  type CaptureId,
  type OrderId,
  orderIdSchema,
  type Scope,
  type TaskId,
} from '../../../src-preload/contract/ids.ts';
import { type OrderRow, orderRowSchema } from '../../../src-preload/contract/orders.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import type { Params, Store } from '../../store/store.ts';
import { orderColumns } from './order-list.ts';

const idRow = z.object({ id: orderIdSchema });
const mirroredRow = z.object({ orderId: orderIdSchema, name: z.string(), taskId: z.number().nullable() });

/** Creates the function that returns the identifiers of orders that a query selects as `id`. */
export const orderIdsIn =
  (store: Pick<Store, 'all'>) =>
  (sql: string, params: Params): OrderId[] =>
    store.all(idRow, sql, params).map(({ id }) => id);

/** Creates the queries that lead from tasks and captures to their orders, and from orders to tasks; each reads few rows by an index. */
export function createOrderLinks(store: Pick<Store, 'all'>) {
  const idsOf = orderIdsIn(store);
  return {
    /** Returns the tasks that these orders mirror, in the sequence of the orders, and the names of the orders that mirror none. */
    tasksOfOrders(scope: Scope, orderIds: readonly string[]): { taskIds: number[]; without: string[] } {
      const rows = store.all(
        mirroredRow,
        `SELECT order_id AS orderId, name, task_id AS taskId
         FROM json_each(:ids) AS each CROSS JOIN service_order ON ${inScope} AND order_id = each.value ORDER BY each.key`,
        { ...scopeParams(scope), ids: JSON.stringify(orderIds) },
      );
      return {
        taskIds: rows.flatMap(({ taskId }) => (taskId === null ? [] : [taskId])),
        without: rows.flatMap(({ taskId, name, orderId }) => (taskId === null ? [name || orderId] : [])),
      };
    },
    /** Returns the orders that mirror a V1 task, the oldest first; at most 50. */
    ofTask(scope: Scope, taskId: TaskId): OrderRow[] {
      return store.all(
        orderRowSchema,
        `SELECT ${orderColumns} FROM service_order WHERE ${inScope} AND task_id = :taskId ORDER BY created_at, order_id LIMIT 50`,
        { ...scopeParams(scope), taskId },
      );
    },
    /** Returns the orders that took a capture, delivered it, or request it from the archive; at most 50. */
    ofCapture(scope: Scope, captureId: CaptureId): OrderId[] {
      return idsOf(
        `SELECT order_id AS id FROM order_capture WHERE ${inScope} AND capture_id = :captureId
         UNION SELECT order_id FROM deliverable WHERE ${inScope} AND capture_id = :captureId
         UNION SELECT order_id FROM service_order WHERE ${inScope} AND outcome_id = :captureId
         ORDER BY 1 LIMIT 50`,
        { ...scopeParams(scope), captureId },
      );
    },
  };
}

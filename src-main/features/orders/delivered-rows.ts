import { z } from 'zod';
import {
  captureIdSchema,
  orderIdSchema,
  type Scope,
  taskIdSchema,
} from '../../../src-preload/contract/ids.ts';
import { scopeParams } from '../../core/scope.ts';
import type { Store } from '../../store/store.ts';

const keyRow = z.object({ orderId: z.string(), deliverableId: z.string() });

const deliveredSchema = z.object({
  orderId: orderIdSchema,
  deliverableId: z.string(),
  status: z.string(),
  state: z.string(),
  captureId: captureIdSchema.nullable(),
  sceneId: z.string().nullable(),
  sku: z.string().nullable(),
  level: z.string().nullable(),
  quantity: z.number().nullable(),
  quantityField: z.string().nullable(),
  quantityUnit: z.string().nullable(),
  updatedAt: z.string().nullable(),
  deliveredAt: z.string().nullable(),
  raw: z.string().nullable(),
  orderName: z.string().nullable(),
  orderProject: z.string().nullable(),
  orderSku: z.string().nullable(),
  orderState: z.string().nullable(),
  orderStatus: z.string().nullable(),
  taskId: taskIdSchema.nullable(),
});
/** A deliverable with stored data of its order; `raw` is only set if it may have been delivered. */
export type DeliveredRow = z.infer<typeof deliveredSchema>;

const inScope = 'd.connection_id = :connectionId AND d.contract_id = :contractId';
/** The format of `isoTime`; anything else is the service's own text, which is in no period. */
const readable = '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*Z';
const batchSize = 100;

const columns = `d.order_id AS orderId, d.deliverable_id AS deliverableId, d.status, d.state, d.capture_id AS captureId,
  d.scene_id AS sceneId, d.sku, d.level, d.quantity, d.quantity_field AS quantityField, d.quantity_unit AS quantityUnit,
  d.updated_at AS updatedAt, d.delivered_at AS deliveredAt,
  CASE WHEN d.state IN ('done', 'other') THEN d.raw END AS raw,
  o.name AS orderName, o.project AS orderProject, o.sku AS orderSku, o.state AS orderState, o.status AS orderStatus,
  o.task_id AS taskId`;
/** The index is named; otherwise SQLite reads the wide rows of all deliverables with a time to find the few without one. */
const byTime = 'INDEXED BY deliverable_time';
const ofOrder = `LEFT JOIN service_order o
  ON o.connection_id = d.connection_id AND o.contract_id = d.contract_id AND o.order_id = d.order_id`;

/** Creates the function that yields the deliverables of a period in batches, because tens of thousands must not block the main loop. */
export function createDeliveredRows(store: Pick<Store, 'all'>) {
  /** Reads a page of the rows that match `condition`, by an index with the same order. */
  const page = (scope: Scope, condition: string, order: string, params: Record<string, string>) =>
    store.all(
      deliveredSchema,
      `SELECT ${columns} FROM deliverable d ${byTime} ${ofOrder} WHERE ${inScope} AND ${condition} ORDER BY ${order} LIMIT ${batchSize}`,
      { ...scopeParams(scope), ...params },
    );
  const lastOf = ({ orderId, deliverableId }: DeliveredRow) => ({
    lastOrder: orderId,
    lastId: deliverableId,
  });

  /**
   * Reads by `delivered_at`. Each page starts after the last row of the one before; with OFFSET, SQLite would read all earlier rows
   * again.
   */
  function* timed(scope: Scope, from: string, to: string): Generator<DeliveredRow[]> {
    const order = 'd.delivered_at, d.order_id, d.deliverable_id';
    const inPeriod = `d.delivered_at >= :from AND d.delivered_at < :to AND d.delivered_at GLOB '${readable}'`;
    let rows = page(scope, inPeriod, order, { from, to });
    for (let last = rows.at(-1); ; last = rows.at(-1)) {
      yield rows;
      if (rows.length < batchSize || !last) return;
      rows = page(scope, `${inPeriod} AND (${order}) > (:from, :lastOrder, :lastId)`, order, {
        from: last.deliveredAt ?? '',
        to,
        ...lastOf(last),
      });
    }
  }

  function* untimed(scope: Scope): Generator<DeliveredRow[]> {
    const order = 'd.order_id, d.deliverable_id';
    let rows = page(scope, 'd.delivered_at IS NULL', order, {});
    for (let last = rows.at(-1); ; last = rows.at(-1)) {
      yield rows;
      if (rows.length < batchSize || !last) return;
      rows = page(
        scope,
        `d.delivered_at IS NULL AND (${order}) > (:lastOrder, :lastId)`,
        order,
        lastOf(last),
      );
    }
  }

  /** Reads the rows with an unreadable time, which the index alone finds. */
  function* unreadablyTimed(scope: Scope): Generator<DeliveredRow[]> {
    const keys = store.all(
      keyRow,
      `SELECT order_id AS orderId, deliverable_id AS deliverableId FROM deliverable d ${byTime}
       WHERE ${inScope} AND d.delivered_at > '' AND d.delivered_at NOT GLOB '${readable}'`,
      scopeParams(scope),
    );
    for (const key of keys)
      yield store.all(
        deliveredSchema,
        `SELECT ${columns} FROM deliverable d ${ofOrder}
         WHERE ${inScope} AND d.order_id = :orderId AND d.deliverable_id = :deliverableId`,
        { ...scopeParams(scope), ...key },
      );
  }

  /**
   * Yields in batches the deliverables that were delivered within the half-open period (ISO UTC), then those without a time, then
   * those with an unreadable time.
   */
  return function* batches(scope: Scope, from: string, to: string): Generator<DeliveredRow[]> {
    yield* timed(scope, from, to);
    yield* untimed(scope);
    yield* unreadablyTimed(scope);
  };
}

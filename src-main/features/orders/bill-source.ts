import { z } from 'zod';
import type { Footprint } from '../../../src-preload/contract/geometry.ts';
import {
  contractIdSchema,
  type OrderId,
  orderIdSchema,
  type Scope,
} from '../../../src-preload/contract/ids.ts';
import { readFootprint } from '../../core/footprint.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import type { Store } from '../../store/store.ts';
import { createDeliveredRows } from './delivered-rows.ts';
import { createDescribeDelivered, type Delivered, fieldsOf } from './describe-delivered.ts';
import { createSyncMarks, later } from './sync-marks.ts';

export type { Delivered };

const rawRow = z.object({ raw: z.string() });
const orderIdAtRow = z.object({ orderId: orderIdSchema, at: z.string().nullable() });
const countRow = z.object({ n: z.number() });
const idRow = z.object({ id: z.string() });

/** Creates the queries of usage reports about orders and deliverables. */
export function createBillSource({ store }: { store: Store }) {
  const marks = createSyncMarks(store);
  const batches = createDeliveredRows(store);
  const describeRow = createDescribeDelivered(store);

  const rawGeometry = (sql: string, params: Record<string, string>) => {
    const row = store.get(rawRow, sql, params);
    return row ? readFootprint(fieldsOf(row.raw).geometry) : null;
  };

  return {
    /** Yields the deliverables that were delivered within the half-open period (ISO UTC), and all without a time; in batches, unsorted. */
    *delivered(scope: Scope, from: string, to: string): Generator<Delivered[]> {
      const isWithin = (at: string | null) => at === null || (at >= from && at < to);
      for (const rows of batches(scope, from, to))
        yield rows.flatMap((row) => {
          const delivered = describeRow(scope, row);
          return delivered !== null && isWithin(delivered.row.at) ? [delivered] : [];
        });
    },
    /** Returns the polygon that the service gives for a capture of an order; null if it gives none. */
    captureFootprint: (scope: Scope, orderId: OrderId, captureId: string): Footprint | null =>
      rawGeometry(
        `SELECT raw FROM order_capture WHERE ${inScope} AND order_id = :orderId AND capture_id = :captureId`,
        { ...scopeParams(scope), orderId, captureId },
      ),
    /** Returns the polygon that an order was sent with; null for an order of a point. */
    orderFootprint: (scope: Scope, orderId: OrderId): Footprint | null =>
      rawGeometry(`SELECT raw FROM service_order_raw WHERE ${inScope} AND order_id = :orderId`, {
        ...scopeParams(scope),
        orderId,
      }),
    /** Returns the order that last delivered a scene, and when; null if none is stored. */
    deliveryOf(scope: Scope, sceneId: string, captureId: string | null) {
      if (captureId === null) return null;
      const row = store.get(
        orderIdAtRow,
        `SELECT order_id AS orderId, coalesce(delivered_at, updated_at) AS at FROM deliverable d
         WHERE d.capture_id = :captureId AND ${inScope} AND d.state = 'done' AND (d.scene_id = :sceneId OR d.scene_id IS NULL)
         ORDER BY at DESC LIMIT 1`,
        { ...scopeParams(scope), captureId, sceneId },
      );
      return row ?? null;
    },
    /** Returns how much of a contract's orders and deliverables has been synced, and when. */
    syncOf(scope: Scope): { known: 'never' | 'partly' | 'whole'; at: string | null } {
      const orders = marks.read(scope, 'orders');
      const deliverables = marks.read(scope, 'deliverables');
      const unread = store.get(
        countRow,
        `SELECT EXISTS (SELECT 1 FROM service_order WHERE ${inScope} AND deliverables_known = 0) AS n`,
        scopeParams(scope),
      )?.n;
      if (orders.finishedAt === null)
        return { known: orders.resumeAt > 0 || unread === 1 ? 'partly' : 'never', at: null };
      // Rows that the service counts and did not list may have been delivered too.
      const isShort = orders.missing > 0 || deliverables.missing > 0;
      if (unread === 1 || isShort) return { known: 'partly', at: deliverables.finishedAt };
      // If deliverables cannot be listed for all orders, they were requested order by order.
      const deliverablesAt = deliverables.finishedAt ?? orders.finishedAt;
      const isOrdersLater = later(orders.finishedAt, deliverablesAt) === orders.finishedAt;
      return { known: 'whole', at: isOrdersLater ? deliverablesAt : orders.finishedAt };
    },
    /** Returns the contracts of a connection that have orders; a single null for a legacy connection, which has no contract. */
    contractsOf(connectionId: string): Scope['contractId'][] {
      return store
        .all(
          idRow,
          'SELECT DISTINCT contract_id AS id FROM service_order WHERE connection_id = :connectionId',
          { connectionId },
        )
        .map(({ id }) => (id === '' ? null : contractIdSchema.parse(id)));
    },
  };
}

/** What `createBillSource` returns. */
export type BillSource = ReturnType<typeof createBillSource>;

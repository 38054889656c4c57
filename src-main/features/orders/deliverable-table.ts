import { z } from 'zod';
import { type OrderId, orderIdSchema, type Scope } from '../../../src-preload/contract/ids.ts';
import { deliverableSchema } from '../../../src-preload/contract/orders.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import { isoTime } from '../../service/api/iso-time.ts';
import type { WireDeliverable } from '../../service/api/orders-wire.ts';
import type { Row } from '../../service/api/service-client.ts';
import { readableItems, readJson } from '../../store/readable-rows.ts';
import { mergeDeliverable } from './merge-part.ts';
import type { OrderTable } from './order-table.ts';
import {
  createPartReader,
  createPartWriter,
  ofOrder,
  type PartDeclaration,
  type PartTableOptions,
} from './part-rows.ts';
import { writeRows } from './write-rows.ts';

const countRow = z.object({ n: z.number() });
const assetName = z.string();
const storedDeliverable = deliverableSchema.extend({
  assets: z.string().transform((text) => readableItems(assetName, readJson(text))),
});

/** Stands for the order of a deliverable that was listed without its order's identifier. */
const noOrder = orderIdSchema.parse('?');

const deliveredOrUpdated = ({ deliveredAt, updatedAt }: WireDeliverable) =>
  isoTime(deliveredAt) ?? isoTime(updatedAt);

const deliverables: PartDeclaration<WireDeliverable> = {
  table: 'deliverable',
  keyColumn: 'deliverable_id',
  keyOf: ({ deliverableId }) => deliverableId,
  merge: mergeDeliverable,
  columns: (wire, state) => ({
    capture_id: wire.captureId,
    scene_id: wire.sceneId,
    sku: wire.sku,
    level: wire.level,
    quantity: wire.quantity ?? null,
    quantity_field: wire.quantityField,
    quantity_unit: wire.quantityUnit,
    reason: wire.reason,
    assets: JSON.stringify(wire.assets),
    created_at: isoTime(wire.createdAt),
    updated_at: isoTime(wire.updatedAt),
    delivered_at: isoTime(wire.deliveredAt),
    done_at: state === 'done' ? deliveredOrUpdated(wire) : null,
  }),
  observedAs: 'deliverable',
  happenedAt: deliveredOrUpdated,
};

/** Creates the table of deliverables; it has no network access. It updates the counts of their orders. */
export function createDeliverableTable({
  orders,
  ...options
}: PartTableOptions & { orders: Pick<OrderTable, 'resolve' | 'countDeliverables'> }) {
  const { store } = options;
  const write = createPartWriter(options, deliverables);

  /**
   * Stores a deliverable for the order that was `requested`, or else for the one that the row names; returns that order, or null if
   * nothing changed.
   */
  function put(scope: Scope, row: Row<WireDeliverable>, requested: OrderId | null): OrderId | null {
    const named = row.parsed.orderId;
    const orderId = requested ?? (named === null ? noOrder : orders.resolve(scope, named));
    if (!write(scope, row, { orderId })) return null;
    if (orderId !== noOrder)
      // Removes the row of an earlier listing without the order's identifier.
      store.run(`DELETE FROM deliverable WHERE ${ofOrder} AND deliverable_id = :deliverableId`, {
        ...scopeParams(scope),
        orderId: noOrder,
        deliverableId: row.parsed.deliverableId,
      });
    return orderId;
  }

  const { list, raws } = createPartReader(store, storedDeliverable, {
    table: 'deliverable',
    columns: `deliverable_id AS deliverableId, status, state, capture_id AS captureId, scene_id AS sceneId, level, quantity,
      quantity_field AS quantityField, quantity_unit AS quantityUnit, reason, assets, updated_at AS updatedAt,
      delivered_at AS deliveredAt`,
    order: 'created_at, deliverable_id',
  });

  return {
    /**
     * Stores deliverables, for the order that was `requested` or else for the one that each row names; returns whether any was new or
     * changed.
     */
    putDeliverables(
      scope: Scope,
      rows: readonly Row<WireDeliverable>[],
      requested: OrderId | null = null,
    ): boolean {
      return store.transaction(() => {
        const changedOrders = new Set(
          writeRows(store, rows, (row) => put(scope, row, requested), options.onUnwritable),
        );
        changedOrders.delete(null);
        for (const orderId of changedOrders) if (orderId !== null) orders.countDeliverables(scope, orderId);
        return changedOrders.size > 0;
      });
    },
    deliverables: list,
    /** Returns how many deliverables of the scope are stored. */
    deliverableSize: (scope: Scope): number =>
      store.get(countRow, `SELECT count(*) AS n FROM deliverable WHERE ${inScope}`, scopeParams(scope))?.n ??
      0,
    rawDeliverables: raws,
  };
}

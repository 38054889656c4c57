import { z } from 'zod';
import { type OrderId, orderIdSchema, type Scope } from '../../src-preload/contract/ids.ts';
import { type Deliverable, deliverableSchema } from '../../src-preload/contract/orders.ts';
import type { Observed } from '../core/observed-state.ts';
import { inScope, scopeParams } from '../core/scope.ts';
import { isoTime } from '../service/api/iso-time.ts';
import type { WireDeliverable } from '../service/api/orders-wire.ts';
import type { Row } from '../service/api/service-client.ts';
import { readableItems, readableRows, readJson } from '../store/readable-rows.ts';
import type { Store } from '../store/store.ts';
import { isStale, knownPartSchema, mergeDeliverable } from './merge-part.ts';
import { partState } from './order-status.ts';
import type { OrderTable } from './order-table.ts';
import { createRawReader, ofOrder } from './part-rows.ts';
import { writeRows } from './write-rows.ts';

const countRow = z.object({ n: z.number() });
const assetName = z.string();
const storedDeliverable = deliverableSchema.extend({
  assets: z.string().transform((text) => readableItems(assetName, readJson(text))),
});

/** The order of a deliverable that was listed without the name of its order. */
const noOrder = orderIdSchema.parse('?');

const upsertDeliverable = `INSERT OR REPLACE INTO deliverable VALUES (:connectionId, :contractId, :orderId, :deliverableId, :status, :state,
  :captureId, :sceneId, :sku, :level, :quantity, :quantityField, :quantityUnit, :reason, :assets, :created,
  :updated, :delivered, :raw, :seenAt, :doneAt)`;

/** The columns of a deliverable besides its identifiers, its state and its raw JSON. */
const columnsOf = (parsed: WireDeliverable) => ({
  status: parsed.status ?? '',
  captureId: parsed.captureId,
  sceneId: parsed.sceneId,
  sku: parsed.sku,
  level: parsed.level,
  quantity: parsed.quantity ?? null,
  quantityField: parsed.quantityField,
  quantityUnit: parsed.quantityUnit,
  reason: parsed.reason,
  assets: JSON.stringify(parsed.assets),
  created: isoTime(parsed.createdAt),
  updated: isoTime(parsed.updatedAt),
  delivered: isoTime(parsed.deliveredAt),
});

/** Returns the table of deliverables: rows in, rows out, no network. The counts of their orders follow. */
export function createDeliverableTable({
  store,
  now,
  observed,
  orders,
  onUnwritable,
}: {
  store: Store;
  now: () => Date;
  observed: Observed | undefined;
  orders: Pick<OrderTable, 'resolve' | 'countDeliverables'>;
  onUnwritable: (error: unknown) => void;
}) {
  /** Of the order that was asked for, or of the one that the row names; returns that order, null where nothing changed. */
  function put(scope: Scope, row: Row<WireDeliverable>, asked: OrderId | null): OrderId | null {
    const named = row.parsed.orderId;
    const orderId = asked ?? (named === null ? noOrder : orders.resolve(scope, named));
    const at = { ...scopeParams(scope), orderId, deliverableId: row.parsed.deliverableId };
    const known = store.get(
      knownPartSchema,
      `SELECT updated_at AS updatedAt, state, raw FROM deliverable WHERE ${ofOrder} AND deliverable_id = :deliverableId`,
      at,
    );
    const { parsed, raw } = mergeDeliverable(known?.raw, row);
    const state = partState(parsed.status);
    const rawText = JSON.stringify(raw);
    if (isStale(known, { updatedAt: row.parsed.updatedAt, state }) || known?.raw === rawText) return null;
    if (orderId !== noOrder)
      // Listed before without the name of its order.
      store.run(`DELETE FROM deliverable WHERE ${ofOrder} AND deliverable_id = :deliverableId`, {
        ...at,
        orderId: noOrder,
      });
    const columns = columnsOf(parsed);
    const deliveredOrUpdated = columns.delivered ?? columns.updated;
    store.run(upsertDeliverable, {
      ...at,
      ...columns,
      state,
      raw: rawText,
      seenAt: now().toISOString(),
      doneAt: state === 'done' ? deliveredOrUpdated : null,
    });
    if (known?.state !== state)
      observed?.(scope, {
        kind: 'deliverable',
        id: `${orderId} ${parsed.deliverableId}`,
        parentId: orderId,
        captureId: parsed.captureId,
        state,
        happenedAt: deliveredOrUpdated,
      });
    return orderId;
  }

  return {
    /**
     * Stores deliverables, of the order that was `asked` for them or each of the one that it names, and returns whether any was
     * new or changed.
     */
    putDeliverables(
      scope: Scope,
      rows: readonly Row<WireDeliverable>[],
      asked: OrderId | null = null,
    ): boolean {
      return store.transaction(() => {
        const write = (row: Row<WireDeliverable>) => put(scope, row, asked);
        const touched = new Set(writeRows(store, rows, write, onUnwritable));
        touched.delete(null);
        for (const orderId of touched) if (orderId !== null) orders.countDeliverables(scope, orderId);
        return touched.size > 0;
      });
    },
    /** The deliverables of an order, the oldest first. */
    deliverables: (scope: Scope, orderId: OrderId): Deliverable[] =>
      readableRows(
        store,
        storedDeliverable,
        `SELECT deliverable_id AS deliverableId, status, state, capture_id AS captureId, scene_id AS sceneId, level,
           quantity, quantity_field AS quantityField, quantity_unit AS quantityUnit, reason, assets,
           updated_at AS updatedAt, delivered_at AS deliveredAt
         FROM deliverable WHERE ${ofOrder} ORDER BY created_at, deliverable_id LIMIT 1000`,
        { ...scopeParams(scope), orderId },
      ).rows,
    /** How many deliverables of the scope are stored. */
    deliverableSize: (scope: Scope): number =>
      store.get(countRow, `SELECT count(*) AS n FROM deliverable WHERE ${inScope}`, scopeParams(scope))?.n ??
      0,
    rawDeliverables: createRawReader(store, 'deliverable'),
  };
}

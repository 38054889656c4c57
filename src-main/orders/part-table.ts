import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type CaptureId, type OrderId, orderIdSchema, type Scope } from '../../src-preload/contract/ids.ts';
import {
  type Deliverable,
  deliverableSchema,
  type OrderCapture,
  type OrderEvent,
  orderCaptureSchema,
  orderEventSchema,
} from '../../src-preload/contract/orders.ts';
import type { Observed } from '../core/observed-state.ts';
import { scopeParams } from '../core/scope.ts';
import { withoutAddresses } from '../service/api/asset-wire.ts';
import { isoTime } from '../service/api/iso-time.ts';
import { mergeParsed, mergeRaw, says } from '../service/api/merge-raw.ts';
import {
  type WireDeliverable,
  type WireOrderCapture,
  type WireOrderEvent,
  wireDeliverableSchema,
  wireOrderCaptureSchema,
} from '../service/api/orders-wire.ts';
import type { Row } from '../service/api/service-client.ts';
import { redactScene } from '../service/redaction/redact-scene.ts';
import { readableItems, readableRows, readJson } from '../store/readable-rows.ts';
import type { Store } from '../store/store.ts';
import { storedRecord } from '../store/stored-json.ts';
import { partState } from './order-status.ts';
import type { OrderTable } from './order-table.ts';
import { comparableTime } from './wire-mapping.ts';
import { writeRows } from './write-rows.ts';

const startSkuRow = z.object({ start: z.string().nullable(), sku: z.string() });
const atRow = z.object({ at: z.string().nullable() });
const countRow = z.object({ n: z.number() });

const ofOrder = 'connection_id = :connectionId AND contract_id = :contractId AND order_id = :orderId';
const knownSchema = z.object({ updatedAt: z.string().nullable(), state: z.string(), raw: z.string() });
const rawRow = z.object({ raw: z.string() });
const assetName = z.string();
const storedDeliverable = deliverableSchema.extend({
  assets: z.string().transform((text) => readableItems(assetName, readJson(text))),
});
const noOrder = orderIdSchema.parse('?');

const rawSchema = z.record(z.string(), z.unknown());
const keptRaw = (raw: Record<string, unknown>) => rawSchema.parse(redactScene(withoutAddresses(raw)));
const rawText = (raw: unknown) => JSON.stringify(redactScene(raw));

/** Why something is as it is holds for that status only. */
const ofStatus = ['status_reason', 'reason'];

/** What an answer says of a part laid over what was known of it: a field that is missing is not an empty one. */
function mergePart<T extends { status: string | null; reason: string | null }>(
  before: string | undefined,
  schema: z.ZodType<T>,
  { parsed, raw }: Row<T>,
): Row<T> {
  const own = keptRaw(raw);
  const known = before === undefined ? null : storedRecord(before);
  const old = known === null ? null : schema.safeParse(known);
  if (known === null || !old?.success) return { parsed, raw: own };
  const moved = parsed.status !== null && parsed.status !== old.data.status;
  return {
    parsed: mergeParsed(moved ? { ...old.data, reason: null } : old.data, parsed),
    raw: mergeRaw(known, own, { except: moved ? ofStatus : [] }),
  };
}

/** A quantity, its field and its unit are one; assets that are said to be none are none. */
function mergeDeliverable(before: string | undefined, row: Row<WireDeliverable>): Row<WireDeliverable> {
  const { parsed, raw } = mergePart(before, wireDeliverableSchema, row);
  const { quantity, quantityField, quantityUnit } = row.parsed;
  const said = quantity === null || quantity === undefined ? {} : { quantity, quantityField, quantityUnit };
  // The addresses were taken out of what is kept, the names were not.
  const assets = says(row.raw, 'assets') ? row.parsed.assets : parsed.assets;
  return { parsed: { ...parsed, ...said, assets }, raw };
}

/** A page read before may arrive after; what was delivered once stays delivered unless a newer answer says otherwise. */
function isStale(
  known: z.infer<typeof knownSchema> | undefined,
  read: { updatedAt: string | null; state: string },
): boolean {
  if (!known) return false;
  const before = comparableTime(known.updatedAt);
  const after = comparableTime(read.updatedAt);
  if (before !== null && after !== null && before !== after) return after < before;
  return known.state === 'done' && (read.state === 'waiting' || read.state === 'processing');
}

/** Captures, deliverables and events of orders: rows in, rows out, no network. */
export function createPartTable({
  store,
  now,
  observed,
  orders,
  onUnwritable = () => undefined,
}: {
  store: Store;
  now: () => Date;
  observed?: Observed;
  orders: Pick<OrderTable, 'resolve' | 'count' | 'wasRead'>;
  /** Told of a row that could not be written; the others were. */
  onUnwritable?: (error: unknown) => void;
}) {
  const seenAt = () => now().toISOString();

  function putCapture(scope: Scope, orderId: OrderId, position: number, row: Row<WireOrderCapture>): boolean {
    const at = { ...scopeParams(scope), orderId, captureId: row.parsed.captureId };
    const known = store.get(
      knownSchema,
      `SELECT updated_at AS updatedAt, state, raw FROM order_capture WHERE ${ofOrder} AND capture_id = :captureId`,
      at,
    );
    const { parsed, raw: merged } = mergePart(known?.raw, wireOrderCaptureSchema, row);
    const state = partState(parsed.status);
    const raw = JSON.stringify(merged);
    if (isStale(known, { updatedAt: row.parsed.updatedAt, state }) || known?.raw === raw) return false;
    store.run(
      `INSERT OR REPLACE INTO order_capture VALUES (:connectionId, :contractId, :orderId, :captureId, :position, :status,
         :state, :start, :satellite, :reason, :updated, :raw, :seenAt)`,
      {
        ...at,
        position,
        status: parsed.status ?? '',
        state,
        start: isoTime(parsed.start),
        satellite: parsed.satelliteName,
        reason: parsed.reason,
        updated: isoTime(parsed.updatedAt),
        raw,
        seenAt: seenAt(),
      },
    );
    if (known?.state !== state)
      observed?.(scope, {
        kind: 'order-capture',
        id: `${orderId} ${parsed.captureId}`,
        parentId: orderId,
        captureId: parsed.captureId,
        state,
        happenedAt: state === 'done' ? isoTime(parsed.updatedAt) : null,
        firstLook: !known && !orders.wasRead(scope, orderId),
      });
    return true;
  }

  /** Of the order that was asked for, or of the one that the row names. */
  function putDeliverable(scope: Scope, row: Row<WireDeliverable>, asked: OrderId | null): OrderId | null {
    const named = row.parsed.orderId;
    const orderId = asked ?? (named === null ? noOrder : orders.resolve(scope, named));
    const at = { ...scopeParams(scope), orderId, deliverableId: row.parsed.deliverableId };
    const known = store.get(
      knownSchema,
      `SELECT updated_at AS updatedAt, state, raw FROM deliverable WHERE ${ofOrder} AND deliverable_id = :deliverableId`,
      at,
    );
    const { parsed, raw: merged } = mergeDeliverable(known?.raw, row);
    const state = partState(parsed.status);
    const raw = JSON.stringify(merged);
    if (isStale(known, { updatedAt: row.parsed.updatedAt, state }) || known?.raw === raw) return null;
    if (orderId !== noOrder)
      // Listed before without the name of its order.
      store.run(`DELETE FROM deliverable WHERE ${ofOrder} AND deliverable_id = :deliverableId`, {
        ...at,
        orderId: noOrder,
      });
    store.run(
      `INSERT OR REPLACE INTO deliverable VALUES (:connectionId, :contractId, :orderId, :deliverableId, :status, :state,
         :captureId, :sceneId, :sku, :level, :quantity, :quantityField, :quantityUnit, :reason, :assets, :created,
         :updated, :delivered, :raw, :seenAt, :doneAt)`,
      {
        ...at,
        status: parsed.status ?? '',
        state,
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
        raw,
        seenAt: seenAt(),
        doneAt: state === 'done' ? (isoTime(parsed.deliveredAt) ?? isoTime(parsed.updatedAt)) : null,
      },
    );
    if (known?.state !== state)
      observed?.(scope, {
        kind: 'deliverable',
        id: `${orderId} ${parsed.deliverableId}`,
        parentId: orderId,
        captureId: parsed.captureId,
        state,
        happenedAt: isoTime(parsed.deliveredAt) ?? isoTime(parsed.updatedAt),
      });
    return orderId;
  }

  const raws = (table: 'order_capture' | 'deliverable' | 'order_event', scope: Scope, orderId: OrderId) =>
    store
      .all(rawRow, `SELECT raw FROM ${table} WHERE ${ofOrder} LIMIT 1000`, { ...scopeParams(scope), orderId })
      .map(({ raw }): unknown => storedRecord(raw));

  return {
    /** Captures once listed are kept: a capture is never un-taken. */
    putCaptures(scope: Scope, orderId: OrderId, rows: readonly Row<WireOrderCapture>[]): boolean {
      const write = (row: Row<WireOrderCapture>, position: number) =>
        putCapture(scope, orderId, position, row);
      return writeRows(store, rows, write, onUnwritable).includes(true);
    },
    /** Answers whether any was new or changed; the counts of their orders follow. */
    putDeliverables(
      scope: Scope,
      rows: readonly Row<WireDeliverable>[],
      asked: OrderId | null = null,
    ): boolean {
      return store.transaction(() => {
        const write = (row: Row<WireDeliverable>) => putDeliverable(scope, row, asked);
        const touched = new Set(writeRows(store, rows, write, onUnwritable));
        touched.delete(null);
        for (const orderId of touched) if (orderId !== null) orders.count(scope, orderId);
        return touched.size > 0;
      });
    },
    /** Events are never taken back. Those without an identifier are told apart by what they say, and how often. */
    putEvents(scope: Scope, orderId: OrderId, rows: readonly Row<WireOrderEvent>[]): boolean {
      const times = new Map<string, number>();
      return store.transaction(() => {
        let written = false;
        for (const [position, { parsed, raw }] of rows.entries()) {
          const text = rawText(raw);
          const own = parsed.eventId ?? createHash('sha1').update(text).digest('hex');
          const nth = (times.get(own) ?? 0) + 1;
          times.set(own, nth);
          const { changes } = store.run(
            `INSERT INTO order_event VALUES (:connectionId, :contractId, :orderId, :key, :position, :at, :kind, :status,
               :reason, :captureId, :deliverableId, :raw, :seenAt)
             ON CONFLICT DO UPDATE SET position = :position, at = :at, kind = :kind, status = :status, reason = :reason,
               raw = :raw WHERE raw <> :raw`,
            {
              ...scopeParams(scope),
              orderId,
              key: nth === 1 ? own : `${own} ${nth}`,
              position,
              at: isoTime(parsed.at),
              kind: parsed.kind,
              status: parsed.status,
              reason: parsed.reason,
              captureId: parsed.captureId,
              deliverableId: parsed.deliverableId,
              raw: text,
              seenAt: seenAt(),
            },
          );
          written ||= changes > 0;
        }
        return written;
      });
    },
    captures: (scope: Scope, orderId: OrderId): OrderCapture[] =>
      readableRows(
        store,
        orderCaptureSchema,
        `SELECT capture_id AS captureId, status, state, start_at AS start, satellite AS satelliteName, reason
         FROM order_capture WHERE ${ofOrder} ORDER BY start_at IS NULL, start_at, position LIMIT 1000`,
        { ...scopeParams(scope), orderId },
      ).rows,
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
    events: (scope: Scope, orderId: OrderId): OrderEvent[] =>
      readableRows(
        store,
        orderEventSchema,
        `SELECT event_key AS key, at, kind, status, reason, capture_id AS captureId, deliverable_id AS deliverableId
         FROM order_event WHERE ${ofOrder} ORDER BY at IS NULL, at, position LIMIT 1000`,
        { ...scopeParams(scope), orderId },
      ).rows,
    raws: (scope: Scope, orderId: OrderId) => ({
      captures: raws('order_capture', scope, orderId),
      deliverables: raws('deliverable', scope, orderId),
      events: raws('order_event', scope, orderId),
    }),
    /** When a capture was taken and when it was first delivered, and under which SKU. */
    captureFacts(scope: Scope, captureId: CaptureId) {
      const at = { ...scopeParams(scope), captureId };
      const inScope =
        'c.connection_id = :connectionId AND c.contract_id = :contractId AND c.capture_id = :captureId';
      const taken = store.get(
        startSkuRow,
        `SELECT c.start_at AS start, sku FROM order_capture c JOIN service_order USING (connection_id, contract_id, order_id)
         WHERE ${inScope} AND c.start_at IS NOT NULL LIMIT 1`,
        at,
      );
      const delivered = store.get(
        atRow,
        `SELECT min(delivered_at) AS at FROM deliverable c WHERE ${inScope} AND state = 'done'`,
        at,
      );
      return { start: taken?.start ?? null, sku: taken?.sku ?? null, deliveredAt: delivered?.at ?? null };
    },
    /** Of all orders of the scope. */
    deliverableSize(scope: Scope): number {
      const sql =
        'SELECT count(*) AS n FROM deliverable WHERE connection_id = :connectionId AND contract_id = :contractId';
      return store.get(countRow, sql, scopeParams(scope))?.n ?? 0;
    },
  };
}

export type PartTable = ReturnType<typeof createPartTable>;

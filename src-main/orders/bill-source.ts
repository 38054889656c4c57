import { z } from 'zod';
import type { BillRow } from '../../src-preload/contract/bills.ts';
import { decimalOf } from '../../src-preload/contract/decimal.ts';
import type { Footprint } from '../../src-preload/contract/geometry.ts';
import {
  captureIdSchema,
  contractIdSchema,
  type OrderId,
  orderIdSchema,
  type Scope,
  taskIdSchema,
} from '../../src-preload/contract/ids.ts';
import { readFootprint } from '../core/footprint.ts';
import { scopeParams } from '../core/scope.ts';
import { text } from '../service/api/wire.ts';
import type { Store } from '../store/store.ts';
import { storedRecord } from '../store/stored-json.ts';
import { partState } from './order-status.ts';
import { createSyncMarks, later } from './sync-marks.ts';
import { comparableTime } from './wire-mapping.ts';

const orderIdDeliverableIdRow = z.object({ orderId: z.string(), deliverableId: z.string() });
const atStatusRow = z.object({ at: z.string().nullable(), status: z.string().nullable() });
const rawRow = z.object({ raw: z.string() });
const orderIdAtRow = z.object({ orderId: orderIdSchema, at: z.string().nullable() });
const countRow = z.object({ n: z.number() });
const idRow = z.object({ id: z.string() });

const inScope = 'd.connection_id = :connectionId AND d.contract_id = :contractId';
/** As `isoTime` writes them; anything else is the service's own text, which no period can hold. */
const readable = '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*Z';
const batch = 100;

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
type DeliveredRow = z.infer<typeof deliveredSchema>;

const columns = `d.order_id AS orderId, d.deliverable_id AS deliverableId, d.status, d.state, d.capture_id AS captureId,
  d.scene_id AS sceneId, d.sku, d.level, d.quantity, d.quantity_field AS quantityField, d.quantity_unit AS quantityUnit,
  d.updated_at AS updatedAt, d.delivered_at AS deliveredAt,
  CASE WHEN d.state IN ('done', 'other') THEN d.raw END AS raw,
  o.name AS orderName, o.project AS orderProject, o.sku AS orderSku, o.state AS orderState, o.status AS orderStatus,
  o.task_id AS taskId`;
/** Named, or SQLite walks the wide rows of all that has a time for the few that have none. */
const byTime = 'INDEXED BY deliverable_time';
const ofOrder = `LEFT JOIN service_order o
  ON o.connection_id = d.connection_id AND o.contract_id = d.contract_id AND o.order_id = d.order_id`;

const fieldsSchema = z.record(z.string(), z.unknown());
const openStates: ReadonlySet<string> = new Set(['received', 'in-progress', 'other']);

/** A delivered deliverable with what its order says; its scene is another domain's. */
export interface Delivered {
  row: Omit<BillRow, 'librarySceneId' | 'onDisk' | 'quantitySource'>;
  /** Whether it counts: a status that nobody knows may mean anything. */
  known: boolean;
  orderStatus: string;
  /** The polygon that the service tells of the deliverable itself. */
  footprint: () => Footprint | null;
}

const squareKilometres = /^(km2|km²|km\^2|sq\.? ?km|sqkm|square[ _-]?kilomet(er|re)s?)$/i;

function fieldsOf(raw: string | null): Record<string, unknown> {
  if (raw === null) return {};
  const outer = storedRecord(raw);
  const inner = fieldsSchema.safeParse(outer.properties);
  return inner.success ? { ...outer, ...inner.data, geometry: outer.geometry ?? inner.data.geometry } : outer;
}

/** All digits of a quantity that came as text: as a number some would be lost. */
function quantityOf(
  { quantity, quantityField }: DeliveredRow,
  fields: Record<string, unknown>,
): string | null {
  if (quantity === null) return null;
  const own = quantityField === null ? null : fields[quantityField];
  const inner = fieldsSchema.safeParse(own);
  const said = inner.success ? (inner.data.value ?? inner.data.amount) : own;
  return (typeof said === 'string' ? decimalOf(said) : null) ?? decimalOf(quantity);
}

/** What bills ask of orders and deliverables. In batches: with tens of thousands of them main must not stand still. */
export function createBillSource({ store }: { store: Store }) {
  const marks = createSyncMarks(store);

  /** A page of what `condition` finds, by an index whose order it is. */
  const page = (scope: Scope, condition: string, order: string, params: Record<string, string>) =>
    store.all(
      deliveredSchema,
      `SELECT ${columns} FROM deliverable d ${byTime} ${ofOrder} WHERE ${inScope} AND ${condition} ORDER BY ${order} LIMIT ${batch}`,
      { ...scopeParams(scope), ...params },
    );
  const lastOf = ({ orderId, deliverableId }: DeliveredRow) => ({
    lastOrder: orderId,
    lastId: deliverableId,
  });

  /** By `delivered_at`. The time begins anew with each page, or SQLite would walk all that came before it again. */
  function* timed(scope: Scope, from: string, to: string): Generator<DeliveredRow[]> {
    const order = 'd.delivered_at, d.order_id, d.deliverable_id';
    const within = `d.delivered_at >= :from AND d.delivered_at < :to AND d.delivered_at GLOB '${readable}'`;
    let rows = page(scope, within, order, { from, to });
    for (let last = rows.at(-1); ; last = rows.at(-1)) {
      yield rows;
      if (rows.length < batch || !last) return;
      rows = page(scope, `${within} AND (${order}) > (:from, :lastOrder, :lastId)`, order, {
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
      if (rows.length < batch || !last) return;
      rows = page(
        scope,
        `d.delivered_at IS NULL AND (${order}) > (:lastOrder, :lastId)`,
        order,
        lastOf(last),
      );
    }
  }

  /** What bears a time that cannot be read: found in the index alone, without a look at the rows. */
  function* oddlyTimed(scope: Scope): Generator<DeliveredRow[]> {
    const keys = store.all(
      orderIdDeliverableIdRow,
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

  function eventTime(scope: Scope, row: DeliveredRow): string | null {
    const events = store.all(
      atStatusRow,
      `SELECT at, status FROM order_event d WHERE ${inScope} AND order_id = :orderId AND deliverable_id = :deliverableId
       ORDER BY at LIMIT 100`,
      { ...scopeParams(scope), orderId: row.orderId, deliverableId: row.deliverableId },
    );
    const first = events.find(
      ({ at, status }) => partState(status) === 'done' && comparableTime(at) !== null,
    );
    return first?.at ?? null;
  }

  function timeOf(scope: Scope, row: DeliveredRow): Pick<BillRow, 'at' | 'timeSource'> {
    const delivered = comparableTime(row.deliveredAt);
    if (delivered !== null) return { at: delivered, timeSource: 'delivered' };
    const updated = comparableTime(row.updatedAt);
    if (updated !== null) return { at: updated, timeSource: 'updated' };
    const event = eventTime(scope, row);
    return event === null ? { at: null, timeSource: null } : { at: event, timeSource: 'event' };
  }

  function deliveredOf(scope: Scope, row: DeliveredRow): Delivered | null {
    if (row.state !== 'done' && row.state !== 'other') return null;
    const fields = fieldsOf(row.raw);
    const quantity = quantityOf(row, fields);
    const unit = quantity === null ? null : row.quantityUnit?.trim() || null;
    const sku = row.sku ?? row.orderSku ?? '';
    return {
      known: row.state === 'done',
      orderStatus: row.orderStatus ?? '',
      row: {
        contractId: scope.contractId,
        orderId: row.orderId,
        deliverableId: row.deliverableId,
        orderName: row.orderName ?? '',
        project: row.orderProject || (text.parse(fields.project_name) ?? ''),
        sku,
        level: row.level,
        taskId: row.taskId,
        captureId: row.captureId,
        sceneId: row.sceneId,
        status: row.status,
        ...timeOf(scope, row),
        quantity,
        unit: unit !== null && squareKilometres.test(unit) ? 'km2' : unit,
        quantityField: quantity === null ? null : row.quantityField,
        provisional: openStates.has(row.orderState ?? ''),
        archive: /^ARC/i.test(row.orderSku ?? sku),
      },
      footprint: () => readFootprint(fields.geometry),
    };
  }

  const rawGeometry = (sql: string, params: Record<string, string>) => {
    const found = store.get(rawRow, sql, params);
    return found ? readFootprint(fieldsOf(found.raw).geometry) : null;
  };

  return {
    /** All that was delivered within the half-open period (ISO UTC), and all that has no time; in batches, unsorted. */
    *delivered(scope: Scope, from: string, to: string): Generator<Delivered[]> {
      const described = (rows: DeliveredRow[]) =>
        rows.flatMap((row) => {
          const one = deliveredOf(scope, row);
          return one !== null && (one.row.at === null || (one.row.at >= from && one.row.at < to))
            ? [one]
            : [];
        });
      for (const rows of timed(scope, from, to)) yield described(rows);
      for (const rows of untimed(scope)) yield described(rows);
      for (const rows of oddlyTimed(scope)) yield described(rows);
    },
    captureFootprint: (scope: Scope, orderId: OrderId, captureId: string): Footprint | null =>
      rawGeometry(
        `SELECT raw FROM order_capture d WHERE ${inScope} AND order_id = :orderId AND capture_id = :captureId`,
        {
          ...scopeParams(scope),
          orderId,
          captureId,
        },
      ),
    orderFootprint: (scope: Scope, orderId: OrderId): Footprint | null =>
      rawGeometry(`SELECT raw FROM service_order_raw d WHERE ${inScope} AND order_id = :orderId`, {
        ...scopeParams(scope),
        orderId,
      }),
    /** By which order a scene was delivered, at whatever time. */
    deliveryOf(scope: Scope, sceneId: string, captureId: string | null) {
      if (captureId === null) return null;
      const found = store.get(
        orderIdAtRow,
        `SELECT order_id AS orderId, coalesce(delivered_at, updated_at) AS at FROM deliverable d
         WHERE d.capture_id = :captureId AND ${inScope} AND d.state = 'done' AND (d.scene_id = :sceneId OR d.scene_id IS NULL)
         ORDER BY at DESC LIMIT 1`,
        { ...scopeParams(scope), captureId, sceneId },
      );
      return found ?? null;
    },
    /** How much of a contract's orders and deliverables has been read, and when. */
    syncOf(scope: Scope): { known: 'never' | 'partly' | 'whole'; at: string | null } {
      const orders = marks.read(scope, 'orders');
      const deliverables = marks.read(scope, 'deliverables');
      const unread = store.get(
        countRow,
        `SELECT EXISTS (SELECT 1 FROM service_order d WHERE ${inScope} AND deliverables_known = 0) AS n`,
        scopeParams(scope),
      )?.n;
      if (orders.finishedAt === null)
        return { known: orders.resumeAt > 0 || unread === 1 ? 'partly' : 'never', at: null };
      if (unread === 1) return { known: 'partly', at: deliverables.finishedAt };
      // Where deliverables cannot be listed for all orders, each order was asked for its own.
      const both = [orders.finishedAt, deliverables.finishedAt ?? orders.finishedAt];
      return {
        known: 'whole',
        at: both[0] === later(both[0] ?? null, both[1] ?? null) ? (both[1] ?? null) : (both[0] ?? null),
      };
    },
    /** Contracts of a connection that have orders, '' for a legacy one. */
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

export type BillSource = ReturnType<typeof createBillSource>;

import { z } from 'zod';
import {
  type CaptureId,
  captureIdSchema,
  type OrderId,
  orderIdSchema,
  type Scope,
  type TaskId,
} from '../../src-preload/contract/ids.ts';
import {
  type OrderFilter,
  type OrderPlaces,
  type OrderRow,
  type OrderSort,
  type OrderState,
  orderRowSchema,
  orderStateSchema,
} from '../../src-preload/contract/orders.ts';
import { packDegrees, packRings, unpackRings } from '../../src-preload/contract/packed-places.ts';
import { boxOf } from '../core/footprint.ts';
import type { Observed } from '../core/observed-state.ts';
import { inScope, scopeParams } from '../core/scope.ts';
import { isoTime } from '../service/api/iso-time.ts';
import { mergeParsed, mergeRaw } from '../service/api/merge-raw.ts';
import {
  type WireOrder,
  wireDeliverableSchema,
  wireOrderCaptureSchema,
  wireOrderEventSchema,
  wireOrderSchema,
} from '../service/api/orders-wire.ts';
import type { Row } from '../service/api/service-client.ts';
import { redactScene } from '../service/redaction/redact-scene.ts';
import { createScopedList } from '../store/scoped-list.ts';
import { fold } from '../store/search-words.ts';
import type { Store } from '../store/store.ts';
import { storedRecord } from '../store/stored-json.ts';
import { isFinalOrder, type OrderStatusKind, orderStatusKind } from './order-status.ts';
import { comparableTime, joinsOf, orderNumber, placeOf } from './wire-mapping.ts';

const idRow = z.object({ id: orderIdSchema });
const idStateUpdatedAtRow = z.object({
  id: orderIdSchema,
  state: z.string(),
  updatedAt: z.string().nullable(),
});

const columns: Record<keyof OrderRow, string> = {
  orderId: 'order_id',
  name: 'name',
  project: 'project',
  sku: 'sku',
  productName: 'product_name',
  status: 'status',
  state: 'state',
  taskId: 'task_id',
  longitude: 'longitude_e6 / 1e6',
  latitude: 'latitude_e6 / 1e6',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  deliverableCount: 'deliverable_count',
  deliveredCount: 'delivered_count',
};
const orderStates = orderStateSchema.options;

/** A deliverable of a status that nobody knows may have been delivered. */
const someUnclear = `EXISTS (SELECT 1 FROM deliverable d WHERE d.connection_id = service_order.connection_id
  AND d.contract_id = service_order.contract_id AND d.order_id = service_order.order_id AND d.state = 'other')`;
const stateSql = `CASE WHEN status_kind <> 'closed' THEN status_kind WHEN delivered_count > 0 THEN 'fulfilled'
  WHEN deliverables_known = 1 AND NOT ${someUnclear} THEN 'unfulfilled' ELSE 'closed' END`;

const sorts: Record<OrderSort, string> = {
  updated: 'updated_at',
  created: 'created_at',
  name: 'name COLLATE NOCASE',
  status: 'state',
};

const observedSchema = z.object({ state: z.string(), updatedAt: z.string().nullable() });
const rawSchema = z.record(z.string(), z.unknown());
const countRow = z.object({ n: z.number() });
const textRow = z.object({ text: z.string() });
const placesRow = z.object({
  ids: z.string().nullable(),
  longitudes: z.string().nullable(),
  latitudes: z.string().nullable(),
  states: z.string().nullable(),
  ringIds: z.string().nullable(),
  rings: z.string().nullable(),
});
const knownSchema = z.object({
  status: z.string(),
  kind: z.enum(['received', 'in-progress', 'closed', 'cancelled', 'failed', 'other']),
  updatedAt: z.string().nullable(),
  raw: z.string(),
});
const storedSchema = z.object({
  outcomeId: captureIdSchema.nullable(),
  start: z.string().nullable(),
  end: z.string().nullable(),
  rings: z.string().nullable(),
  raw: z.string(),
  seenAt: z.string(),
  partsReadAt: z.string().nullable(),
});

export interface ListOptions {
  filter: OrderFilter;
  sort: OrderSort;
  descending: boolean;
}

const countsOf = (count: (state: OrderState) => number) =>
  z
    .record(orderStateSchema, z.number())
    .parse(Object.fromEntries(orderStates.map((state) => [state, count(state)])));

const parts: Record<string, z.ZodType> = {
  captures: wireOrderCaptureSchema,
  deliverables: wireDeliverableSchema,
  events: wireOrderEventSchema,
};

/** Without the nested rows that have tables of their own; what could not be read as one stays. */
function withoutParts(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const schema = parts[name];
      if (schema === undefined || !Array.isArray(value)) return [[name, value]];
      const unread = value.filter((row) => !schema.safeParse(row).success);
      return unread.length === 0 ? [] : [[name, unread]];
    }),
  );
}

/** The order as it is kept: no links, no nested rows. */
function keptRaw(raw: Record<string, unknown>): Record<string, unknown> {
  const properties = rawSchema.safeParse(raw.properties);
  const kept = properties.success
    ? { ...withoutParts(raw), properties: withoutParts(properties.data) }
    : withoutParts(raw);
  return rawSchema.parse(redactScene(kept));
}

/** What an answer says of an order laid over what was known of it. */
function mergeOrder(before: string, { parsed, raw }: Row<WireOrder>): Row<WireOrder> {
  const known = storedRecord(before);
  const old = wireOrderSchema.safeParse(known);
  if (!old.success) return { parsed, raw };
  const parameters =
    old.data.parameters && parsed.parameters ? { ...old.data.parameters, ...parsed.parameters } : null;
  return {
    parsed: { ...mergeParsed(old.data, parsed), ...(parameters === null ? {} : { parameters }) },
    raw: mergeRaw(known, raw),
  };
}

/** The orders of all scopes: rows in, rows out, no network. */
export function createOrderTable({
  store,
  now,
  isCancelled = () => false,
  observed,
  flagged,
}: {
  store: Store;
  now: () => Date;
  /** Whether a V1 task is known to be cancelled. Its order may go on for minutes as if it were not (service §10.3). */
  isCancelled?: (scope: Scope, taskId: TaskId) => boolean;
  observed?: Observed;
  /** The orders that need a look. */
  flagged?: (scope: Scope) => readonly string[];
}) {
  const listing = createScopedList(store, {
    table: 'service_order',
    id: { column: 'order_id', fromText: 'value' },
    row: orderRowSchema,
    columns,
    sorts,
    states: { column: 'state', kinds: orderStates },
    equals: { sku: 'sku' },
    countedBy: 'service_order_found',
  });

  const termsOf = (scope: Scope, { search, states, sku, needsLook }: OrderFilter) => ({
    search,
    states,
    equals: { sku },
    ids: needsLook ? (flagged?.(scope) ?? []) : undefined,
  });

  /** The stored identifier of an order that may be written otherwise elsewhere, `383` for `000383`. */
  function resolve(scope: Scope, orderId: OrderId): OrderId {
    const by = (condition: string, value: string | number) =>
      store.get(
        idRow,
        `SELECT order_id AS id FROM service_order WHERE ${inScope} AND ${condition} = :value LIMIT 1`,
        {
          ...scopeParams(scope),
          value,
        },
      )?.id;
    // Two questions, each with an index of its own: as one, it reads all orders for each row.
    const exact = by('order_id', orderId);
    const number = orderNumber(orderId);
    return exact ?? (number === null ? undefined : by('number', number)) ?? orderId;
  }

  /** In one transaction, or a crash leaves an order without its raw JSON. */
  const put = (scope: Scope, row: Row<WireOrder>) => store.transaction(() => putRow(scope, row));

  /** Stores one order as just read; `moved` when its status did or it is new. */
  function putRow(scope: Scope, answer: Row<WireOrder>): 'same' | 'changed' | 'moved' {
    const at = { ...scopeParams(scope), orderId: resolve(scope, answer.parsed.orderId) };
    const known = store.get(
      knownSchema,
      `SELECT status, status_kind AS kind, updated_at AS updatedAt, raw
       FROM service_order JOIN service_order_raw USING (connection_id, contract_id, order_id)
       WHERE ${inScope} AND order_id = :orderId`,
      at,
    );
    const updatedAt = comparableTime(answer.parsed.updatedAt);
    const before = comparableTime(known?.updatedAt ?? null);
    // A page read before may arrive after.
    if (updatedAt !== null && before !== null && updatedAt < before) return 'same';
    const kept = { parsed: answer.parsed, raw: keptRaw(answer.raw) };
    const { parsed, raw } = known ? mergeOrder(known.raw, kept) : kept;
    let status = parsed.status ?? '';
    let kind: OrderStatusKind = orderStatusKind(parsed.status);
    const newer = updatedAt !== null && before !== null && updatedAt > before;
    if (known && isFinalOrder(known.kind) && !isFinalOrder(kind) && !newer) {
      status = known.status;
      kind = known.kind;
    }
    const joins = joinsOf(parsed);
    if (!isFinalOrder(kind) && joins.taskId !== null && isCancelled(scope, joins.taskId)) kind = 'cancelled';
    const rawText = JSON.stringify(raw);
    const moved = known === undefined || known.status !== status;
    if (known && !moved && known.kind === kind && known.raw === rawText) return 'same';
    const name = parsed.name ?? '';
    const project = parsed.project ?? '';
    const sku = parsed.sku ?? '';
    const place = placeOf(parsed.geometry);
    store.run(
      `INSERT INTO service_order (connection_id, contract_id, order_id, number, name, project, folded, sku, product_name,
         status, status_kind, task_id, outcome_id, longitude_e6, latitude_e6, rings, start_at, end_at, created_at,
         updated_at, seen_at)
       VALUES (:connectionId, :contractId, :orderId, :number, :name, :project, :folded, :sku, :productName,
         :status, :kind, :taskId, :outcomeId, :longitude, :latitude, :rings, :start, :end, :created, :updated,
         :seenAt)
       ON CONFLICT DO UPDATE SET name = :name, project = :project, folded = :folded, sku = :sku,
         product_name = :productName, status = :status, status_kind = :kind, task_id = :taskId, outcome_id = :outcomeId,
         longitude_e6 = :longitude, latitude_e6 = :latitude, rings = :rings, start_at = :start, end_at = :end,
         created_at = :created, updated_at = :updated, seen_at = :seenAt,
         deliverables_known = CASE WHEN status = :status THEN deliverables_known ELSE 0 END`,
      {
        ...at,
        number: orderNumber(at.orderId),
        name,
        project,
        folded: fold(
          [name, project, at.orderId, sku, parsed.productName ?? '', status, joins.taskId ?? ''].join(' '),
        ),
        sku,
        productName: parsed.productName,
        status,
        kind,
        taskId: joins.taskId,
        outcomeId: joins.outcomeId,
        longitude: place ? packDegrees(place.longitude) : null,
        latitude: place ? packDegrees(place.latitude) : null,
        rings: place?.rings ? packRings(place.rings) : null,
        start: joins.start,
        end: joins.end,
        created: isoTime(parsed.createdAt),
        updated: isoTime(parsed.updatedAt),
        seenAt: now().toISOString(),
      },
    );
    store.run(
      'INSERT OR REPLACE INTO service_order_raw VALUES (:connectionId, :contractId, :orderId, :raw)',
      {
        ...at,
        raw: rawText,
      },
    );
    if (known === undefined) count(scope, at.orderId);
    else settle(scope, at.orderId);
    return moved ? 'moved' : 'changed';
  }

  /** What the status and the deliverables say together: a column of its own, so that an index can count by it. */
  function settle(scope: Scope, orderId: OrderId) {
    const at = { ...scopeParams(scope), orderId };
    store.run(`UPDATE service_order SET state = ${stateSql} WHERE ${inScope} AND order_id = :orderId`, at);
    if (!observed) return;
    const order = store.get(
      observedSchema,
      `SELECT state, updated_at AS updatedAt FROM service_order WHERE ${inScope} AND order_id = :orderId`,
      at,
    );
    if (order)
      observed(scope, {
        kind: 'order',
        id: orderId,
        parentId: null,
        state: order.state,
        happenedAt: order.updatedAt,
      });
  }

  /** Counts an order's deliverables anew. */
  function count(scope: Scope, orderId: OrderId) {
    const own = `FROM deliverable d WHERE d.connection_id = service_order.connection_id
      AND d.contract_id = service_order.contract_id AND d.order_id = service_order.order_id`;
    store.run(
      `UPDATE service_order SET deliverable_count = (SELECT count(*) ${own}),
         delivered_count = (SELECT count(*) ${own} AND d.state = 'done')
       WHERE ${inScope} AND order_id = :orderId`,
      { ...scopeParams(scope), orderId },
    );
    settle(scope, orderId);
  }

  function find(scope: Scope, orderId: OrderId): OrderRow | null {
    const row = store.get(
      orderRowSchema,
      `SELECT ${listing.columns} FROM service_order WHERE ${inScope} AND order_id = :orderId`,
      { ...scopeParams(scope), orderId },
    );
    return row ?? null;
  }

  return {
    put,
    count,
    find,
    resolve,
    list(scope: Scope, options: ListOptions & { offset: number; limit: number }) {
      const { total, rows, countOf } = listing.page(scope, termsOf(scope, options.filter), options);
      return { total, rows, stateCounts: countsOf(countOf) };
    },
    places(scope: Scope, filter: OrderFilter): OrderPlaces {
      const { sql, params } = listing.where(scope, termsOf(scope, filter));
      // Whole columns at a time, in one reading: twenty thousand rows read one by one would hold the loop.
      const ifPlaced = 'FILTER (WHERE longitude_e6 IS NOT NULL)';
      const columns = store.get(
        placesRow,
        `SELECT group_concat(order_id, char(31)) ${ifPlaced} AS ids, group_concat(longitude_e6) AS longitudes,
           group_concat(latitude_e6) ${ifPlaced} AS latitudes, group_concat(state, ' ') ${ifPlaced} AS states,
           group_concat(order_id, char(31)) FILTER (WHERE rings IS NOT NULL) AS ringIds, group_concat(rings, '|') AS rings
         FROM service_order WHERE ${sql}`,
        params,
      );
      return {
        ids: columns?.ids ?? '',
        longitudes: columns?.longitudes ?? '',
        latitudes: columns?.latitudes ?? '',
        states: columns?.states ?? '',
        ringIds: columns?.ringIds ?? '',
        rings: columns?.rings ?? '',
      };
    },
    position: (scope: Scope, orderId: OrderId, options: ListOptions) =>
      listing.position(scope, orderId, termsOf(scope, options.filter), options),
    /** What the details show besides the row. */
    stored(scope: Scope, orderId: OrderId) {
      const row = store.get(
        storedSchema,
        `SELECT outcome_id AS outcomeId, start_at AS start, end_at AS "end", rings, raw, seen_at AS seenAt,
           parts_read_at AS partsReadAt
         FROM service_order JOIN service_order_raw USING (connection_id, contract_id, order_id) WHERE ${inScope} AND order_id = :orderId`,
        { ...scopeParams(scope), orderId },
      );
      if (!row) return null;
      const { rings, raw, ...rest } = row;
      return {
        ...rest,
        bbox: rings === null ? null : boxOf(unpackRings(rings)),
        raw: storedRecord(raw),
      };
    },
    skus(scope: Scope): string[] {
      return store
        .all(
          textRow,
          `SELECT DISTINCT sku AS text FROM service_order WHERE ${inScope} AND sku <> '' ORDER BY sku LIMIT 500`,
          scopeParams(scope),
        )
        .map((row) => row.text);
    },
    /** The orders of a task that was cancelled, as far as they are open; what the service says of them stays beside. */
    taskCancelled(scope: Scope, taskId: TaskId) {
      store.run(
        `UPDATE service_order SET status_kind = 'cancelled', state = 'cancelled'
         WHERE ${inScope} AND task_id = :taskId AND status_kind NOT IN ('closed', 'cancelled', 'failed')`,
        { ...scopeParams(scope), taskId },
      );
    },
    ofTask(scope: Scope, taskId: TaskId): OrderRow[] {
      return store.all(
        orderRowSchema,
        `SELECT ${listing.columns} FROM service_order WHERE ${inScope} AND task_id = :taskId ORDER BY created_at, order_id LIMIT 50`,
        { ...scopeParams(scope), taskId },
      );
    },
    /** Of this name: what was there before an order of it is sent. Read off the index of names, the rows are not touched. */
    knownIds(scope: Scope, name: string): Set<OrderId> {
      const rows = store.all(
        idRow,
        `SELECT order_id AS id FROM service_order INDEXED BY service_order_name WHERE ${inScope} AND trim(name) = trim(:name)`,
        { ...scopeParams(scope), name },
      );
      return new Set(rows.map((row) => row.id));
    },
    /** Orders about a capture: those that took it, delivered of it, or ask the archive for it. */
    ofCapture(scope: Scope, captureId: CaptureId): OrderId[] {
      return store
        .all(
          idRow,
          `SELECT order_id AS id FROM order_capture WHERE ${inScope} AND capture_id = :captureId
           UNION SELECT order_id FROM deliverable WHERE ${inScope} AND capture_id = :captureId
           UNION SELECT order_id FROM service_order WHERE ${inScope} AND outcome_id = :captureId
           ORDER BY 1 LIMIT 50`,
          { ...scopeParams(scope), captureId },
        )
        .map(({ id }) => id);
    },
    size(scope: Scope): number {
      const sql = `SELECT count(*) AS n FROM service_order WHERE ${inScope}`;
      return store.get(countRow, sql, scopeParams(scope))?.n ?? 0;
    },
    /** Something can still happen to an order of this scope. */
    hasOpen(scope: Scope): boolean {
      const sql = `SELECT EXISTS (SELECT 1 FROM service_order WHERE ${inScope} AND state IN ('received', 'in-progress')) AS n`;
      return store.get(countRow, sql, scopeParams(scope))?.n === 1;
    },
    /** Orders whose deliverables were not read since their status moved, the latest first. */
    unread(scope: Scope, limit: number): OrderId[] {
      return store
        .all(
          idRow,
          `SELECT order_id AS id FROM service_order WHERE ${inScope} AND deliverables_known = 0
           ORDER BY updated_at DESC LIMIT :limit`,
          { ...scopeParams(scope), limit },
        )
        .map((row) => row.id);
    },
    /**
     * The deliverables of these are known now, since a listing of all of them has been read. A closed order of which it had none stays
     * unknown until it is asked itself: no listing promises to be whole. Answers how many were marked.
     */
    markKnown(scope: Scope, limit: number): number {
      return store.transaction(() => {
        const rows = store.all(
          idStateUpdatedAtRow,
          `SELECT order_id AS id, state, updated_at AS updatedAt FROM service_order
           WHERE ${inScope} AND deliverables_known = 0 AND (state <> 'closed' OR deliverable_count > 0) LIMIT :limit`,
          { ...scopeParams(scope), limit },
        );
        store.run(
          `UPDATE service_order SET deliverables_known = 1,
             state = CASE WHEN state = 'closed' AND NOT ${someUnclear} THEN 'unfulfilled' ELSE state END
           WHERE ${inScope} AND order_id IN (SELECT value FROM json_each(:ids))`,
          { ...scopeParams(scope), ids: JSON.stringify(rows.map(({ id }) => id)) },
        );
        for (const { id, state, updatedAt } of rows)
          if (state === 'closed' && find(scope, id)?.state === 'unfulfilled') {
            const seen = { kind: 'order', id, parentId: null, state: 'unfulfilled' } as const;
            observed?.(scope, { ...seen, happenedAt: updatedAt });
          }
        return rows.length;
      });
    },
    /** Whether its captures and events were ever read. */
    wasRead(scope: Scope, orderId: OrderId): boolean {
      const sql = `SELECT count(*) AS n FROM service_order WHERE ${inScope} AND order_id = :orderId AND parts_read_at IS NOT NULL`;
      return store.get(countRow, sql, { ...scopeParams(scope), orderId })?.n === 1;
    },
    /** The same for one order; `all` when captures and events were read with them. */
    markRead(scope: Scope, orderId: OrderId, all: boolean) {
      store.run(
        `UPDATE service_order SET deliverables_known = 1, parts_read_at = CASE WHEN :all = 1 THEN :at ELSE parts_read_at END
         WHERE ${inScope} AND order_id = :orderId`,
        { ...scopeParams(scope), orderId, all: all ? 1 : 0, at: now().toISOString() },
      );
      settle(scope, orderId);
    },
  };
}

export type OrderTable = ReturnType<typeof createOrderTable>;

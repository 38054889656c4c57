import { z } from 'zod';
import type { OrderId, Scope, TaskId } from '../../../src-preload/contract/ids.ts';
import { packDegrees, packRings } from '../../../src-preload/contract/packed-places.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import { isoTime } from '../../service/api/iso-time.ts';
import { mergeParsed, mergeRaw } from '../../service/api/merge-raw.ts';
import {
  type WireOrder,
  wireDeliverableSchema,
  wireOrderCaptureSchema,
  wireOrderEventSchema,
  wireOrderSchema,
} from '../../service/api/orders-wire.ts';
import type { Row } from '../../service/api/service-client.ts';
import { redactScene } from '../../service/redaction/redact-scene.ts';
import { fold } from '../../store/search-words.ts';
import type { Store } from '../../store/store.ts';
import { storedRecord } from '../../store/stored-json.ts';
import type { OrderQueries } from './order-queries.ts';
import type { OrderStateWrites } from './order-state.ts';
import { isFinalOrder, type OrderStatusKind, orderStatusKind } from './order-status.ts';
import { comparableTime, orderNumber, parametersOf, placeOf } from './wire-mapping.ts';

const rawSchema = z.record(z.string(), z.unknown());

const nestedSchemas: Record<string, z.ZodType> = {
  captures: wireOrderCaptureSchema,
  deliverables: wireDeliverableSchema,
  events: wireOrderEventSchema,
};

/** Removes the nested rows that have their own tables; nested rows that cannot be read stay. */
function withoutNestedRows(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const schema = nestedSchemas[name];
      if (schema === undefined || !Array.isArray(value)) return [[name, value]];
      const unreadable = value.filter((row) => !schema.safeParse(row).success);
      return unreadable.length === 0 ? [] : [[name, unreadable]];
    }),
  );
}

/** Returns the JSON of an order for storage: no links, no nested rows. */
function storableRaw(raw: Record<string, unknown>): Record<string, unknown> {
  const properties = rawSchema.safeParse(raw.properties);
  const storable = properties.success
    ? { ...withoutNestedRows(raw), properties: withoutNestedRows(properties.data) }
    : withoutNestedRows(raw);
  return rawSchema.parse(redactScene(storable));
}

/**
 * Returns the answer of the service merged into the stored JSON text of the same order; without that text, the answer alone. A field
 * that is missing from the answer keeps its value. The `raw` of the result contains no links and no nested rows, so it may be stored.
 */
function mergeOrder(storedText: string | undefined, answer: Row<WireOrder>): Row<WireOrder> {
  const { parsed } = answer;
  const raw = storableRaw(answer.raw);
  if (storedText === undefined) return { parsed, raw };
  const storedRaw = storedRecord(storedText);
  const stored = wireOrderSchema.safeParse(storedRaw).data;
  if (stored === undefined) return { parsed, raw };
  const parameters =
    stored.parameters && parsed.parameters ? { ...stored.parameters, ...parsed.parameters } : null;
  return {
    parsed: { ...mergeParsed(stored, parsed), ...(parameters === null ? {} : { parameters }) },
    raw: mergeRaw(storedRaw, raw),
  };
}

const storedSchema = z.object({
  status: z.string(),
  kind: z.enum(['received', 'in-progress', 'closed', 'cancelled', 'failed', 'other']),
  updatedAt: z.string().nullable(),
  raw: z.string(),
  goneAt: z.string().nullable(),
});
type StoredOrder = z.infer<typeof storedSchema>;
type OrderParameters = ReturnType<typeof parametersOf>;

const selectStored = `SELECT status, status_kind AS kind, updated_at AS updatedAt, raw, gone_at AS goneAt
  FROM service_order JOIN service_order_raw USING (connection_id, contract_id, order_id)
  WHERE ${inScope} AND order_id = :orderId`;

const upsertOrder = `INSERT INTO service_order (connection_id, contract_id, order_id, number, name, project, folded, sku, product_name,
    status, status_kind, task_id, outcome_id, longitude_e6, latitude_e6, rings, start_at, end_at, created_at,
    updated_at, seen_at)
  VALUES (:connectionId, :contractId, :orderId, :number, :name, :project, :folded, :sku, :productName,
    :status, :kind, :taskId, :outcomeId, :longitude, :latitude, :rings, :start, :end, :created, :updated,
    :seenAt)
  ON CONFLICT DO UPDATE SET name = :name, project = :project, folded = :folded, sku = :sku,
    product_name = :productName, status = :status, status_kind = :kind, task_id = :taskId, outcome_id = :outcomeId,
    longitude_e6 = :longitude, latitude_e6 = :latitude, rings = :rings, start_at = :start, end_at = :end,
    created_at = :created, updated_at = :updated, seen_at = :seenAt, gone_at = NULL,
    deliverables_known = CASE WHEN status = :status THEN deliverables_known ELSE 0 END`;

const upsertRaw =
  'INSERT OR REPLACE INTO service_order_raw VALUES (:connectionId, :contractId, :orderId, :raw)';

/** Returns the columns of an order besides its id, its status and the times when it was fetched. */
function columnsOf(
  orderId: OrderId,
  order: { parsed: WireOrder; parameters: OrderParameters; status: string },
) {
  const { parsed, parameters, status } = order;
  const name = parsed.name ?? '';
  const project = parsed.project ?? '';
  const sku = parsed.sku ?? '';
  const place = placeOf(parsed.geometry);
  return {
    number: orderNumber(orderId),
    name,
    project,
    folded: fold(
      [name, project, orderId, sku, parsed.productName ?? '', status, parameters.taskId ?? ''].join(' '),
    ),
    sku,
    productName: parsed.productName,
    taskId: parameters.taskId,
    outcomeId: parameters.outcomeId,
    longitude: place ? packDegrees(place.longitude) : null,
    latitude: place ? packDegrees(place.latitude) : null,
    rings: place?.rings ? packRings(place.rings) : null,
    start: parameters.start,
    end: parameters.end,
    created: isoTime(parsed.createdAt),
    updated: isoTime(parsed.updatedAt),
  };
}

/** Creates the only function that stores an order of the service. */
export function createOrderWriter({
  store,
  now,
  resolve,
  state,
  isCancelled,
}: {
  store: Store;
  now: () => Date;
  resolve: OrderQueries['resolve'];
  state: Pick<OrderStateWrites, 'recompute' | 'countDeliverables'>;
  isCancelled: (scope: Scope, taskId: TaskId) => boolean;
}) {
  /** Returns the status to store: a final status stays unless a newer answer says otherwise (service §10.3). */
  function statusOf(
    scope: Scope,
    received: { status: string; kind: OrderStatusKind; taskId: TaskId | null },
    stored: { order: StoredOrder; isNewer: boolean } | null,
  ): { status: string; kind: OrderStatusKind } {
    const staysFinal =
      stored !== null && isFinalOrder(stored.order.kind) && !isFinalOrder(received.kind) && !stored.isNewer;
    const { status, kind } = staysFinal ? stored.order : received;
    const isTaskCancelled =
      !isFinalOrder(kind) && received.taskId !== null && isCancelled(scope, received.taskId);
    return { status, kind: isTaskCancelled ? 'cancelled' : kind };
  }

  function putRow(scope: Scope, answer: Row<WireOrder>): 'same' | 'changed' | 'status-changed' {
    const at = { ...scopeParams(scope), orderId: resolve(scope, answer.parsed.orderId) };
    const stored = store.get(storedSchema, selectStored, at);
    const updatedAt = comparableTime(answer.parsed.updatedAt);
    const before = comparableTime(stored?.updatedAt ?? null);
    // Pages may arrive in another order than they were made.
    if (updatedAt !== null && before !== null && updatedAt < before) return 'same';
    const isNewer = updatedAt !== null && before !== null && updatedAt > before;
    const { parsed, raw } = mergeOrder(stored?.raw, answer);
    const parameters = parametersOf(parsed);
    const { status, kind } = statusOf(
      scope,
      { status: parsed.status ?? '', kind: orderStatusKind(parsed.status), taskId: parameters.taskId },
      stored ? { order: stored, isNewer } : null,
    );
    const rawText = JSON.stringify(raw);
    const isNewStatus = stored === undefined || stored.status !== status;
    if (stored && !isNewStatus && stored.kind === kind && stored.raw === rawText && stored.goneAt === null)
      return 'same';
    store.run(upsertOrder, {
      ...at,
      ...columnsOf(at.orderId, { parsed, parameters, status }),
      status,
      kind,
      seenAt: now().toISOString(),
    });
    store.run(upsertRaw, { ...at, raw: rawText });
    if (stored === undefined) state.countDeliverables(scope, at.orderId);
    else state.recompute(scope, at.orderId);
    return isNewStatus ? 'status-changed' : 'changed';
  }

  return {
    /**
     * Stores one order as just received; returns `status-changed` if its status changed or the order is new. It uses one transaction,
     * so that a crash leaves no order without its raw JSON.
     */
    put: (scope: Scope, answer: Row<WireOrder>) => store.transaction(() => putRow(scope, answer)),
  };
}

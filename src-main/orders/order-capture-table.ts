import type { OrderId, Scope } from '../../src-preload/contract/ids.ts';
import { type OrderCapture, orderCaptureSchema } from '../../src-preload/contract/orders.ts';
import type { Observed } from '../core/observed-state.ts';
import { scopeParams } from '../core/scope.ts';
import { isoTime } from '../service/api/iso-time.ts';
import { type WireOrderCapture, wireOrderCaptureSchema } from '../service/api/orders-wire.ts';
import type { Row } from '../service/api/service-client.ts';
import { readableRows } from '../store/readable-rows.ts';
import type { Store } from '../store/store.ts';
import { isStale, knownPartSchema, mergePart } from './merge-part.ts';
import { partState } from './order-status.ts';
import type { OrderTable } from './order-table.ts';
import { createRawReader, ofOrder } from './part-rows.ts';
import { writeRows } from './write-rows.ts';

const upsertCapture = `INSERT OR REPLACE INTO order_capture VALUES (:connectionId, :contractId, :orderId, :captureId, :position, :status,
  :state, :start, :satellite, :reason, :updated, :raw, :seenAt)`;

/** Returns the table of the captures of orders: rows in, rows out, no network. */
export function createOrderCaptureTable({
  store,
  now,
  observed,
  orders,
  onUnwritable,
}: {
  store: Store;
  now: () => Date;
  observed: Observed | undefined;
  orders: Pick<OrderTable, 'wasRead'>;
  onUnwritable: (error: unknown) => void;
}) {
  function put(scope: Scope, orderId: OrderId, position: number, row: Row<WireOrderCapture>): boolean {
    const at = { ...scopeParams(scope), orderId, captureId: row.parsed.captureId };
    const known = store.get(
      knownPartSchema,
      `SELECT updated_at AS updatedAt, state, raw FROM order_capture WHERE ${ofOrder} AND capture_id = :captureId`,
      at,
    );
    const { parsed, raw } = mergePart(known?.raw, wireOrderCaptureSchema, row);
    const state = partState(parsed.status);
    const rawText = JSON.stringify(raw);
    if (isStale(known, { updatedAt: row.parsed.updatedAt, state }) || known?.raw === rawText) return false;
    store.run(upsertCapture, {
      ...at,
      position,
      status: parsed.status ?? '',
      state,
      start: isoTime(parsed.start),
      satellite: parsed.satelliteName,
      reason: parsed.reason,
      updated: isoTime(parsed.updatedAt),
      raw: rawText,
      seenAt: now().toISOString(),
    });
    if (known?.state !== state)
      observed?.(scope, {
        kind: 'order-capture',
        id: `${orderId} ${parsed.captureId}`,
        parentId: orderId,
        captureId: parsed.captureId,
        state,
        happenedAt: state === 'done' ? isoTime(parsed.updatedAt) : null,
        isFirstRead: !known && !orders.wasRead(scope, orderId),
      });
    return true;
  }

  return {
    /** Stores captures and returns whether any was new or changed. Once listed they stay: a capture is never un-taken. */
    putCaptures(scope: Scope, orderId: OrderId, rows: readonly Row<WireOrderCapture>[]): boolean {
      const write = (row: Row<WireOrderCapture>, position: number) => put(scope, orderId, position, row);
      return writeRows(store, rows, write, onUnwritable).includes(true);
    },
    /** The captures of an order by their time, those without one last. */
    captures: (scope: Scope, orderId: OrderId): OrderCapture[] =>
      readableRows(
        store,
        orderCaptureSchema,
        `SELECT capture_id AS captureId, status, state, start_at AS start, satellite AS satelliteName, reason
         FROM order_capture WHERE ${ofOrder} ORDER BY start_at IS NULL, start_at, position LIMIT 1000`,
        { ...scopeParams(scope), orderId },
      ).rows,
    rawCaptures: createRawReader(store, 'order_capture'),
  };
}

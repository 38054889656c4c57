import { z } from 'zod';
import type { CaptureId, OrderId, Scope } from '../../../src-preload/contract/ids.ts';
import { orderCaptureSchema } from '../../../src-preload/contract/orders.ts';
import { scopeParams } from '../../core/scope.ts';
import { isoTime } from '../../service/api/iso-time.ts';
import { type WireOrderCapture, wireOrderCaptureSchema } from '../../service/api/orders-wire.ts';
import type { Row } from '../../service/api/service-client.ts';
import { createDeliverableTable } from './deliverable-table.ts';
import { mergePart } from './merge-part.ts';
import { createOrderEventTable } from './order-event-table.ts';
import type { OrderTable } from './order-table.ts';
import {
  createPartReader,
  createPartWriter,
  type PartDeclaration,
  type PartTableOptions,
} from './part-rows.ts';
import { writeRows } from './write-rows.ts';

const captures: PartDeclaration<WireOrderCapture> = {
  table: 'order_capture',
  keyColumn: 'capture_id',
  keyOf: ({ captureId }) => captureId,
  merge: (storedText, row) => mergePart(storedText, wireOrderCaptureSchema, row),
  columns: ({ start, satelliteName, reason, updatedAt }) => ({
    start_at: isoTime(start),
    satellite: satelliteName,
    reason,
    updated_at: isoTime(updatedAt),
  }),
  observedAs: 'order-capture',
  happenedAt: ({ updatedAt }, state) => (state === 'done' ? isoTime(updatedAt) : null),
};

/** Creates the table of the captures of orders; it has no network access. */
function createOrderCaptureTable({
  orders,
  ...options
}: PartTableOptions & { orders: Pick<OrderTable, 'wasRead'> }) {
  const put = createPartWriter(options, captures);
  const { list, raws } = createPartReader(options.store, orderCaptureSchema, {
    table: 'order_capture',
    columns: 'capture_id AS captureId, status, state, start_at AS start, satellite AS satelliteName, reason',
    // Captures without a time come last.
    order: 'start_at IS NULL, start_at, position',
  });
  return {
    /**
     * Stores captures and returns whether any was new or changed. No capture is ever removed: one that was taken stays taken.
     */
    putCaptures(scope: Scope, orderId: OrderId, rows: readonly Row<WireOrderCapture>[]): boolean {
      const isFirstRead = !orders.wasRead(scope, orderId);
      return writeRows(
        options.store,
        rows,
        (row, position) => put(scope, row, { orderId, further: { position }, isFirstRead }),
        options.onUnwritable,
      ).includes(true);
    },
    captures: list,
    rawCaptures: raws,
  };
}

const takenRow = z.object({ start: z.string().nullable(), sku: z.string() });
const deliveredRow = z.object({ at: z.string().nullable() });

const ofCapture =
  'c.connection_id = :connectionId AND c.contract_id = :contractId AND c.capture_id = :captureId';

type RequiredOptions = Pick<PartTableOptions, 'store' | 'now'> & {
  orders: Pick<OrderTable, 'resolve' | 'countDeliverables' | 'wasRead'>;
};

/** Creates the table of the captures, deliverables and events of orders; it has no network access. */
export function createPartTable(given: Partial<PartTableOptions> & RequiredOptions) {
  const options = { observed: undefined, onUnwritable: () => undefined, ...given };
  const { store } = options;
  const { rawCaptures, ...captures } = createOrderCaptureTable(options);
  const { rawDeliverables, ...deliverables } = createDeliverableTable(options);
  const { rawEvents, ...events } = createOrderEventTable(options);

  return {
    ...captures,
    ...deliverables,
    ...events,
    /** Returns the raw JSON of all parts of an order as the service sent it, without links. */
    raws: (scope: Scope, orderId: OrderId) => ({
      captures: rawCaptures(scope, orderId),
      deliverables: rawDeliverables(scope, orderId),
      events: rawEvents(scope, orderId),
    }),
    /** Returns when a capture was taken and when it was first delivered, and under which SKU; null for unknown values. */
    captureFacts(scope: Scope, captureId: CaptureId) {
      const at = { ...scopeParams(scope), captureId };
      const taken = store.get(
        takenRow,
        `SELECT c.start_at AS start, sku FROM order_capture c JOIN service_order USING (connection_id, contract_id, order_id)
         WHERE ${ofCapture} AND c.start_at IS NOT NULL LIMIT 1`,
        at,
      );
      const delivered = store.get(
        deliveredRow,
        `SELECT min(delivered_at) AS at FROM deliverable c WHERE ${ofCapture} AND state = 'done'`,
        at,
      );
      return { start: taken?.start ?? null, sku: taken?.sku ?? null, deliveredAt: delivered?.at ?? null };
    },
  };
}

/** What `createPartTable` returns. */
export type PartTable = ReturnType<typeof createPartTable>;

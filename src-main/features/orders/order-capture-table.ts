import type { OrderId, Scope } from '../../../src-preload/contract/ids.ts';
import { orderCaptureSchema } from '../../../src-preload/contract/orders.ts';
import { isoTime } from '../../service/api/iso-time.ts';
import { type WireOrderCapture, wireOrderCaptureSchema } from '../../service/api/orders-wire.ts';
import type { Row } from '../../service/api/service-client.ts';
import { mergePart } from './merge-part.ts';
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
export function createOrderCaptureTable({
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

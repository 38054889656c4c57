import { z } from 'zod';
import type { CaptureId, OrderId, Scope } from '../../../src-preload/contract/ids.ts';
import { scopeParams } from '../../core/scope.ts';
import { createDeliverableTable } from './deliverable-table.ts';
import { createOrderCaptureTable } from './order-capture-table.ts';
import { createOrderEventTable } from './order-event-table.ts';
import type { OrderTable } from './order-table.ts';
import type { PartTableOptions } from './part-rows.ts';

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

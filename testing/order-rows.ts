import { AppError } from '../src-main/core/app-error.ts';
import { wireDeliverableSchema, wireOrderSchema } from '../src-main/service/api/orders-wire.ts';
import { readRow } from '../src-main/service/api/read-row.ts';
import type { Page, Row, ServiceClient } from '../src-main/service/api/service-client.ts';
import type { OrderId } from '../src-preload/contract/ids.ts';
import { orderIdSchema } from '../src-preload/contract/ids.ts';
import { unusedClient } from './unused-client.ts';

export const orderIdOf = (number: number): OrderId => orderIdSchema.parse(String(number).padStart(6, '0'));

type Fields = Record<string, unknown>;

export const orderRaw = (number: number, fields: Fields = {}): Fields => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [number % 180, number % 80, 12.5] },
  properties: {
    order_id: orderIdOf(number),
    order_name: `Order ${number}`,
    project_name: 'Harbours',
    sku: 'TSKPOI-M',
    status: 'in_progress',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    parameters: {},
    ...fields,
  },
});
export const orderRow = (number: number, fields: Fields = {}) =>
  readRow(wireOrderSchema, orderRaw(number, fields), 'order');

export const deliverableRaw = (number: number, fields: Fields = {}): Fields => ({
  deliverable_id: `d${number}`,
  order: orderIdOf(number),
  status: 'DELIVERED',
  capture_id: `capture-${number}`,
  updated_at: '2026-01-01T00:00:00Z',
  assets: {},
  ...fields,
});
export const deliverableRow = (number: number, fields: Fields = {}) =>
  readRow(wireDeliverableSchema, deliverableRaw(number, fields), 'deliverable');

/** A service that holds these rows and pages as V2 does; counts what it is asked. */
export function createOrderShelf(pageSize = 500) {
  const orders = new Map<string, Fields>();
  const deliverables = new Map<string, Fields>();
  const shelf = {
    requests: 0,
    asked: [] as string[],
    /** Called before each page is cut, with the number of the request. */
    before: (_request: number): void => undefined,
    deliverablesMissing: false,
    /** How many orders are counted and not listed. */
    hidden: 0,
    /** Called before the deliverables of one order are listed. */
    beforeDeliverablesOf: (_orderId: OrderId): void => undefined,
    putOrder(number: number, fields: Fields = {}) {
      orders.set(orderIdOf(number), orderRaw(number, fields));
    },
    removeOrder(number: number) {
      orders.delete(orderIdOf(number));
    },
    putDeliverable(number: number, fields: Fields = {}) {
      const raw = deliverableRaw(number, fields);
      deliverables.set(String(raw.deliverable_id), raw);
    },
    /** As in a listing by the time of the update. */
    moveToEnd(number: number) {
      const raw = orders.get(orderIdOf(number));
      orders.delete(orderIdOf(number));
      if (raw) orders.set(orderIdOf(number), raw);
    },
    client: unusedClient,
  };

  const timeOf = (raw: Fields) => {
    const { properties } = raw;
    const own = properties !== null && typeof properties === 'object' ? properties : raw;
    return 'updated_at' in own ? Date.parse(String(own.updated_at)) : 0;
  };
  async function* pages<T>(
    of: Map<string, Fields>,
    read: (raw: Fields) => Row<T>,
    since: string | undefined,
    signal: AbortSignal,
    from: number,
    hidden = 0,
  ): AsyncGenerator<Page<T>> {
    for (let offset = from; ; offset += pageSize) {
      shelf.requests += 1;
      shelf.before(shelf.requests);
      signal.throwIfAborted();
      const found = [...of.values()].filter((raw) => since === undefined || timeOf(raw) >= Date.parse(since));
      const part = found.slice(offset, offset + pageSize);
      yield { rows: part.map(read), total: found.length + hidden, unreadable: 0 };
      if (offset + pageSize >= found.length) return;
    }
  }
  const client: ServiceClient = {
    ...unusedClient,
    orderPages(filter, signal, offset = 0) {
      shelf.asked.push(`orders ${filter.updatedSince ?? 'all'} ${offset}`);
      const read = (raw: Fields) => readRow(wireOrderSchema, raw, 'order');
      return pages(orders, read, filter.updatedSince, signal, offset, shelf.hidden);
    },
    deliverablePages(filter, signal, offset = 0) {
      shelf.asked.push(`deliverables ${filter.updatedSince ?? 'all'} ${offset}`);
      if (shelf.deliverablesMissing) throw new AppError('NOT_FOUND', { what: 'deliverables' });
      const read = (raw: Fields) => readRow(wireDeliverableSchema, raw, 'deliverable');
      return pages(deliverables, read, filter.updatedSince, signal, offset);
    },
    async order(orderId) {
      const raw = orders.get(orderId);
      if (!raw) throw new AppError('NOT_FOUND', { what: `order ${orderId}` });
      return readRow(wireOrderSchema, raw, 'order');
    },
    async orderDeliverables(orderId) {
      shelf.asked.push(`deliverables of ${orderId}`);
      shelf.beforeDeliverablesOf(orderId);
      const rows = [...deliverables.values()]
        .filter((raw) => raw.order === orderId)
        .map((raw) => readRow(wireDeliverableSchema, raw, 'deliverable'));
      return { rows, whole: true };
    },
  };
  shelf.client = client;
  return shelf;
}

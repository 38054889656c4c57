import type { z } from 'zod';
import type { OrderId } from '../../../src-preload/contract/ids.ts';
import { AppError } from '../../core/app-error.ts';
import { collectListing, type OnUnreadable } from './collect-rows.ts';
import { createOrderPrefix } from './order-prefix.ts';
import {
  wireDeliverableSchema,
  wireOrderCaptureSchema,
  wireOrderEventSchema,
  wireOrderSchema,
} from './orders-wire.ts';
import { fetchWithLimit, type PageSizes } from './page-size.ts';
import { listed, pagesOf } from './pages.ts';
import { readRow } from './read-row.ts';
import type { ListRequest, ScopeCaller } from './scope-caller.ts';
import type { OrderCalls, Page, Row } from './service-client.ts';
import type { KnownPrefixes, OrderCallKind } from './service-memory.ts';

/** What `createOrderCalls` needs. */
export interface OrderCallOptions {
  caller: ScopeCaller;
  prefixes: KnownPrefixes;
  sizes: PageSizes;
  onUnreadable: OnUnreadable;
}

/** Clients limit the page size to this (service §10.2). */
const wantedPageSize = '500';

/** Returns the path of an order, or of a part of it. */
const ofOrder = (orderId: OrderId, part = '') => `/orders/${encodeURIComponent(orderId)}${part}`;

/** Returns the order itself, or the only row if the answer is a listing of one (service §10.4). */
function onlyRow(value: unknown): unknown {
  const rows = listed(value);
  return rows?.length === 1 ? rows[0] : value;
}

/** Reads one Feature or a list of them. Throws if one cannot be read, because it is then unknown what was created. */
function readCreated(value: unknown): Row<z.infer<typeof wireOrderSchema>>[] {
  const rows = listed(value) ?? [value];
  if (rows.length === 0) throw new AppError('BAD_ANSWER', { where: 'submitted order', detail: 'no-row' });
  return rows.map((row) => readRow(wireOrderSchema, row, 'submitted order'));
}

/** Creates the V2 calls of one connection and contract, see `OrderCalls` in service-client.ts. */
export function createOrderCalls({ caller, prefixes, sizes, onUnreadable }: OrderCallOptions): OrderCalls {
  const prefix = createOrderPrefix({ addresses: caller.addresses, prefixes });

  async function* pages<S extends z.ZodType>(
    request: ListRequest<S> & { kind: OrderCallKind },
    signal: AbortSignal,
  ): AsyncGenerator<Page<z.infer<S>>> {
    const { kind, schema, path, query, what } = request;
    const first = prefix.at(prefix.likely(kind), path);
    const { pathname } = first;
    for (const [name, value] of Object.entries({ limit: wantedPageSize, offset: '0', ...query }))
      first.searchParams.set(name, value);
    const fetch = (url: URL, inner: AbortSignal) =>
      prefix.find(kind, (found) => {
        const page = new URL(url);
        // A page that the service placed under another path is fetched from there.
        if (page.pathname === pathname) page.pathname = prefix.at(found, path).pathname;
        return fetchWithLimit(page, sizes, (limited) => caller.get(limited, what, inner));
      });
    for await (const page of pagesOf({ first, schema, what, fetch, single: true }, signal)) {
      if (page.unreadable > 0) onUnreadable(what, page.unreadable);
      yield page;
    }
  }

  const part = <S extends z.ZodType>(
    schema: S,
    kind: OrderCallKind,
    orderId: OrderId,
    name: string,
    signal: AbortSignal,
  ) => {
    const what = `${name} of order ${orderId}`;
    const request = { kind, schema, path: ofOrder(orderId, `/${name}`), query: {}, what };
    return collectListing(pages(request, signal), { what, onUnreadable });
  };

  /** Lists one order below a prefix; resolves with the prefix if the listing succeeds. */
  const probeOrders = (signal: AbortSignal) => async (found: string) => {
    const url = prefix.at(found, '/orders');
    url.searchParams.set('limit', '1');
    await caller.get(url, 'orders', signal);
    return found;
  };

  return {
    orderPages: ({ taskId, name, status, updatedSince }, signal, offset = 0) =>
      pages(
        {
          kind: 'orders',
          schema: wireOrderSchema,
          path: '/orders',
          query: {
            offset: String(offset),
            ...(taskId === undefined ? {} : { task_id: String(taskId) }),
            ...(name === undefined ? {} : { order_name: name }),
            ...(status === undefined ? {} : { status }),
            ...(updatedSince === undefined ? {} : { updated_at__gte: updatedSince }),
          },
          what: 'orders',
        },
        signal,
      ),
    deliverablePages: ({ orderId, updatedSince }, signal, offset = 0) =>
      pages(
        {
          kind: 'deliverables',
          schema: wireDeliverableSchema,
          path: '/deliverables',
          query: {
            offset: String(offset),
            ...(orderId === undefined ? {} : { order_id: orderId }),
            ...(updatedSince === undefined ? {} : { updated_at__gte: updatedSince }),
          },
          what: 'deliverables',
        },
        signal,
      ),
    async order(orderId, signal) {
      const what = `order ${orderId}`;
      const value = await prefix.find('order', (found) =>
        caller.get(prefix.at(found, ofOrder(orderId)), what, signal),
      );
      return readRow(wireOrderSchema, onlyRow(value), what);
    },
    orderCaptures: async (orderId, signal) =>
      (await part(wireOrderCaptureSchema, 'captures', orderId, 'captures', signal)).rows,
    orderDeliverables: (orderId, signal) =>
      part(wireDeliverableSchema, 'deliverables of an order', orderId, 'deliverables', signal),
    orderEvents: async (orderId, signal) =>
      (await part(wireOrderEventSchema, 'events', orderId, 'events', signal)).rows,
    async submitOrder(feature, signal) {
      // The prefix is found with a GET, never by sending the order twice.
      const found = prefix.known('orders') ?? (await prefix.find('orders', probeOrders(signal)));
      const url = prefix.at(found, '/orders');
      return caller.sendOnce({ method: 'POST', url, what: 'orders', body: feature }, readCreated, signal);
    },
  };
}

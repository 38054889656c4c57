import type { z } from 'zod';
import type { ConnectionAddresses } from '../../../src-preload/contract/connections.ts';
import type { OrderId } from '../../../src-preload/contract/ids.ts';
import { AppError, hasCode } from '../../app-error.ts';
import { joinAddress } from '../http/addresses.ts';
import type { HttpRequest } from '../http/http-request.ts';
import {
  wireDeliverableSchema,
  wireOrderCaptureSchema,
  wireOrderEventSchema,
  wireOrderSchema,
} from './orders-wire.ts';
import { fetchWithLimit, type PageSizes } from './page-size.ts';
import { listed, pagesOf } from './pages.ts';
import { readRow } from './read-row.ts';
import type { Page, Row, ServiceClient } from './service-client.ts';

type OrderCalls = Pick<
  ServiceClient,
  | 'orderPages'
  | 'deliverablePages'
  | 'order'
  | 'orderCaptures'
  | 'orderDeliverables'
  | 'orderEvents'
  | 'submitOrder'
>;
/** Each kind of call for itself: some are written with the prefix and some without (service §4.11). */
type Kind = 'orders' | 'order' | 'captures' | 'deliverables of an order' | 'events' | 'deliverables';
type Request = Pick<HttpRequest, 'method' | 'url' | 'what'> & { body?: unknown };

interface Prefixes {
  /** What answered last time under this address. */
  known(address: string, kind: Kind): string | undefined;
  remember(address: string, kind: Kind, prefix: string): void;
}

export interface OrderCallOptions {
  addresses: () => ConnectionAddresses;
  prefixes: Prefixes;
  sizes: PageSizes;
  call: (request: Request, signal: AbortSignal) => Promise<unknown>;
  sendOnce: <T>(request: Request, read: (value: unknown) => T, signal: AbortSignal) => Promise<T>;
  collected: <T>(pages: AsyncIterable<Page<T>>, what: string) => Promise<Row<T>[]>;
  onUnreadable: (what: string, count: number) => void;
}

/** Clients clamp to this (service §10.2). */
const wantedPageSize = '500';

/** Where the V2 calls were found and how many rows are given at once, per connection and address, for as long as Nadir runs. */
export function createPrefixMemory() {
  const found = new Map<string, string>();
  const sizes = new Map<string, number>();
  return {
    sizesOf: (connectionId: string, generation: 'tasking' | 'orders'): PageSizes => {
      const key = `${connectionId} ${generation}`;
      return {
        most: () => sizes.get(key) ?? Number.POSITIVE_INFINITY,
        remember: (size) => sizes.set(key, size),
      };
    },
    of: (connectionId: string): Prefixes => ({
      known: (address, kind) => found.get(`${connectionId} ${address} ${kind}`),
      remember(address, kind, prefix) {
        found.set(`${connectionId} ${address} ${kind}`, prefix);
      },
    }),
  };
}

const bare = (prefix: string) => prefix.replace(/\/+$/, '');

/** The V2 calls of one connection and contract, see `OrderCalls` in service-client.ts. */
export function createOrderCalls({
  addresses,
  prefixes,
  sizes,
  call,
  sendOnce,
  collected,
  onUnreadable,
}: OrderCallOptions): OrderCalls {
  function base(): { url: string; key: string; configured: string } {
    const { ordersUrl, ordersPrefix } = addresses();
    if (ordersUrl === null) throw new AppError('ADDRESS_REFUSED', { address: '', reason: 'invalid' });
    const configured = bare(ordersPrefix);
    return { url: ordersUrl, key: `${ordersUrl} ${configured}`, configured };
  }

  /** The prefixes to try, in turn: the one that answered this kind of call, else as configured and then the other way. */
  function candidates(kind: Kind): string[] {
    const { key, configured } = base();
    const known = prefixes.known(key, kind);
    if (known !== undefined) return [known];
    const likely = prefixes.known(key, 'orders') ?? configured;
    const both = [...new Set([configured, configured === '' ? '/v2' : ''])];
    return [likely, ...both.filter((each) => each !== likely)];
  }

  /** Runs with the prefix that answers; NOT_FOUND when none does. */
  async function withPrefix<T>(kind: Kind, run: (prefix: string) => Promise<T>): Promise<T> {
    const { key } = base();
    let missing: unknown;
    for (const prefix of candidates(kind)) {
      try {
        const answer = await run(prefix);
        prefixes.remember(key, kind, prefix);
        return answer;
      } catch (error) {
        // What lies at the other address may be anything: its refusal says nothing of what was asked for.
        const elsewhere =
          missing !== undefined && (hasCode(error, 'UNAUTHORIZED') || hasCode(error, 'CONTRACT_NEEDED'));
        if (!hasCode(error, 'NOT_FOUND') && !elsewhere) throw error;
        missing ??= error;
      }
    }
    throw missing;
  }

  const at = (prefix: string, path: string) => joinAddress(base().url, `${prefix}${path}`);
  const get = (url: URL, what: string, signal: AbortSignal) => call({ method: 'GET', url, what }, signal);

  async function* pages<S extends z.ZodType>(
    request: { kind: Kind; schema: S; path: string; query: Record<string, string>; what: string },
    signal: AbortSignal,
  ): AsyncGenerator<Page<z.infer<S>>> {
    const { kind, schema, path, query, what } = request;
    const first = at(candidates(kind)[0] ?? '', path);
    const { pathname } = first;
    for (const [name, value] of Object.entries({ limit: wantedPageSize, offset: '0', ...query }))
      first.searchParams.set(name, value);
    const fetch = (url: URL, inner: AbortSignal) =>
      withPrefix(kind, (prefix) => {
        const asked = new URL(url);
        // Pages that the service put elsewhere are there.
        if (asked.pathname === pathname) asked.pathname = at(prefix, path).pathname;
        return fetchWithLimit(asked, sizes, (each) => get(each, what, inner));
      });
    for await (const page of pagesOf({ first, schema, what, fetch, single: true }, signal)) {
      if (page.unreadable > 0) onUnreadable(what, page.unreadable);
      yield page;
    }
  }

  const ofOrder = (orderId: OrderId, part = '') => `/orders/${encodeURIComponent(orderId)}${part}`;

  const part = <S extends z.ZodType>(
    schema: S,
    kind: Kind,
    orderId: OrderId,
    name: string,
    signal: AbortSignal,
  ) => {
    const what = `${name} of order ${orderId}`;
    const request = { kind, schema, path: ofOrder(orderId, `/${name}`), query: {}, what };
    return collected(pages(request, signal), what);
  };

  /** One Feature or a list of them; an order that cannot be read leaves it open what was made. */
  function created(value: unknown): Row<z.infer<typeof wireOrderSchema>>[] {
    const rows = listed(value) ?? [value];
    if (rows.length === 0) throw new AppError('BAD_ANSWER', { where: 'submitted order', detail: 'no-row' });
    return rows.map((row) => readRow(wireOrderSchema, row, 'submitted order'));
  }

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
      const value = await withPrefix('order', (prefix) => get(at(prefix, ofOrder(orderId)), what, signal));
      // A listing of one is met as well (service §10.4).
      const rows = listed(value);
      return readRow(wireOrderSchema, rows?.length === 1 ? rows[0] : value, what);
    },
    orderCaptures: (orderId, signal) => part(wireOrderCaptureSchema, 'captures', orderId, 'captures', signal),
    orderDeliverables: (orderId, signal) =>
      part(wireDeliverableSchema, 'deliverables of an order', orderId, 'deliverables', signal),
    orderEvents: (orderId, signal) => part(wireOrderEventSchema, 'events', orderId, 'events', signal),
    async submitOrder(feature, signal) {
      const { key } = base();
      // Which way leads to the orders is found out by looking, never by sending twice.
      if (prefixes.known(key, 'orders') === undefined)
        await withPrefix('orders', (prefix) => {
          const url = at(prefix, '/orders');
          url.searchParams.set('limit', '1');
          return get(url, 'orders', signal);
        });
      const url = at(prefixes.known(key, 'orders') ?? '', '/orders');
      return sendOnce({ method: 'POST', url, what: 'orders', body: feature }, created, signal);
    },
  };
}

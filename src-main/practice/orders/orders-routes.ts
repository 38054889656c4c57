import { type CallerHandler, callersOf, type TaskingDeps } from '../caller.ts';
import {
  json,
  notFound,
  type PageLimits,
  type PracticeRequest,
  type Reply,
  type Route,
  readSlice,
} from '../http-toolkit.ts';
import type { Scenes } from '../scenes.ts';
import type { CurrentOrder } from './current-order.ts';
import type { LazyList } from './lazy-list.ts';
import type { OrderBook } from './order-book.ts';
import { BadFilter, deliverableFilter, orderFilter } from './order-filters.ts';
import { readOrderInput } from './order-input.ts';
import { createOrderWire } from './order-wire.ts';

interface Slice {
  limit: number;
  offset: number;
}

/** Returns a page of rows; its links are relative and contain the filters (service §10.2). */
function slicePage({
  found,
  slice: { limit, offset },
  path,
  url,
  under,
}: {
  found: LazyList<unknown>;
  slice: Slice;
  path: string;
  url: URL;
  under: 'results' | 'features';
}): Record<string, unknown> {
  const link = (at: number) => {
    const query = new URLSearchParams({ offset: String(at), limit: String(limit) });
    for (const [name, value] of url.searchParams) if (!query.has(name)) query.append(name, value);
    return `${path}?${query}`;
  };
  return {
    count: found.count,
    next: offset + limit < found.count ? link(offset + limit) : null,
    previous: offset > 0 ? link(Math.max(0, offset - limit)) : null,
    [under]: found.slice(offset, limit),
  };
}

interface OrdersDeps extends TaskingDeps {
  scenes: Scenes;
  book: OrderBook;
  origins: () => { catalog: string };
}

const ownFields = new Set(['sku', 'parameters', 'order_name', 'project_name']);

/** Returns the full path of a field in the request. */
function pathOfField(field: string): string {
  if (['type', 'geometry', 'properties', 'non_field_errors'].includes(field)) return field;
  return ownFields.has(field) ? `properties.${field}` : `properties.parameters.${field}`;
}

/**
 * Returns the pattern of a path. Every call is answered with and without the prefix, at the announced base and at the root of
 * its origin.
 */
const at = (path: string) => new RegExp(`^(?:/orders-api)?(?:/v2)?${path}/?$`);

/** Like `callersOf`; also refuses filters that cannot be read. */
const filteringCallersOf = (deps: OrdersDeps) => (handle: CallerHandler) =>
  callersOf(deps)((caller, request, params) => {
    try {
      return handle(caller, request, params);
    } catch (error) {
      if (error instanceof BadFilter) return json(400, { [error.field]: [error.message] });
      throw error;
    }
  });

interface OneOrderOptions {
  deps: OrdersDeps;
  wire: ReturnType<typeof createOrderWire>;
  limits: PageLimits;
  withCaller: ReturnType<typeof filteringCallersOf>;
}

/** Returns the calls for one order and its parts. */
function oneOrderRoutes({ deps, wire, limits, withCaller }: OneOrderOptions): Route[] {
  const { book, options, now } = deps;
  const withOrder = (handle: (order: CurrentOrder, request: PracticeRequest) => Reply) =>
    withCaller((caller, request, params) => {
      const order = book.find(Number(params.id), caller.owner);
      return order ? handle(order, request) : notFound(`order ${params.id}`);
    });

  /** Returns the parts of one order: as a page or, in the other shape, as a bare list. */
  const part = (rows: readonly unknown[], path: string, request: PracticeRequest): Reply => {
    if (options.ordersShape === 'other') return json(200, rows);
    const slice = readSlice(request.url, limits);
    if ('status' in slice) return slice;
    const found = {
      count: rows.length,
      slice: (offset: number, limit: number) => rows.slice(offset, offset + limit),
    };
    return json(200, slicePage({ found, slice, path, url: request.url, under: 'results' }));
  };

  const id = '/orders/(?<id>\\d{1,12})';
  const pathOf = ({ order }: CurrentOrder, rest: string) =>
    `/v2/orders/${String(order.orderNumber).padStart(6, '0')}/${rest}`;
  return [
    {
      method: 'GET',
      path: at(id),
      handle: withOrder((order) => {
        const detail = options.thinDetails ? wire.thinDetail : wire.detail;
        return json(200, detail(order, book.deliverablesOf(order)));
      }),
    },
    {
      method: 'GET',
      path: at(`${id}/captures`),
      handle: withOrder((order, request) => {
        const rows = [...order.state.captures.keys()].map((index) => wire.capture(order, index));
        return part(rows, pathOf(order, 'captures'), request);
      }),
    },
    {
      method: 'GET',
      path: at(`${id}/deliverables`),
      handle: withOrder((order, request) =>
        part(book.deliverablesOf(order).map(wire.deliverable), pathOf(order, 'deliverables'), request),
      ),
    },
    {
      method: 'GET',
      path: at(`${id}/events`),
      handle: withOrder((order, request) =>
        part(wire.events(order, now()), pathOf(order, 'events'), request),
      ),
    },
  ];
}

/** Returns the V2 calls (service §4.11): list and create orders, one order with its parts, and all deliverables. */
export function ordersRoutes(deps: OrdersDeps): Route[] {
  const { world, scenes, book, options, now } = deps;
  const other = options.ordersShape === 'other';
  const limits: PageLimits = {
    defaultLimit: options.ordersDefaultLimit,
    maxLimit: options.ordersMaxLimit,
    refusedAbove: options.refusedAbove,
  };
  const wire = createOrderWire({ world, scenes, options, catalog: () => deps.origins().catalog });
  const withCaller = filteringCallersOf(deps);

  const list = withCaller((caller, request) => {
    const slice = readSlice(request.url, limits);
    if ('status' in slice) return slice;
    const found = book.list(caller.owner, orderFilter(request.url));
    const page = slicePage({
      found: { count: found.count, slice: (offset, limit) => found.slice(offset, limit).map(wire.order) },
      slice,
      path: '/v2/orders',
      url: request.url,
      under: other ? 'results' : 'features',
    });
    return json(200, other ? page : { type: 'FeatureCollection', ...page });
  });

  const create = withCaller((caller, request) => {
    if (request.json === undefined) return json(400, { detail: 'JSON parse error' });
    const [client] = caller.clients;
    if (!client) return json(403, { detail: 'This contract has no client.' });
    const input = readOrderInput(request.json, { owner: caller.owner, client, now: now(), scenes });
    if ('errors' in input) {
      const nested = Object.entries(input.errors).map(([field, said]) => [pathOfField(field), said]);
      return json(400, other ? Object.fromEntries(nested) : input.errors);
    }
    const { order, subject } = input;
    const placed =
      'made' in subject
        ? world.addOrdered(subject.made, order)
        : world.addOrder({ ...order, taskId: subject.existing.taskId });
    const shown = book.find(placed.orderNumber, caller.owner);
    const feature = shown ? wire.order(shown) : null;
    return json(201, options.createdLists ? [feature] : feature);
  });

  const deliverables = withCaller((caller, request) => {
    const slice = readSlice(request.url, limits);
    if ('status' in slice) return slice;
    const found = book.deliverables(caller.owner, deliverableFilter(request.url));
    return json(
      200,
      slicePage({
        found: {
          count: found.count,
          slice: (offset, limit) => found.slice(offset, limit).map(wire.deliverable),
        },
        slice,
        path: '/v2/deliverables',
        url: request.url,
        under: 'results',
      }),
    );
  });

  return [
    { method: 'GET', path: at('/orders'), handle: list },
    { method: 'POST', path: at('/orders'), handle: create },
    ...oneOrderRoutes({ deps, wire, limits, withCaller }),
    { method: 'GET', path: at('/deliverables'), handle: deliverables },
  ];
}

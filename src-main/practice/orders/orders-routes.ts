import { type Caller, callerOf, isReply, type TaskingDeps } from '../caller.ts';
import {
  filterOf,
  json,
  notFound,
  type PageLimits,
  type PracticeRequest,
  type Reply,
  type Route,
  readSlice,
} from '../http-toolkit.ts';
import type { Scenes } from '../scenes.ts';
import { datetime, utc } from '../task-input.ts';
import type { DeliverableFilter, OrderBook, OrderFilter } from './order-book.ts';
import { readOrderInput } from './order-input.ts';
import type { OrderNow } from './order-now.ts';
import { createOrderWire } from './order-wire.ts';
import { slicePage } from './relative-pages.ts';

export interface OrdersDeps extends TaskingDeps {
  scenes: Scenes;
  book: OrderBook;
  origins: () => { catalog: string };
}

class BadFilter extends Error {
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** An instant in the query; an unescaped plus has become a space. */
function instant(url: URL, field: string): number | null {
  const text = filterOf(url, field);
  if (text === null) return null;
  const read = datetime.safeParse(text.replace(/ (\d\d:?\d\d)$/, '+$1'));
  if (!read.success) throw new BadFilter(field, 'Enter a valid date/time.');
  return utc(read.data);
}

/** `2026-10`, or an interval `START/END`; also as two instants (service §4.11: a period). */
function periodOf(url: URL): DeliverableFilter['delivered'] {
  const text = filterOf(url, 'period');
  if (text === null) {
    const from = instant(url, 'delivered_at__gte');
    const to = instant(url, 'delivered_at__lt');
    return from === null && to === null
      ? null
      : { from: from ?? Number.NEGATIVE_INFINITY, to: to ?? Number.POSITIVE_INFINITY };
  }
  const month = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text);
  if (month) {
    const [year, number] = [Number(month[1]), Number(month[2])];
    return { from: Date.UTC(year, number - 1), to: Date.UTC(year, number) };
  }
  const [from, to] = text
    .split('/')
    .map((part) => datetime.safeParse(/T/.test(part) ? part : `${part}T00:00:00Z`));
  if (!from?.success || !to?.success) throw new BadFilter('period', 'Enter a month, or START/END.');
  return { from: utc(from.data), to: utc(to.data) };
}

const wholeNumber = (text: string | null) =>
  text === null ? null : /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;

function orderFilter(url: URL): OrderFilter {
  const taskId = wholeNumber(filterOf(url, 'task_id'));
  if (Number.isNaN(taskId)) throw new BadFilter('task_id', 'Enter a number.');
  return {
    taskId,
    orderName: filterOf(url, 'order_name'),
    status: filterOf(url, 'status'),
    updatedSince: instant(url, 'updated_at__gte'),
  };
}

function deliverableFilter(url: URL): DeliverableFilter {
  return {
    // An order that is none has no deliverables.
    order: wholeNumber(filterOf(url, 'order_id')),
    status: filterOf(url, 'status'),
    updatedSince: instant(url, 'updated_at__gte'),
    delivered: periodOf(url),
  };
}

const ownFields = new Set(['sku', 'parameters', 'order_name', 'project_name']);

/** The same field by its whole path. */
function pathOfField(field: string): string {
  if (['type', 'geometry', 'properties', 'non_field_errors'].includes(field)) return field;
  return ownFields.has(field) ? `properties.${field}` : `properties.parameters.${field}`;
}

/** Service §4.11; every call with and without the prefix, at the announced base and at the root of its origin. */
export function ordersRoutes(deps: OrdersDeps): Route[] {
  const { world, scenes, book, options, now } = deps;
  const other = options.ordersShape === 'other';
  const limits: PageLimits = {
    defaultLimit: options.ordersDefaultLimit,
    maxLimit: options.ordersMaxLimit,
    refusedAbove: options.refusedAbove,
  };
  const wire = createOrderWire({ world, scenes, options, catalog: () => deps.origins().catalog });

  const withCaller =
    (handle: (caller: Caller, request: PracticeRequest, params: Record<string, string>) => Reply) =>
    (request: PracticeRequest, params: Record<string, string>): Reply => {
      const caller = callerOf(deps, request);
      if (isReply(caller)) return caller;
      try {
        return handle(caller, request, params);
      } catch (error) {
        if (error instanceof BadFilter) return json(400, { [error.field]: [error.message] });
        throw error;
      }
    };
  const withOrder = (handle: (order: OrderNow, request: PracticeRequest) => Reply) =>
    withCaller((caller, request, params) => {
      const order = book.find(Number(params.id), caller.owner);
      return order ? handle(order, request) : notFound(`order ${params.id}`);
    });

  /** A part of one order: a page, or the bare list that is also met. */
  const part = (rows: readonly unknown[], path: string, request: PracticeRequest): Reply => {
    if (other) return json(200, rows);
    const slice = readSlice(request.url, limits);
    if ('status' in slice) return slice;
    const found = {
      count: rows.length,
      slice: (offset: number, limit: number) => rows.slice(offset, offset + limit),
    };
    return json(200, slicePage({ found, slice, path, url: request.url, under: 'results' }));
  };

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
    return json(201, other ? feature : [feature]);
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

  const at = (path: string) => new RegExp(`^(?:/orders-api)?(?:/v2)?${path}/?$`);
  const id = '/orders/(?<id>\\d{1,12})';
  const pathOf = ({ order }: OrderNow, rest: string) =>
    `/v2/orders/${String(order.orderNumber).padStart(6, '0')}/${rest}`;
  return [
    { method: 'GET', path: at('/orders'), handle: list },
    { method: 'POST', path: at('/orders'), handle: create },
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
    { method: 'GET', path: at('/deliverables'), handle: deliverables },
  ];
}

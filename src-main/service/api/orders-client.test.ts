import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contractIdSchema, orderIdSchema, taskIdSchema } from '../../../src-preload/contract/ids.ts';
import { makeConnection } from '../../../testing/make-connection.ts';
import { makeService } from '../../../testing/make-service.ts';
import {
  type Script,
  type ScriptedServer,
  sendJson,
  startScriptedServer,
} from '../../../testing/scripted-server.ts';
import {
  wireDeliverableSchema,
  wireOrderCaptureSchema,
  wireOrderEventSchema,
  wireOrderSchema,
} from './orders-wire.ts';
import { pagesOf } from './pages.ts';
import type { OrderFeature } from './service-client.ts';

const signal = new AbortController().signal;
const contractId = contractIdSchema.parse('cont.1');
const orderId = orderIdSchema.parse('000383');
const feature: OrderFeature = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [4.1, 51.9] },
  properties: { sku: 'TSKPOI-M', order_name: 'one', parameters: {} },
};

let server: ScriptedServer;
let made: ReturnType<typeof makeService>;
let connection: ReturnType<typeof makeConnection>;
let answer: Script;

async function make(options: Parameters<typeof makeConnection>[1] = {}) {
  await made?.close();
  connection = makeConnection(server.origin(), { ordersUrl: `${server.origin()}/gate`, ...options });
  made = makeService(connection);
}
beforeEach(async () => {
  answer = (_, response) => sendJson(response, []);
  server = await startScriptedServer({
    script(request, response, raw) {
      if (!request.path.endsWith('/oauth/token')) return answer(request, response, raw);
      return sendJson(response, { access_token: 't1', expires_in: 600 });
    },
  });
  await make();
});
afterEach(async () => {
  await made.close();
  await server.close();
});

const client = () => made.service.forScope({ connectionId: connection.id, contractId });
const calls = () =>
  server.seen
    .filter((request) => !request.path.endsWith('/oauth/token'))
    .map(({ method, path }) => `${method} ${path}`);
/** Answers only these paths. */
const only =
  (paths: RegExp, value: unknown = []): Script =>
  (request, response) =>
    paths.test(request.path) ? sendJson(response, value) : sendJson(response, { detail: 'Not found.' }, 404);

async function list(filter: Parameters<ReturnType<typeof client>['orderPages']>[0] = {}, offset = 0) {
  const ids: string[] = [];
  for await (const page of client().orderPages(filter, signal, offset))
    ids.push(...page.rows.map(({ parsed }) => parsed.orderId));
  return ids;
}

describe('the V2 calls', () => {
  it('go where the interface says, with the headers of tasking', async () => {
    answer = (request, response) =>
      sendJson(response, /orders\/000383\?|orders\/000383$/.test(request.path) ? { order_id: '000383' } : []);
    await list({
      taskId: taskIdSchema.parse(7),
      name: 'a&b',
      status: 'in_progress',
      updatedSince: '2026-01-01T00:00:00Z',
    });
    await list({}, 500);
    for await (const _ of client().deliverablePages({ orderId }, signal));
    await client().order(orderId, signal);
    await client().orderCaptures(orderId, signal);
    await client().orderDeliverables(orderId, signal);
    await client().orderEvents(orderId, signal);
    expect(calls()).toEqual([
      'GET /gate/v2/orders?limit=500&offset=0&task_id=7&order_name=a%26b&status=in_progress&updated_at__gte=2026-01-01T00%3A00%3A00Z',
      'GET /gate/v2/orders?limit=500&offset=500',
      'GET /gate/v2/deliverables?limit=500&offset=0&order_id=000383',
      'GET /gate/v2/orders/000383',
      'GET /gate/v2/orders/000383/captures?limit=500&offset=0',
      'GET /gate/v2/orders/000383/deliverables?limit=500&offset=0',
      'GET /gate/v2/orders/000383/events?limit=500&offset=0',
    ]);
    expect(server.seen.at(-1)?.headers).toMatchObject({
      authorizationtoken: 'Bearer t1',
      'x-service-contract-id': 'cont.1',
    });
  });

  it('tell of orders that cannot be read', async () => {
    answer = (_, response) => sendJson(response, [{ order_id: '000383' }, { status: 'closed' }]);
    expect(await list()).toEqual(['000383']);
    expect(made.unreadable).toEqual([['orders', 1]]);
  });

  it('need an address of their own', async () => {
    await make({ ordersUrl: null });
    await expect(list()).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
      data: { address: '', reason: 'invalid' },
    });
    await expect(client().submitOrder(feature, signal)).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    expect(server.seen).toEqual([]);
  });

  it.each([
    ['/v2', /^\/gate\/orders/, ['GET /gate/v2/orders', 'GET /gate/orders', 'GET /gate/orders']],
    ['', /^\/gate\/v2\/orders/, ['GET /gate/orders', 'GET /gate/v2/orders', 'GET /gate/v2/orders']],
    ['/v2/', /^\/gate\/v2\/orders/, ['GET /gate/v2/orders', 'GET /gate/v2/orders']],
  ])('with the prefix %j find the other way once, and remember it', async (ordersPrefix, paths, expected) => {
    await make({ ordersPrefix });
    answer = only(paths);
    await list();
    await list();
    expect(calls().map((call) => call.split('?')[0])).toEqual(expected);
  });

  it('each find their own way: some are written with the prefix, some without', async () => {
    answer = only(/^\/gate\/orders\b(?!\/)|^\/gate\/v2\/orders\/000383\/captures/);
    await list();
    await client().orderCaptures(orderId, signal);
    await client().orderCaptures(orderId, signal);
    await list();
    expect(calls().map((call) => call.split('?')[0])).toEqual([
      'GET /gate/v2/orders',
      'GET /gate/orders',
      'GET /gate/orders/000383/captures',
      'GET /gate/v2/orders/000383/captures',
      'GET /gate/v2/orders/000383/captures',
      'GET /gate/orders',
    ]);
  });

  it('say not found when neither way leads there, whatever guards the other', async () => {
    answer = (request, response) =>
      request.path.startsWith('/gate/v2/')
        ? sendJson(response, { detail: 'Not found.' }, 404)
        : sendJson(response, { message: 'Forbidden' }, 403);
    await expect(client().order(orderId, signal)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each([
    ['relative with the prefix', '/v2/orders?offset=1&limit=500'],
    ['relative without', '/orders?offset=1&limit=500'],
    ['relative to the gateway', '/gate/v2/orders?offset=1&limit=500'],
    ['to another host', 'https://evil.invalid/v2/orders?offset=1&limit=500'],
  ])('follow a next that is %s, by the way that answers', async (_, next) => {
    answer = (request, response) => {
      if (!request.path.startsWith('/gate/orders')) return sendJson(response, {}, 404);
      const second = request.path.includes('offset=1');
      sendJson(response, {
        type: 'FeatureCollection',
        count: 2,
        next: second ? null : next,
        previous: null,
        features: [{ type: 'Feature', properties: { order_id: second ? '000002' : '000001' } }],
      });
    };
    expect(await list()).toEqual(['000001', '000002']);
    expect(calls()).toHaveLength(3);
    expect(calls()[2]).toMatch(/^GET \/gate\/orders\?/);
  });
});

describe('creating an order', () => {
  const order = { type: 'Feature', geometry: null, properties: { order_id: '000009', sku: 'TSKPOI-M' } };

  it.each([
    ['a Feature', order],
    ['a list of Features', [order]],
    ['a collection', { type: 'FeatureCollection', features: [order] }],
    ['a page', { count: 1, results: [order] }],
    ['a flat object with a number', { order_id: 9 }],
  ])('is answered by %s', async (_, value) => {
    answer = (request, response) => sendJson(response, request.method === 'POST' ? value : []);
    const [row] = await client().submitOrder(feature, signal);
    expect(Number(row?.parsed.orderId)).toBe(9);
    expect(calls()).toEqual(['GET /gate/v2/orders?limit=1', 'POST /gate/v2/orders']);
    expect(JSON.parse(server.seen.at(-1)?.body ?? '')).toEqual(feature);
    await client().submitOrder(feature, signal);
    expect(calls()).toHaveLength(3);
  });

  it('keeps every order that one sending made, in any shape', async () => {
    const several = [{ ...order, properties: { order_id: '000009' } }, { order_id: 10 }];
    for (const value of [several, { type: 'FeatureCollection', features: several }, { results: several }]) {
      answer = (request, response) => sendJson(response, request.method === 'POST' ? value : []);
      const rows = await client().submitOrder(feature, signal);
      expect(rows.map(({ parsed }) => Number(parsed.orderId))).toEqual([9, 10]);
    }
  });

  it.each([
    ['nothing', ''],
    ['an empty list', '[]'],
    ['no order', '{"ok":true}'],
    ['a page of HTML', '<html>'],
  ])('leaves the outcome open when the answer is %s', async (_, text) => {
    answer = (request, response) => {
      if (request.method === 'GET') sendJson(response, []);
      else response.writeHead(201).end(text);
    };
    await expect(client().submitOrder(feature, signal)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(calls().filter((call) => call.startsWith('POST'))).toHaveLength(1);
  });

  it('is sent once by the way that was found, and never when none was', async () => {
    answer = (request, response) =>
      request.path.startsWith('/gate/orders')
        ? sendJson(response, request.method === 'POST' ? order : [])
        : sendJson(response, {}, 404);
    await client().submitOrder(feature, signal);
    expect(calls().filter((call) => call.startsWith('POST'))).toEqual(['POST /gate/orders']);
    await make({ ordersUrl: `${server.origin()}/nowhere` });
    await expect(client().submitOrder(feature, signal)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(calls().filter((call) => call.startsWith('POST'))).toHaveLength(1);
  });

  it('says why it was refused, on the fields', async () => {
    answer = (request, response) =>
      request.method === 'GET'
        ? sendJson(response, [])
        : sendJson(response, { 'properties.sku': ['Unknown SKU.'] }, 400);
    await expect(client().submitOrder(feature, signal)).rejects.toMatchObject({
      code: 'REFUSED',
      data: { fields: { 'properties.sku': ['Unknown SKU.'] } },
    });
  });
});

describe('rows in every shape', () => {
  const anyValue = fc.oneof(
    fc.string(),
    fc.double(),
    fc.constant(null),
    fc.boolean(),
    fc.array(fc.string(), { maxLength: 3 }),
    fc.dictionary(fc.string({ maxLength: 8 }), fc.string(), { maxKeys: 3 }),
  );
  const optional = (...names: string[]) =>
    fc.record(Object.fromEntries(names.map((name) => [name, anyValue])), { requiredKeys: [] });
  const id = fc.oneof(
    fc.nat().map((number) => String(number).padStart(6, '0')),
    fc.nat(),
    fc.uuid(),
    fc.constant('0'),
  );
  const kinds = [
    {
      schema: wireOrderSchema,
      name: 'order_id',
      read: (row: unknown) => wireOrderSchema.parse(row).orderId,
      others: ['status', 'sku', 'parameters', 'updated_at', 'captures', 'project_name', 'provider_hint'],
    },
    {
      schema: wireDeliverableSchema,
      name: 'deliverable_id',
      read: (row: unknown) => wireDeliverableSchema.parse(row).deliverableId,
      others: ['order', 'status', 'assets', 'quantity', 'unit', 'capture_id', 'updated_at', 'weight'],
    },
    {
      schema: wireOrderCaptureSchema,
      name: 'capture_id',
      read: (row: unknown) => wireOrderCaptureSchema.parse(row).captureId,
      others: ['status', 'start', 'satellite_name', 'updated_at'],
    },
    {
      schema: wireOrderEventSchema,
      name: 'event_id',
      read: (row: unknown) => wireOrderEventSchema.parse(row).eventId ?? '',
      others: ['time', 'kind', 'reason', 'message', 'status', 'capture_id'],
    },
  ] as const;
  /** A page object, a FeatureCollection, a bare list, and a collection within a page. */
  const shapes: ((rows: unknown[]) => unknown)[] = [
    (rows) => ({ count: rows.length, next: null, previous: null, results: rows }),
    (rows) => ({ type: 'FeatureCollection', count: rows.length, next: null, features: rows }),
    (rows) => rows,
    (rows) => ({ count: rows.length, results: { type: 'FeatureCollection', features: rows } }),
  ];

  it.each(kinds)('never lose one: $name', async ({ schema, name, read, others }) => {
    const row = fc
      .tuple(id, optional(...others), fc.constantFrom('flat', 'Feature'), fc.boolean())
      .map(([value, fields, form, plainId]) => {
        const all = { ...fields, [plainId ? 'id' : name]: value };
        return {
          id: String(value),
          row: form === 'flat' ? all : { type: 'Feature', geometry: null, properties: all },
        };
      });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 12 }), fc.constantFrom(...shapes), async (rows, shape) => {
        const value = JSON.parse(JSON.stringify(shape(rows.map((each) => each.row))));
        const found: string[] = [];
        const raws: unknown[] = [];
        let unreadable = 0;
        const first = new URL('https://a.invalid/v2/orders');
        const pages = pagesOf(
          { first, schema, what: 'rows', fetch: async () => value, single: true },
          signal,
        );
        for await (const page of pages) {
          unreadable += page.unreadable;
          for (const { parsed, raw } of page.rows) {
            found.push(String(read(raw)));
            raws.push(raw);
            expect(parsed).toEqual(schema.parse(raw));
          }
        }
        expect(unreadable).toBe(0);
        expect(found).toEqual(rows.map((each) => each.id));
        // The raw answer of the service is complete.
        expect(raws).toEqual(JSON.parse(JSON.stringify(rows.map((each) => each.row))));
      }),
      { numRuns: 150 },
    );
  });

  it('count what has no identifier', async () => {
    const pages = pagesOf(
      {
        first: new URL('https://a.invalid/v2/orders'),
        schema: wireOrderSchema,
        what: 'orders',
        fetch: async () => [{ status: 'closed' }, null, { type: 'Feature', properties: { order_id: '' } }, 5],
      },
      signal,
    );
    for await (const page of pages) expect(page).toMatchObject({ rows: [], unreadable: 4 });
  });

  it('say a quantity with the field it stood in', () => {
    const quantity = (fields: object) => {
      const {
        quantity: value,
        quantityField,
        quantityUnit,
      } = wireDeliverableSchema.parse({ id: 1, ...fields });
      return [value ?? null, quantityField, quantityUnit];
    };
    expect(quantity({ quantity: '12.5', unit: 'km2' })).toEqual([12.5, 'quantity', 'km2']);
    expect(quantity({ billable_quantity: 3, quantity_unit: 'scene' })).toEqual([
      3,
      'billable_quantity',
      'scene',
    ]);
    expect(quantity({ area_km2: 7 })).toEqual([7, 'area_km2', 'km2']);
    expect(quantity({ quantity: { value: 4, unit: 'km2' } })).toEqual([4, 'quantity', 'km2']);
    expect(quantity({})).toEqual([null, null, null]);
  });

  it('keep no link of an asset, only its name', () => {
    const assets = (value: unknown) => wireDeliverableSchema.parse({ id: 1, assets: value }).assets;
    expect(assets({ visual: { href: 'https://c.invalid/?token=x' }, preview: {} })).toEqual([
      'visual',
      'preview',
    ]);
    expect(assets([{ name: 'visual', href: 'https://c.invalid' }, 'https://c.invalid/x'])).toEqual([
      'visual',
    ]);
    expect(assets('odd')).toEqual([]);
  });
});

describe('a service that gives no more rows at once than it wants to', () => {
  const most = 100;
  const rows = Array.from({ length: 230 }, (_, n) => n + 1);
  const page = (request: { path: string }, row: (n: number) => Record<string, unknown>) => {
    const query = new URL(request.path, 'http://x').searchParams;
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
    if (limit > most) return null;
    const end = offset + limit;
    const next = end < rows.length ? `?limit=${limit}&offset=${end}` : null;
    return { count: rows.length, next, results: rows.slice(offset, end).map(row) };
  };
  const refusals: [string, unknown][] = [
    ['as a sentence', { detail: 'limit must be at most 100' }],
    ['as a field', { limit: ['Ensure this value is less than or equal to 100.'] }],
    ['as another word', { message: 'Invalid page_size.' }],
  ];

  it.each(refusals)('%s, V1 and V2: is read whole, and is not asked for too much again', async (_, said) => {
    answer = (request, response) => {
      const found = page(request, (n) =>
        request.path.includes('/tasks/')
          ? { task_id: n }
          : { order_id: String(n), deliverable_id: String(n) },
      );
      return found === null ? sendJson(response, said, 400) : sendJson(response, found);
    };
    const lists = [
      () => client().orderPages({}, signal),
      () => client().deliverablePages({}, signal),
      () => client().taskPages({}, signal),
    ];
    for (const list of lists) {
      const found: unknown[] = [];
      for await (const each of list()) found.push(...each.rows);
      expect(found).toHaveLength(rows.length);
    }
    const refused = () =>
      calls()
        .map((call) => Number(new URL(call.split(' ')[1] ?? '', 'http://x').searchParams.get('limit')))
        .filter((limit) => limit > most);
    // V1 and V2 are separate interfaces, so each learns its page size once.
    expect(refused()).toEqual([500, 250, 125, 200]);
    for await (const each of client().orderPages({}, signal)) void each;
    expect(refused()).toHaveLength(4);
  });

  it('is not mistaken for one that refuses something else', async () => {
    answer = (_, response) => sendJson(response, { detail: 'status is unknown' }, 400);
    const reading = async () => {
      for await (const each of client().orderPages({ status: 'odd' }, signal)) void each;
    };
    await expect(reading()).rejects.toMatchObject({ code: 'REFUSED' });
    expect(calls()).toHaveLength(1);
  });
});

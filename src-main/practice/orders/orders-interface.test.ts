import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  advance,
  call,
  field,
  list,
  orderProperties,
  planFault,
  pointOrder,
  publishedCapture,
  signIn,
  someArea,
  startForTest,
} from '../../../testing/practice/practice-caller.ts';

// Reads the answers strictly by service §4.11, §9 and §10.4.
const utc = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
const position = z.array(z.number()).length(3);
const orderSchema = z.strictObject({
  type: z.literal('Feature'),
  geometry: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('Point'), coordinates: position }),
    z.strictObject({ type: z.literal('Polygon'), coordinates: z.array(z.array(position).min(4)) }),
  ]),
  properties: z.looseObject({
    order_id: z.string().regex(/^\d{6,}$/),
    contract_id: z.string().startsWith('cont.'),
    contract_name: z.string(),
    project_id: z.string().regex(/^project\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    project_name: z.string(),
    sku: z.string(),
    product_name: z.string(),
    status: z.string(),
    created_at: utc,
    updated_at: utc,
    order_name: z.string(),
    parameters: z.record(z.string(), z.unknown()),
  }),
});
const captureSchema = z.looseObject({
  capture_id: z.uuid(),
  order: z.string(),
  start: utc,
  status: z.string(),
});
const deliverableSchema = z.looseObject({
  deliverable_id: z.uuid(),
  order: z.string(),
  status: z.string(),
  assets: z.record(z.string(), z.looseObject({ href: z.url() })),
});
const eventSchema = z.looseObject({ event_id: z.uuid(), time: utc, kind: z.string(), order: z.string() });
const pageOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({
    count: z.number().int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  });

const started = async () => {
  const service = await startForTest({ emptyWorld: true, speed: 1_000 });
  return { service, caller: await signIn(service) };
};
const placed = (json: unknown) => orderSchema.parse(json);

it('answers an order with one Feature: its number, its ground height and status received', async () => {
  const { caller } = await started();
  const parameters = {
    start: '2026-12-01T02:00:00+02:00',
    end: '2026-12-11T00:00:00Z',
    revisit_period: 'P3D',
    processing_level: 'L1D',
    our_field: { deep: [1, null] },
  };
  const answer = await caller.order(pointOrder({ parameters, our_reference: 'A-7' }));
  expect(answer.status).toBe(201);
  const order = placed(answer.json);
  // Equal to the second, so that a client can find out that its clock is wrong.
  expect(Date.parse(String(answer.headers.date))).toBe(Date.parse(order.properties.created_at));
  expect(order.properties).toMatchObject({
    order_name: 'Test order',
    project_name: 'Conformance',
    contract_name: 'Agriculture Monitoring',
    sku: 'TSKPOI-M',
    status: 'received',
    our_reference: 'A-7',
    parameters,
  });
  expect(order.geometry.coordinates.slice(0, 2)).toEqual([10.25, 50.5]);
  const height = Number(order.geometry.coordinates[2]);
  expect(height >= 0 && height < 1_000).toBe(true);
  expect(answer.text).toMatch(/"coordinates":\[10\.25,50\.5,\d+\.\d+\]/);
  const again = placed((await caller.order(pointOrder())).json);
  expect(again.geometry).toEqual(order.geometry);
  expect(again.properties.project_id).toBe(order.properties.project_id);
  expect(Number(again.properties.order_id)).toBe(Number(order.properties.order_id) + 1);
});

it('writes the height of every order with a decimal point, also whole metres', async () => {
  const service = await startForTest({ bulkOrders: 40, bulkDeliverables: 40 });
  const caller = await signIn(service);
  const { text, json } = await caller.orders('/v2/orders?limit=500');
  const positions = text.match(/\[-?[\d.]+,-?[\d.]+,[^\]]+\]/g) ?? [];
  expect(positions.length).toBeGreaterThan(Number(field(json, 'count')));
  expect(positions.filter((position) => !/,\d+\.\d+\]$/.test(position))).toEqual([]);
  expect(positions.some((position) => position.endsWith('.0]'))).toBe(true);
});

it('serves every call with and without the prefix, to its own contract only', async () => {
  const { service, caller } = await started();
  const base = service.announcement.orders_url;
  const { order_id } = placed((await caller.order(pointOrder())).json).properties;
  await advance(service, 3 * 86_400);
  const others = [await signIn(service, 'Coastal Watch 2026'), await signIn(service, 'legacy')];
  for (const path of ['', '/captures', '/deliverables', '/events']) {
    const shown = await caller.get(`${base}/v2/orders/${order_id}${path}`);
    expect(shown.status).toBe(200);
    expect((await caller.get(`${base}/orders/${order_id}${path}`)).json).toEqual(shown.json);
    for (const other of others)
      expect((await other.get(`${base}/v2/orders/${order_id}${path}`)).status).toBe(404);
    expect((await caller.get(`${base}/v2/orders/999999${path}`)).status).toBe(404);
    expect((await call(`${base}/v2/orders/${order_id}${path}`)).status).toBe(401);
  }
  for (const path of ['/orders', '/deliverables']) {
    const shown = await caller.get(`${base}/v2${path}`);
    expect([shown.status, field(shown.json, 'count')]).toEqual([200, expect.any(Number)]);
    expect((await caller.get(`${base}${path}`)).json).toEqual(shown.json);
    for (const other of others) expect(field((await other.get(`${base}${path}`)).json, 'count')).toBe(0);
  }
  const posted = await caller.call(`${base}/orders`, { method: 'POST', body: pointOrder() });
  expect(posted.status).toBe(201);
  expect((await caller.call(`${base}/v2/orders`, { method: 'PATCH', body: {} })).status).toBe(405);
  const { authorizationToken = '' } = caller.headers;
  const bare = await call(`${base}/v2/orders`, { headers: { authorizationToken } });
  expect([bare.status, bare.text]).toEqual([401, expect.stringContaining('contract')]);
});

it.each([
  ['TSKPOI-M', undefined],
  ['TSKRSH-M.15.15', undefined],
  ['TSKRRD-M.30.30', undefined],
  ['TSKARE-M', someArea],
  ['TSKWID-M.05.05', undefined],
])('lives an order of %s through, to files that can be fetched', async (sku, geometry) => {
  const { service, caller } = await started();
  const { order_id } = placed((await caller.order(pointOrder({ sku, geometry }))).json).properties;
  const statuses: string[] = [];
  const path = `/v2/orders/${order_id}`;
  for (let hours = 0; hours <= 24 * 12; hours += 3) {
    const { status } = orderSchema.parse((await caller.orders(path)).json).properties;
    if (statuses.at(-1) !== status) statuses.push(status);
    if (status === 'closed') break;
    await advance(service, 3 * 3_600);
  }
  expect(statuses.filter((status) => status !== 'awaiting_conditions')).toEqual(
    statuses.includes('awaiting_conditions') ? ['received', 'closed'] : ['received', 'in_progress', 'closed'],
  );
  const captures = pageOf(captureSchema).parse((await caller.orders(`${path}/captures`)).json).results;
  const page = pageOf(deliverableSchema).parse((await caller.orders(`${path}/deliverables`)).json);
  expect(captures.length).toBeGreaterThanOrEqual(1);
  expect(page.results.some(({ status }) => status === 'DELIVERED')).toBe(true);
  const detail = orderSchema.parse((await caller.orders(path)).json).properties;
  expect(detail.captures).toEqual(captures);
  expect(detail.deliverables).toEqual(page.results);

  for (const { href } of Object.values(page.results[0]?.assets ?? {}))
    expect((await call(href, { method: 'HEAD' })).status).toBe(200);
  for (const deliverable of page.results) {
    expect(deliverable.order).toBe(order_id);
    expect(Object.keys(deliverable.assets).sort()).toEqual(['analytic', 'preview', 'thumbnail', 'visual']);
    for (const { href } of Object.values(deliverable.assets))
      expect(href.startsWith(service.announcement.catalog_url)).toBe(true);
    const scenes = list(field((await caller.scenes(deliverable.capture_id)).json, 'results'));
    expect(scenes.map((scene) => field(scene, 'scene_id'))).toContain(deliverable.scene_id);
  }
  const events = pageOf(eventSchema).parse((await caller.orders(`${path}/events?limit=100`)).json).results;
  const kinds = events.map(({ kind }) => kind);
  for (const stage of ['order.received', 'capture.acquired', 'capture.published', 'deliverable.delivered'])
    expect(kinds).toContain(stage);
  expect([kinds[0], kinds.at(-1)]).toEqual(['order.received', 'order.closed']);
  const times = events.map(({ time }) => Date.parse(time));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(detail.updated_at).toBe(events.at(-1)?.time);
});

it('closes an order that got nothing, and says why', async () => {
  const { service, caller } = await started();
  const parameters = { start: '2026-12-01T00:00:00Z', end: '2026-12-01T00:20:00Z' };
  const { order_id } = placed((await caller.order(pointOrder({ parameters }))).json).properties;
  await advance(service, 10 * 86_400);
  const detail = orderProperties((await caller.orders(`/v2/orders/${order_id}`)).json);
  expect(detail).toMatchObject({ status: 'closed', captures: [], deliverables: [] });
  const events = list(field((await caller.orders(`/v2/orders/${order_id}/events`)).json, 'results'));
  expect(events.at(-1)).toMatchObject({ kind: 'order.closed', reason: expect.stringContaining('window') });
});

it('orders archive imagery by the capture’s id', async () => {
  const { service, caller } = await started();
  const capture = await publishedCapture(service, caller);
  const order = { sku: 'ARCIMG-M.15.01', geometry: someArea, parameters: { outcome_id: capture } };
  const { order_id } = placed((await caller.order(pointOrder(order))).json).properties;
  await advance(service, 2 * 3_600);
  const detail = orderProperties((await caller.orders(`/v2/orders/${order_id}`)).json);
  expect(detail).toMatchObject({ status: 'closed', parameters: { outcome_id: capture } });
  expect(list(field(detail, 'captures'))).toMatchObject([{ capture_id: capture, status: 'published' }]);
  const [deliverable] = list(field(detail, 'deliverables'));
  const href = String(field(field(field(deliverable, 'assets'), 'thumbnail'), 'href'));
  expect((await call(href)).headers['content-type']).toBe('image/png');
});

it('reading an order ends no link', async () => {
  const { service, caller } = await started();
  const capture = await publishedCapture(service, caller);
  const scene = list(field((await caller.scenes(capture)).json, 'results'))[0];
  const url = String(field(list(field(scene, 'rasters'))[0], 'url'));
  const shown = await caller.orders('/v2/deliverables');
  expect(field(shown.json, 'count')).toBeGreaterThan(0);
  expect(JSON.stringify(shown.json)).toContain(url);
  expect((await call(url, { method: 'HEAD' })).status).toBe(200);
  // The scene query renews the links of both.
  await caller.scenes(capture);
  expect((await call(url, { method: 'HEAD' })).status).toBe(403);
});

it('fault plans work on these paths', async () => {
  const { service, caller } = await started();
  const count = async () => field((await caller.orders('/v2/orders')).json, 'count');
  const match = { method: 'POST', path: '/orders', count: 1 };
  await planFault(service, match, { loseReply: 'before' });
  await expect(caller.order(pointOrder())).rejects.toThrow();
  expect(await count()).toBe(0);
  await planFault(service, match, { loseReply: 'after' });
  await expect(caller.order(pointOrder())).rejects.toThrow();
  expect(await count()).toBe(1);
  await planFault(service, match, { workAfterMs: 150 });
  await expect(caller.order(pointOrder())).rejects.toThrow();
  expect(await count()).toBe(1);
  await expect.poll(count, { timeout: 5_000 }).toBe(2);
  await planFault(service, match, { status: 429, retryAfter: '3' });
  const busy = await caller.order(pointOrder());
  expect([busy.status, busy.headers['retry-after'], await count()]).toEqual([429, '3', 2]);
  await planFault(service, { path: '/v2/orders', count: 1 }, { malformedJson: true });
  expect((await caller.orders('/v2/orders')).json).toBeUndefined();
});

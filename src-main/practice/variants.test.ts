import { expect, it } from 'vitest';
import {
  call,
  field,
  list,
  orderProperties,
  pointOrder,
  pointTask,
  publishedCapture,
  signIn,
  startForTest,
} from '../../testing/practice/practice-caller.ts';
import { variants } from './options.ts';

type Name = keyof typeof variants;

const start = (names: Name[], more: Parameters<typeof startForTest>[0] = {}) =>
  startForTest(Object.assign({ speed: 1_000 }, ...names.map((name) => variants[name].options), more));

type Caller = Awaited<ReturnType<typeof signIn>>;

/** Returns the properties of the first delivered order in the list of a contract. */
async function deliveredOrder(caller: Caller) {
  const page = await caller.orders('/v2/deliverables?status=DELIVERED');
  const [deliverable] = list(field(page.json, 'results'));
  return { deliverable, orderId: String(field(deliverable, 'order')) };
}

it('thin details tell the status and what hangs on it; the lists tell the rest', async () => {
  const service = await start(['thin-details']);
  const caller = await signIn(service);
  const { orderId } = await deliveredOrder(caller);
  const detail = field((await caller.orders(`/v2/orders/${orderId}`)).json, 'properties');
  expect(Object.keys(Object(detail)).sort()).toEqual(['captures', 'deliverables', 'order_id', 'status']);
  expect(field(detail, 'order_id')).toBe(orderId);
  expect(Object.keys(Object(list(field(detail, 'deliverables'))[0]))).toEqual(['deliverable_id', 'status']);
  const orders = list(field((await caller.orders('/v2/orders')).json, 'features'));
  expect(field(field(orders[0], 'properties'), 'order_name')).toEqual(expect.any(String));
  const [task] = list(field((await caller.get('/tasking/tasks/')).json, 'results'));
  const single = await caller.get(`/tasking/tasks/${field(task, 'task_id')}/`);
  expect(single.json).toEqual({ task_id: field(task, 'task_id'), status: field(task, 'status') });
});

it('with assets only, the links of the assets are all that leads to the files', async () => {
  const service = await start(['assets-only']);
  const caller = await signIn(service);
  const { deliverable, orderId } = await deliveredOrder(caller);
  expect(Object.keys(Object(deliverable)).sort()).toEqual(['assets', 'deliverable_id', 'order', 'status']);
  const own = await caller.orders(`/v2/orders/${orderId}/deliverables`);
  const assets = field(list(field(own.json, 'results'))[0], 'assets');
  for (const name of ['visual', 'analytic', 'preview', 'thumbnail']) {
    expect(Object.keys(Object(field(assets, name)))).toEqual(['href']);
    expect((await call(String(field(field(assets, name), 'href')), { method: 'HEAD' })).status).toBe(200);
  }
});

it('created orders come in a list; without the variant each is one Feature', async () => {
  const ofType = (json: unknown) => (Array.isArray(json) ? json : [json]).map((row) => field(row, 'type'));
  for (const [names, isList] of [
    [[], false],
    [['created-lists'], true],
  ] as const) {
    const caller = await signIn(await start([...names], { emptyWorld: true }));
    const { status, json } = await caller.order(pointOrder());
    expect([status, Array.isArray(json), ofType(json)]).toEqual([201, isList, ['Feature']]);
    expect(list(field((await caller.orders('/v2/orders')).json, 'features'))).toHaveLength(1);
  }
});

it('redirected downloads end at a third origin, which takes its signature and nothing else', async () => {
  const service = await start(['redirected-downloads'], { emptyWorld: true });
  const caller = await signIn(service);
  const capture = await publishedCapture(service, caller);
  const [scene] = list(field((await caller.scenes(capture)).json, 'results'));
  const urls = [...list(field(scene, 'rasters')), ...list(field(scene, 'attachments'))].map((each) =>
    String(field(each, 'url')),
  );
  const origins = new Set(
    Object.values(service.announcement).flatMap((at) => URL.parse(String(at))?.origin ?? []),
  );
  for (const url of urls) {
    const hop = await call(url, { headers: { range: 'bytes=0-9' } });
    const target = new URL(String(hop.headers.location));
    expect([hop.status, origins.has(target.origin)]).toEqual([302, false]);
    expect((await call(target.href)).status).toBe(200);
  }
  const { location } = (await call(urls[0] ?? '')).headers;
  const target = new URL(String(location));
  const range = await call(target.href, { headers: { range: 'bytes=10-19' } });
  expect([range.status, range.bytes.length, typeof range.headers.etag]).toEqual([206, 10, 'string']);
  for (const headers of [
    { authorization: 'Bearer x' },
    { authorizationToken: 'Bearer x' },
    { cookie: 'a=b' },
    { [service.announcement.contract_header]: 'cont.x' },
  ])
    expect((await call(target.href, { headers })).status).toBe(400);
  for (const [name, value] of [
    ['X-Signature', ''],
    ['X-Signature', '00'.repeat(32)],
    ['X-Expires', '9999999999999'],
  ] as const) {
    const wrong = new URL(target);
    wrong.searchParams.set(name, value);
    expect((await call(wrong.href)).status).toBe(403);
  }
  // An expired link is refused.
  await call(`${service.controlUrl}/expire-links`, { method: 'POST' });
  expect((await call(urls[0] ?? '')).status).toBe(403);
});

it('a signature ends after some minutes', async () => {
  let now = Date.UTC(2026, 10, 21, 9);
  const options = { ...variants['redirected-downloads'].options, emptyWorld: true, speed: 1_000 };
  const service = await startForTest(options, () => now);
  const caller = await signIn(service);
  const [scene] = list(field((await caller.scenes(await publishedCapture(service, caller))).json, 'results'));
  const url = String(field(list(field(scene, 'rasters'))[0], 'url'));
  const target = String((await call(url)).headers.location);
  now += 6 * 60_000;
  expect((await call(target)).status).toBe(403);
  expect((await call(String((await call(url)).headers.location))).status).toBe(200);
});

it('a limit above a hundred is refused by name, in both generations', async () => {
  const service = await start(['page-limit-100']);
  const caller = await signIn(service);
  for (const answer of [
    await caller.get('/tasking/tasks/?limit=101'),
    await caller.get('/tasking/products/?limit=200'),
    await caller.orders('/v2/orders?limit=500'),
    await caller.orders('/v2/deliverables?limit=101'),
  ])
    expect([answer.status, Object.keys(Object(answer.json))]).toEqual([400, ['limit']]);
  for (const path of ['/tasking/tasks/?limit=100', '/tasking/tasks/', '/tasking/tasks/?limit=0'])
    expect((await caller.get(path)).status).toBe(200);
});

it('clients are refused, and nothing else is', async () => {
  const caller = await signIn(await start(['no-clients']));
  expect((await caller.get('/tasking/clients/')).status).toBe(403);
  expect((await caller.get('/tasking/client/')).status).toBe(403);
  expect((await caller.get('/tasking/products/')).status).toBe(200);
  // The client of the account is used nevertheless (service §2.6).
  expect((await caller.submit(pointTask())).status).toBe(201);
});

it('says whether a task could be taken, keeps nothing of it, and says 404 where there is no analysis', async () => {
  const path = '/tasking/analysis/can-add-order/';
  const caller = await signIn(await start([], { emptyWorld: true }));
  const ask = async (changes = {}) =>
    (await caller.call(path, { method: 'POST', body: pointTask(changes) })).json;
  expect(await ask()).toMatchObject({ feasible: true, opportunities: 1, score: 1 });
  // Two days do not have ten passes.
  const short = { end: '2026-12-03T00:00:00Z', max_captures: 10 };
  expect(await ask(short)).toMatchObject({ feasible: false });
  expect(await ask({ product: 0 })).toMatchObject({ product: [expect.any(String)] });
  expect(field((await caller.get('/tasking/tasks/')).json, 'count')).toBe(0);
  const without = await signIn(await start(['no-feasibility']));
  expect((await without.call(path, { method: 'POST', body: pointTask() })).status).toBe(404);
});

it('all variants together are one service', async () => {
  const names = [
    'other',
    'thin-details',
    'assets-only',
    'redirected-downloads',
    'page-limit-100',
    'no-clients',
  ];
  const all = Object.assign(
    {},
    ...names.map((name) => Object.entries(variants).find(([own]) => own === name)?.[1].options),
  );
  const service = await startForTest({ ...all, speed: 1_000 });
  expect(service.announcement.catalog_path).toBe('/imagery-archive');
  const caller = await signIn(service);
  const capture = await publishedCapture(service, caller);
  const [scene] = list(field((await caller.scenes(capture)).json, 'results'));
  const hop = await call(String(field(list(field(scene, 'rasters'))[0], 'url')));
  expect((await call(String(hop.headers.location))).status).toBe(200);
  const created = await caller.order({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [10, 50] },
    properties: {
      sku: 'TSKPOI-M',
      parameters: { start: '2026-12-01T00:00:00Z', end: '2026-12-11T00:00:00Z' },
    },
  });
  const orderId = field(orderProperties(created.json), 'order_id');
  const detail = field((await caller.orders(`/orders-api/v2/orders/${orderId}`)).json, 'properties');
  expect(Object.keys(Object(detail)).sort()).toEqual(['captures', 'deliverables', 'order_id', 'status']);
});

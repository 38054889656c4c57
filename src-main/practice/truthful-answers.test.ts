import { expect, it } from 'vitest';
import {
  advance,
  call,
  field,
  list,
  pointOrder,
  pointTask,
  publishedCapture,
  signIn,
  startForTest,
} from '../../testing/practice/practice-caller.ts';

const born = Date.UTC(2026, 10, 21, 9);

type Caller = Awaited<ReturnType<typeof signIn>>;

const rows = async (caller: Caller, path: string) => list(field((await caller.get(path)).json, 'results'));
const statusesOf = async (caller: Caller, taskId: unknown) =>
  (await rows(caller, `/tasking/tasks/${taskId}/captures/`)).map((each) => field(each, 'status'));

/** Returns a scene of a published capture, with the links of its rasters. */
async function publishedScene(options: Parameters<typeof startForTest>[0] = {}) {
  const service = await startForTest({ emptyWorld: true, speed: 1_000, ...options });
  const caller = await signIn(service);
  const captureId = await publishedCapture(service, caller);
  const [scene] = list(field((await caller.scenes(captureId)).json, 'results'));
  const links = list(field(scene, 'rasters')).map((raster) => String(field(raster, 'url')));
  const downloads = async () => {
    const page = await caller.orders('/v2/orders');
    const skus = list(field(page.json, 'features')).map((each) =>
      String(field(field(each, 'properties'), 'sku')),
    );
    return skus.filter((sku) => sku.startsWith('ARCLGD')).length;
  };
  return { service, caller, captureId, scene, links, downloads };
}

it('lists every capture that was planned, also when the task is completed or cancelled', async () => {
  const service = await startForTest({ emptyWorld: true, speed: 3_600 });
  const caller = await signIn(service);
  const submit = async () =>
    field(
      (await caller.submit(pointTask({ max_captures: 1, max_simultaneous_captures: 4 }))).json,
      'task_id',
    );
  const [completed, cancelled] = [await submit(), await submit()];
  await advance(service, 3 * 3_600);
  expect(await statusesOf(caller, completed)).toEqual(['queued', 'queued', 'queued', 'queued']);
  await caller.cancel(cancelled);
  expect(await statusesOf(caller, cancelled)).toEqual(['canceled', 'canceled', 'canceled', 'canceled']);
  await advance(service, 20 * 86_400);
  expect(field((await caller.get(`/tasking/tasks/${completed}/`)).json, 'status')).toBe('completed');
  const last = await statusesOf(caller, completed);
  expect(last).toHaveLength(4);
  expect(last[0]).toBe('published');
  expect(last.at(-1)).toBe('canceled');
});

it('dates captures within the survey period and its own records by its clock, however fast that runs', async () => {
  let now = born;
  const service = await startForTest({ emptyWorld: true, speed: 86_400 }, () => now);
  const caller = await signIn(service);
  // The window opens in ten days.
  const task = (await caller.submit(pointTask())).json;
  const taskId = field(task, 'task_id');
  now += 15_000;
  const products = await caller.get('/tasking/products/');
  const clock = Date.parse(String(products.headers.date));
  const [capture] = await rows(caller, `/tasking/tasks/${taskId}/captures/`);
  expect(field(capture, 'status')).toBe('published');
  const start = Date.parse(String(field(capture, 'start')));
  expect(start).toBeGreaterThanOrEqual(Date.parse(String(field(task, 'start'))));
  expect(start).toBeLessThan(Date.parse(String(field(task, 'end'))));
  const [scene] = list(field((await caller.scenes(field(capture, 'capture_id'))).json, 'results'));
  expect(Math.floor(Date.parse(String(field(scene, 'timestamp'))) / 1_000) * 1_000).toBe(start);
  expect(Date.parse(String(field(scene, 'last_modified')))).toBeLessThanOrEqual(clock);
  // Its order has the same state.
  const orders = await caller.orders(`/v2/orders?task_id=${taskId}`);
  const order = field(list(field(orders.json, 'features'))[0], 'properties');
  expect(Date.parse(String(field(order, 'updated_at')))).toBeLessThanOrEqual(clock);
  const mirrored = await caller.orders(`/v2/orders/${field(order, 'order_id')}/captures`);
  expect(field(list(field(mirrored.json, 'results'))[0], 'start')).toBe(field(capture, 'start'));
});

it('makes no archive order of a download that was only begun', async () => {
  const { links, downloads } = await publishedScene();
  for (const range of ['bytes=0-0', 'bytes=-1', 'bytes=5-99'])
    expect((await call(links[0] ?? '', { headers: { range } })).status).toBe(206);
  expect((await call(links[0] ?? '', { method: 'HEAD' })).status).toBe(200);
  expect(await downloads()).toBe(0);
});

it('makes one archive order of a capture, level and month, however its files came', async () => {
  const { service, caller, captureId, links, downloads } = await publishedScene();
  const size = Number((await call(links[0] ?? '', { method: 'HEAD' })).headers['content-length']);
  const half = Math.floor(size / 2);
  const part = (url: string | undefined, from: number, to: number) =>
    call(url ?? '', { headers: { range: `bytes=${from}-${to}` } });
  // A resumed transfer: two ranges at once, a third one with a new link, and some bytes twice.
  await Promise.all([part(links[0], 0, 999), part(links[0], half, size - 1)]);
  expect(await downloads()).toBe(0);
  const [again] = list(field((await caller.scenes(captureId)).json, 'results'));
  const fresh = list(field(again, 'rasters')).map((raster) => String(field(raster, 'url')));
  await part(fresh[0], 500, half + 10);
  expect(await downloads()).toBe(1);
  // The same file again, and the other raster of the same capture.
  await call(fresh[0] ?? '');
  await call(fresh[1] ?? '');
  expect(await downloads()).toBe(1);
  // The next month.
  await advance(service, 500_000_000);
  await advance(service, 500_000_000);
  await call(fresh[1] ?? '');
  expect(await downloads()).toBe(2);
});

it('refuses a period that is over, in both generations', async () => {
  const service = await startForTest({ emptyWorld: true });
  const caller = await signIn(service);
  const over = { start: '2026-11-01T00:00:00Z', end: '2026-11-21T09:00:00Z' };
  for (const answer of [
    await caller.submit(pointTask(over)),
    await caller.call('/tasking/analysis/can-add-order/', { method: 'POST', body: pointTask(over) }),
    await caller.order(pointOrder({ parameters: over })),
  ])
    expect([answer.status, Object.keys(Object(answer.json))]).toEqual([400, ['end']]);
  // A period that has begun is accepted.
  const begun = { ...over, end: '2026-11-21T09:00:01Z' };
  expect((await caller.submit(pointTask(begun))).status).toBe(201);
  expect((await caller.order(pointOrder({ parameters: begun }))).status).toBe(201);
});

it('answers at the address of a scene that its files name, to its own contract', async () => {
  const { service, caller, scene, links } = await publishedScene();
  const address = String(field(list(field(scene, 'rasters'))[0], 'scene'));
  const single = await caller.call(address);
  expect([single.status, field(single.json, 'scene_id')]).toEqual([200, field(scene, 'scene_id')]);
  // This request renews the links of the scene too (service §4.10).
  expect((await call(links[0] ?? '', { method: 'HEAD' })).status).toBe(403);
  const fresh = String(field(list(field(single.json, 'rasters'))[0], 'url'));
  expect((await call(fresh, { method: 'HEAD' })).status).toBe(200);
  expect((await call(address)).status).toBe(401);
  expect((await (await signIn(service, 'Disaster Response')).call(address)).status).toBe(404);
});

it('takes an empty filter for none, and a status in any case', async () => {
  const service = await startForTest();
  const caller = await signIn(service);
  const count = async (query: string) => field((await caller.get(`/tasking/tasks/?${query}`)).json, 'count');
  const all = await count('');
  expect(await count('status=&project_name=&limit=&offset=')).toBe(all);
  const cancelled = await count('status=Canceled');
  expect(cancelled).toBe(1);
  for (const status of ['canceled', 'CANCELED', 'cancelled', 'Cancelled'])
    expect([status, await count(`status=${status}`)]).toEqual([status, cancelled]);
  expect(await count('status=COMPLETED')).toBe(await count('status=completed'));
  const orders = async (query: string) => field((await caller.orders(`/v2/orders?${query}`)).json, 'count');
  expect(await orders('status=&order_name=&task_id=&updated_at__gte=')).toBe(await orders(''));
  const deliverables = await caller.orders('/v2/deliverables?status=&order_id=&period=');
  expect(field(deliverables.json, 'count')).toBe(
    field((await caller.orders('/v2/deliverables')).json, 'count'),
  );
});

it('serves nothing under a contract that has expired', async () => {
  const service = await startForTest();
  const caller = await signIn(service, 'Forest Baseline 2024');
  for (const answer of [
    await caller.get('/tasking/tasks/'),
    await caller.submit(pointTask()),
    await caller.order(pointOrder()),
    await caller.orders('/v2/orders'),
    await caller.scenes('0'),
  ]) {
    expect(answer.status).toBe(401);
    // Observed services name the contract in this case.
    expect(field(answer.json, 'message')).toMatch(/contract "Forest Baseline 2024" is expired/);
  }
});

it('takes limit=0 for the usual page', async () => {
  const service = await startForTest();
  const caller = await signIn(service, 'Coastal Watch 2026');
  const plain = await caller.get('/tasking/tasks/');
  const zero = await caller.get('/tasking/tasks/?limit=0');
  expect([zero.status, field(zero.json, 'results')]).toEqual([200, field(plain.json, 'results')]);
  const orders = await caller.orders('/v2/orders?limit=0');
  const usual = await caller.orders('/v2/orders');
  expect([orders.status, field(orders.json, 'features')]).toEqual([200, field(usual.json, 'features')]);
  for (const limit of ['-1', 'many', '1.5'])
    expect((await caller.get(`/tasking/tasks/?limit=${limit}`)).status).toBe(400);
});

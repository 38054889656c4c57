import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  advance,
  call,
  field,
  list,
  orderProperties,
  pointOrder,
  pointTask,
  publishedCapture,
  signIn,
  startForTest,
} from '../../../testing/practice/practice-caller.ts';

// Tests service §9: every V1 task and archive download is an order. The clock moves only on request.
const speed = 1_000;
type Caller = Awaited<ReturnType<typeof signIn>>;

const ordersOf = async (caller: Caller, query: string) =>
  list(field((await caller.orders(`/v2/orders?limit=500&${query}`)).json, 'features')).map(orderProperties);
const detailOf = async (caller: Caller, order: unknown) =>
  orderProperties((await caller.orders(`/v2/orders/${field(order, 'order_id')}`)).json);

it('mirrors a task at once, found by its id and its name, with the same captures', async () => {
  const service = await startForTest({ emptyWorld: true, speed });
  const caller = await signIn(service);
  await caller.submit(pointTask({ task_name: 'Another' }));
  const task = await caller.submit(pointTask({ task_name: 'Béta & co', max_captures: 3 }));
  const taskId = field(task.json, 'task_id');
  const [order, ...rest] = await ordersOf(caller, `task_id=${taskId}`);
  expect(rest).toEqual([]);
  expect(order).toMatchObject({
    sku: 'TSKPOI-M',
    order_name: 'Béta & co',
    project_name: 'Conformance',
    status: 'received',
    parameters: { task_id: taskId },
  });
  expect(await ordersOf(caller, `order_name=${encodeURIComponent('Béta & co')}`)).toEqual([order]);
  expect(await ordersOf(caller, 'task_id=1')).toEqual([]);
  // A V2 order is not a V1 task.
  await caller.order(pointOrder());
  expect(field((await caller.get('/tasking/tasks/')).json, 'count')).toBe(2);

  for (let step = 0; step < 30; step += 1) {
    await advance(service, 4 * 3_600);
    const captures = list(field((await caller.get(`/tasking/tasks/${taskId}/captures/`)).json, 'results'));
    const detail = await detailOf(caller, order);
    const shown = list(field(detail, 'captures')).map((capture) => ({
      capture_id: field(capture, 'capture_id'),
      status: field(capture, 'status'),
      start: field(capture, 'start'),
      satellite_name: field(capture, 'satellite_name'),
    }));
    expect(shown).toEqual(captures);
  }
  expect(field(await detailOf(caller, order), 'status')).toBe('closed');
  expect(field((await caller.get(`/tasking/tasks/${taskId}/`)).json, 'status')).toBe('completed');
});

it('shows a canceled task in progress for some minutes, then closed, with nothing delivered', async () => {
  let now = Date.UTC(2026, 10, 21, 9);
  const service = await startForTest({ emptyWorld: true, speed }, () => now);
  const caller = await signIn(service);
  const taskId = field((await caller.submit(pointTask())).json, 'task_id');
  await caller.cancel(taskId);
  const [order] = await ordersOf(caller, `task_id=${taskId}`);
  expect(field(order, 'status')).not.toBe('closed');
  now += 60_000;
  expect(field((await ordersOf(caller, `task_id=${taskId}`))[0], 'status')).toBe('in_progress');
  const since = new Date(now).toISOString();
  now += 9 * 60_000;
  expect(await ordersOf(caller, `updated_at__gte=${since}`)).toMatchObject([{ status: 'closed' }]);
  expect(await detailOf(caller, order)).toMatchObject({ status: 'closed', deliverables: [] });
  const events = list(
    field((await caller.orders(`/v2/orders/${field(order, 'order_id')}/events`)).json, 'results'),
  );
  expect(events.at(-1)).toMatchObject({ kind: 'order.closed', reason: expect.stringContaining('cancel') });
});

it('counts archive downloads once for each capture, level and month', async () => {
  let now = Date.UTC(2026, 10, 21, 9);
  const service = await startForTest({ emptyWorld: true, speed, tokenSeconds: 1e8 }, () => now);
  const caller = await signIn(service);
  const downloads = async () =>
    (await ordersOf(caller, '')).filter((order) => String(field(order, 'sku')).startsWith('ARCLGD'));
  /** Polls the count, because the service counts a file only after its last byte was sent. */
  const counted = (count: number) =>
    vi.waitFor(async () => {
      const found = await downloads();
      expect(found).toHaveLength(count);
      return found;
    });
  const fetchAgain = async (capture: string) => {
    const scene = list(field((await caller.scenes(capture)).json, 'results'))[0];
    const url = String(field(list(field(scene, 'rasters'))[0], 'url'));
    expect((await call(url, { method: 'HEAD' })).status).toBe(200);
    return () => call(url);
  };
  const first = await publishedCapture(service, caller);
  const fetchFirst = await fetchAgain(first);
  expect(await downloads()).toEqual([]);
  await fetchFirst();
  await fetchFirst();
  const [order] = await counted(1);
  expect(order).toMatchObject({ status: 'in_progress', parameters: { outcome_id: first } });
  const detail = await detailOf(caller, order);
  expect(list(field(detail, 'captures'))).toMatchObject([{ capture_id: first }]);
  expect(list(field(detail, 'deliverables'))[0]).toMatchObject({ status: 'DELIVERED' });
  const second = await publishedCapture(service, caller, { task_name: 'second' });
  await (await fetchAgain(second))();
  await counted(2);

  now = Date.UTC(2026, 11, 1);
  expect((await downloads()).map((each) => field(each, 'status'))).toEqual(['closed', 'closed']);
  await (await fetchAgain(first))();
  const again = await counted(3);
  expect(again.filter((each) => field(each, 'status') === 'in_progress')).toHaveLength(1);
  // A refused link is not a download.
  await call(`${service.controlUrl}/expire-links`, { method: 'POST' });
  expect((await fetchFirst()).status).toBe(403);
  expect(await downloads()).toHaveLength(3);
});

it('keeps orders, downloads and their numbers over a restart, also after a torn last line', async () => {
  const stateFolder = await mkdtemp(join(tmpdir(), 'nadir-practice-orders-'));
  onTestFinished(() => rm(stateFolder, { recursive: true, force: true }));
  const first = await startForTest({ stateFolder, speed });
  const caller = await signIn(first);
  const capture = await publishedCapture(first, caller, { task_name: 'kept' });
  const scene = list(field((await caller.scenes(capture)).json, 'results'))[0];
  await call(String(field(list(field(scene, 'rasters'))[0], 'url')), { headers: { range: 'bytes=0-9' } });
  await caller.order(pointOrder());
  await caller.cancel(field((await caller.submit(pointTask())).json, 'task_id'));
  const before = await ordersOf(caller, '');
  const numbers = before.map((order) => field(order, 'order_id'));
  await first.close();
  await appendFile(join(stateFolder, 'world-changes.jsonl'), '{"task":{"taskId":');

  for (let restart = 0; restart < 2; restart += 1) {
    const next = await startForTest({ stateFolder, speed });
    const again = await signIn(next);
    expect((await ordersOf(again, '')).map((order) => field(order, 'order_id'))).toEqual(numbers);
    expect(field((await again.get('/tasking/tasks/?status=Canceled&limit=200')).json, 'count')).toBe(2);
    const placed = orderProperties((await again.order(pointOrder())).json);
    expect(numbers).not.toContain(field(placed, 'order_id'));
    numbers.unshift(field(placed, 'order_id'));
    await next.close();
  }
});

it('mirrors the tasks of a memory from before there were orders', async () => {
  const stateFolder = await mkdtemp(join(tmpdir(), 'nadir-practice-orders-'));
  onTestFinished(() => rm(stateFolder, { recursive: true, force: true }));
  const first = await startForTest({ stateFolder, emptyWorld: true });
  await (await signIn(first)).submit(pointTask({ task_name: 'old' }));
  await first.close();
  await (await startForTest({ stateFolder })).close();
  const path = join(stateFolder, 'world.json');
  const { orders, ...old } = Object(JSON.parse(await readFile(path, 'utf8')));
  expect(orders).toHaveLength(1);
  await writeFile(path, JSON.stringify({ ...old, nextTaskId: 10_002 }));
  const caller = await signIn(await startForTest({ stateFolder }));
  expect(await ordersOf(caller, '')).toMatchObject([{ order_name: 'old' }]);
});

it('has orders at a first start: all outcomes, kinds, and what no documentation names', async () => {
  const service = await startForTest({}, () => Date.UTC(2026, 10, 21, 9));
  const all: unknown[] = [];
  const events: unknown[] = [];
  for (const name of ['Coastal Watch 2026', 'Agriculture Monitoring', 'Disaster Response', 'legacy']) {
    const caller = await signIn(service, name);
    const orders = await ordersOf(caller, '');
    const tasks = list(field((await caller.get('/tasking/tasks/?limit=200')).json, 'results'));
    const mirrored = orders.map((order) => field(field(order, 'parameters'), 'task_id'));
    for (const task of tasks) expect(mirrored).toContain(field(task, 'task_id'));
    for (const order of orders) {
      all.push(await detailOf(caller, order));
      const path = `/v2/orders/${field(order, 'order_id')}/events?limit=500`;
      events.push(...list(field((await caller.orders(path)).json, 'results')));
    }
  }
  const skus = new Set(all.map((order) => String(field(order, 'sku')).slice(0, 6)));
  for (const sku of ['TSKPOI', 'TSKARE', 'TSKRSH', 'TSKRRD', 'ARCIMG', 'ARCLGD', 'TSKWID'])
    expect(skus).toContain(sku);
  const statuses = new Set(all.map((order) => field(order, 'status')));
  expect([...statuses]).toEqual(expect.arrayContaining(['received', 'in_progress', 'closed']));
  expect(all.some((order) => field(order, 'provider_hint') !== undefined)).toBe(true);
  const deliverables = all.flatMap((order) => list(field(order, 'deliverables')));
  const kinds = new Set(deliverables.map((each) => field(each, 'status')));
  expect([...kinds].sort()).toEqual(['DELIVERED', 'FAILED', 'PROCESSING']);
  const quantities = deliverables.map((each) =>
    ['quantity', 'billable_quantity', 'area_km2'].find((name) => field(each, name) !== undefined),
  );
  expect(new Set(quantities).size).toBe(4);
  const needed = new Map([
    ['Valparaíso roads', 3],
    ['Wadden flats', 3],
    ['Mendoza', 3],
    ['Paradise, north ridge', 3],
  ]);
  const more = all.filter((order) => {
    const delivered = new Set(
      list(field(order, 'deliverables'))
        .filter((each) => field(each, 'status') === 'DELIVERED')
        .map((each) => field(each, 'capture_id')),
    );
    return delivered.size > (needed.get(String(field(order, 'order_name'))) ?? 99);
  });
  expect(more.length).toBeGreaterThan(0);
  const reasons = new Set(events.map((event) => field(event, 'reason')));
  expect(reasons.size).toBeGreaterThanOrEqual(5);
});

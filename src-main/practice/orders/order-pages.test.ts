import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  call,
  field,
  list,
  orderProperties,
  pointOrder,
  signIn,
  startForTest,
} from '../../../testing/practice/practice-caller.ts';

/** Returns the processor time in seconds, including that of the test; other work on the machine does not count. */
const processorSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const born = Date.UTC(2026, 10, 21, 9);
type Caller = Awaited<ReturnType<typeof signIn>>;

/** Returns all rows, by following `next` from the root of the announced origin. */
async function walk(caller: Caller, first: string, under: string) {
  const rows: unknown[] = [];
  let pages = 0;
  for (let path: unknown = first; typeof path === 'string'; pages += 1) {
    const page = (await caller.orders(path)).json;
    rows.push(...list(field(page, under)));
    path = field(page, 'next');
  }
  return { rows, pages };
}
const orders = (caller: Caller, path: string) => walk(caller, path, 'features');
const deliverables = (caller: Caller, path: string) => walk(caller, path, 'results');
const idsOf = (rows: unknown[]) => rows.map((row) => String(field(orderProperties(row), 'order_id')));

it('pages by 25 with relative links that keep their filters, and clamps at 500', async () => {
  const caller = await signIn(
    await startForTest({ emptyWorld: true, bulkOrders: 700, bulkDeliverables: 900 }),
  );
  const first = (await caller.orders('/v2/orders')).json;
  expect(first).toMatchObject({
    type: 'FeatureCollection',
    count: 700,
    next: '/v2/orders?offset=25&limit=25',
    previous: null,
  });
  expect(list(field(first, 'features'))).toHaveLength(25);
  const second = (await caller.orders('/orders?offset=25&limit=25')).json;
  expect(second).toMatchObject({
    next: '/v2/orders?offset=50&limit=25',
    previous: '/v2/orders?offset=0&limit=25',
  });
  expect(list(field((await caller.orders('/v2/orders?limit=9999')).json, 'features'))).toHaveLength(500);
  const closed = await orders(caller, '/v2/orders?status=closed&limit=100');
  expect(closed.rows.length).toBeGreaterThan(500);
  expect(new Set(closed.rows.map((row) => field(orderProperties(row), 'status')))).toEqual(
    new Set(['closed']),
  );
  expect((await caller.orders('/v2/orders?offset=100000')).json).toMatchObject({
    count: 700,
    next: null,
    features: [],
  });
});

it('serves 20,000 orders with 60,000 deliverables quickly, each once, and only what changed', async () => {
  const service = await startForTest(
    { bulkOrders: 20_000, bulkDeliverables: 60_000, speed: 1_000 },
    () => born,
  );
  const caller = await signIn(service);
  const seeded = Number(field((await caller.orders('/v2/orders')).json, 'count')) - 20_000;
  expect(seeded).toBeGreaterThan(10);
  const begun = processorSeconds();
  const all = await orders(caller, '/v2/orders?limit=500');
  expect(all.pages).toBe(Math.ceil((20_000 + seeded) / 500));
  expect(new Set(idsOf(all.rows)).size).toBe(20_000 + seeded);
  const made = await deliverables(caller, '/v2/deliverables?limit=500');
  const ids = new Set(made.rows.map((row) => field(row, 'deliverable_id')));
  expect(ids.size).toBe(made.rows.length);
  expect(made.rows.length).toBeGreaterThanOrEqual(60_000);
  expect(made.rows.length).toBeLessThan(60_000 + 200);
  // Measured: 7.
  expect(processorSeconds() - begun).toBeLessThan(20);

  const latest = all.rows
    .map((row) => Date.parse(String(field(orderProperties(row), 'updated_at'))))
    .reduce((a, b) => Math.max(a, b));
  const since = new Date(born).toISOString();
  expect(latest).toBeLessThan(born);
  const delta = async () =>
    idsOf((await orders(caller, `/v2/orders?updated_at__gte=${since}&limit=500`)).rows);
  expect(await delta()).toEqual([]);
  const touched = await call(`${service.controlUrl}/touch-orders`, {
    method: 'POST',
    body: { count: 1_200 },
  });
  const expected = list(field(touched.json, 'order_ids')).map(String);
  expect(expected).toHaveLength(1_200);
  expect((await delta()).sort()).toEqual(expected.sort());
  const fresh = orderProperties((await caller.order(pointOrder())).json);
  expect(await delta()).toContain(field(fresh, 'order_id'));
}, 60_000);

it('bulk orders agree with their own pages: captures, deliverables, files, filters', async () => {
  const service = await startForTest(
    { emptyWorld: true, bulkOrders: 200, bulkDeliverables: 500 },
    () => born,
  );
  const caller = await signIn(service);
  const all = await deliverables(caller, '/v2/deliverables?limit=500');
  expect(all.rows).toHaveLength(500);
  const of = (row: unknown) => String(field(row, 'order'));
  const rows = (await orders(caller, '/v2/orders?limit=500')).rows;
  for (const id of idsOf(rows).slice(0, 40)) {
    const own = (await deliverables(caller, `/v2/deliverables?order_id=${id}`)).rows;
    expect(own).toEqual(all.rows.filter((row) => of(row) === id));
    expect((await deliverables(caller, `/v2/orders/${id}/deliverables`)).rows).toEqual(own);
    const detail = orderProperties((await caller.orders(`/v2/orders/${id}`)).json);
    expect(field(detail, 'deliverables')).toEqual(own);
    expect(list(field(detail, 'captures'))).toHaveLength(own.length);
  }
  for (const status of ['DELIVERED', 'FAILED', 'PROCESSING']) {
    const filtered = (await deliverables(caller, `/v2/deliverables?limit=500&status=${status}`)).rows;
    expect(filtered.length).toBeGreaterThan(0);
    expect(filtered).toEqual(all.rows.filter((row) => field(row, 'status') === status));
  }
  const one = all.rows.find((row) => field(row, 'status') === 'DELIVERED');
  const delivered = String(field(one, 'delivered_at'));
  const [month, end] = [delivered.slice(0, 7), `${delivered.slice(0, 4)}-12-31T23:59:59Z`];
  const inMonth = all.rows.filter((row) => String(field(row, 'delivered_at')).startsWith(month));
  expect((await deliverables(caller, `/v2/deliverables?limit=500&period=${month}`)).rows).toEqual(inMonth);
  const interval = await deliverables(caller, `/v2/deliverables?limit=500&period=${delivered}/${end}`);
  expect(interval.rows).toEqual(
    all.rows.filter((row) => {
      const at = String(field(row, 'delivered_at') ?? '');
      return at >= delivered && at < end;
    }),
  );
  const href = String(field(field(field(one, 'assets'), 'thumbnail'), 'href'));
  expect((await call(href)).headers['content-type']).toBe('image/png');
  const scenes = list(field((await caller.scenes(field(one, 'capture_id'))).json, 'results'));
  expect(scenes.map((scene) => field(scene, 'scene_id'))).toEqual([field(one, 'scene_id')]);
  const named = (await orders(caller, '/v2/orders?order_name=Plot%2000007')).rows;
  expect(named.map((row) => field(orderProperties(row), 'order_name'))).toEqual(['Plot 00007']);
});

it('takes 500 orders a second without slowing', async () => {
  const stateFolder = await mkdtemp(join(tmpdir(), 'nadir-practice-rate-'));
  try {
    // Also with a state folder, where each answered change is stored.
    const service = await startForTest({ emptyWorld: true, stateFolder });
    const caller = await signIn(service);
    const rates: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const begun = processorSeconds();
      for (let sent = 0; sent < 1_000; sent += 50) {
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, index) =>
            caller.order(pointOrder({ order_name: `Row ${round} ${sent + index}` })),
          ),
        );
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      }
      rates.push(1_000 / (processorSeconds() - begun));
    }
    expect(field((await caller.orders('/v2/orders')).json, 'count')).toBe(6_000);
    expect(Math.max(...rates)).toBeGreaterThan(500);
    expect(Math.max(...rates.slice(3))).toBeGreaterThan(Math.max(...rates.slice(0, 3)) * 0.6);
    await service.close();
  } finally {
    await rm(stateFolder, { recursive: true, force: true });
  }
}, 60_000);

import { expect, it } from 'vitest';
import {
  advance,
  field,
  list,
  pointOrder,
  pointTask,
  signIn,
  someArea,
  startForTest,
} from '../../testing/practice/practice-caller.ts';
import { plannedPasses } from './passes.ts';
import type { PracticeTask } from './records.ts';
import { sunAt } from './sun.ts';

// What a capture says of itself must fit its task: when, where, how often and in which light it was taken.
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

type Caller = Awaited<ReturnType<typeof signIn>>;

interface Dated {
  what: string;
  start: number;
  from: number;
  to: number;
}

const readTime = (value: unknown, name: string) => Date.parse(String(field(value, name)));

/** Returns the captures of all tasks and orders that a caller sees, with the period of each. */
async function capturesOf(caller: Caller): Promise<Dated[]> {
  const dated: Dated[] = [];
  for (const task of list(field((await caller.get('/tasking/tasks/?limit=200')).json, 'results'))) {
    const path = `/tasking/tasks/${field(task, 'task_id')}/captures/?limit=200`;
    for (const capture of list(field((await caller.get(path)).json, 'results')))
      dated.push({
        what: `task ${field(task, 'task_name')}`,
        start: readTime(capture, 'start'),
        from: readTime(task, 'start'),
        to: readTime(task, 'end'),
      });
  }
  for (const row of list(field((await caller.orders('/v2/orders?limit=500')).json, 'features'))) {
    const order = field(row, 'properties');
    const parameters = field(order, 'parameters');
    // Orders of the archive have no period.
    if (field(parameters, 'start') === undefined) continue;
    const path = `/v2/orders/${field(order, 'order_id')}/captures?limit=500`;
    for (const capture of list(field((await caller.orders(path)).json, 'results')))
      dated.push({
        what: `order ${field(order, 'order_name')}`,
        start: readTime(capture, 'start'),
        from: readTime(parameters, 'start'),
        to: readTime(parameters, 'end'),
      });
  }
  return dated;
}

/** Returns every scene of the published captures of a caller's tasks and orders. */
async function scenesOf(caller: Caller): Promise<unknown[]> {
  const ids = new Set<unknown>();
  for (const task of list(field((await caller.get('/tasking/tasks/?limit=200')).json, 'results'))) {
    const path = `/tasking/tasks/${field(task, 'task_id')}/captures/?limit=200`;
    for (const capture of list(field((await caller.get(path)).json, 'results')))
      if (field(capture, 'status') === 'published') ids.add(field(capture, 'capture_id'));
  }
  const delivered = await caller.orders('/v2/deliverables?status=DELIVERED&limit=500');
  for (const deliverable of list(field(delivered.json, 'results'))) ids.add(field(deliverable, 'capture_id'));
  const scenes: unknown[] = [];
  for (const id of ids) scenes.push(...list(field((await caller.scenes(id)).json, 'results')));
  return scenes;
}

/** Expects the sun in the metadata to be that of the time and place of the scene, and above the horizon. */
function checkLight(scene: unknown) {
  const ring = list(list(field(field(scene, 'footprint'), 'coordinates'))[0]);
  const [longitude = 0, latitude = 0] = [0, 1].map(
    (axis) => ring.slice(0, 4).reduce((sum: number, position) => sum + Number(list(position)[axis]), 0) / 4,
  );
  const sun = sunAt(longitude, latitude, readTime(scene, 'timestamp'));
  const metadata = field(scene, 'metadata');
  expect(Math.abs(Number(field(metadata, 'sun_elevation')) - sun.elevation)).toBeLessThan(0.1);
  expect(Math.abs(Number(field(metadata, 'sun_azimuth')) - sun.azimuth)).toBeLessThan(1);
  expect(sun.elevation).toBeGreaterThan(0);
}

it.each([1_800, 86_400])('a task every 3 days is captured every 3 days at a speed of %d', async (speed) => {
  let now = Date.UTC(2026, 10, 21, 9);
  const service = await startForTest({ emptyWorld: true, speed }, () => now);
  const caller = await signIn(service);
  for (const [longitude, latitude] of [
    [-120.2, 36.9],
    [10.25, 50.5],
    [179.9, -16.8],
  ]) {
    const target = { type: 'Point', coordinates: [longitude, latitude] };
    const end = '2026-12-31T00:00:00Z';
    const task = (await caller.submit(pointTask({ target, end, expected_age: '3 00:00:00' }))).json;
    now += (40 * day) / speed;
    const page = await caller.get(`/tasking/tasks/${field(task, 'task_id')}/captures/`);
    const starts = list(field(page.json, 'results')).map((capture) => readTime(capture, 'start'));
    expect(starts).toHaveLength(10);
    for (const [index, start] of starts.slice(1).entries())
      expect(Math.abs(start - (starts[index] ?? 0) - 3 * day)).toBeLessThan(15 * minute);
  }
});

it('a recurrent task has one capture in each repetition, whatever number would complete another task', async () => {
  const service = await startForTest({ emptyWorld: true, speed: 1_000 });
  const caller = await signIn(service);
  const period = { start: '2026-12-01T00:00:00Z', end: '2026-12-31T00:00:00Z', expected_age: '3 00:00:00' };
  const taskIds: unknown[] = [];
  for (const demand of [{}, { max_captures: 2 }, { max_captures: 3, max_simultaneous_captures: 5 }])
    taskIds.push(field((await caller.submit(pointTask({ ...period, ...demand }))).json, 'task_id'));
  await advance(service, 40 * 86_400);
  for (const taskId of taskIds) {
    const { json } = await caller.get(`/tasking/tasks/${taskId}/captures/`);
    // As many as the review of such a task counts (spending.test.ts).
    expect(field(json, 'count')).toBe(10);
  }
});

it('captures of an accelerated service lie in their window, in the light that their scenes tell', async () => {
  const service = await startForTest({ emptyWorld: true, speed: 1_000 });
  const caller = await signIn(service);
  await caller.submit(pointTask({ max_captures: 3, max_simultaneous_captures: 5 }));
  await caller.submit(pointTask({ expected_age: '2 00:00:00' }));
  // A window that has begun is captured in what is left of it.
  await caller.submit(pointTask({ start: '2026-11-10T00:00:00Z', end: '2026-11-24T00:00:00Z' }));
  await caller.order(pointOrder());
  await caller.order(pointOrder({ sku: 'TSKARE-M', geometry: someArea }));
  await advance(service, 20 * 86_400);
  const captures = await capturesOf(caller);
  expect(captures.length).toBeGreaterThan(10);
  expect(captures.filter(({ start, from, to }) => !(start >= from && start < to))).toEqual([]);
  const scenes = await scenesOf(caller);
  expect(scenes.length).toBeGreaterThan(8);
  for (const scene of scenes) checkLight(scene);
  expect(captures.every(({ start }) => start >= Date.UTC(2026, 10, 21, 9))).toBe(true);
});

it.each([
  ['June', 7, Date.UTC(2026, 5, 21, 9)],
  ['November', 1, Date.UTC(2026, 10, 27, 9)],
  ['February', 3, Date.UTC(2027, 1, 10, 9)],
])(
  'captures of a new world lie in their window, in the light that their scenes tell: %s',
  async (_, seed, born) => {
    const service = await startForTest({ seed, bulkOrders: 60, bulkDeliverables: 90 }, () => born);
    for (const contract of ['Agriculture Monitoring', 'Coastal Watch 2026', 'Disaster Response', 'legacy']) {
      const caller = await signIn(service, contract);
      const captures = await capturesOf(caller);
      expect(captures.filter(({ start, from, to }) => !(start >= from && start < to))).toEqual([]);
      const scenes = await scenesOf(caller);
      expect(scenes.length).toBeGreaterThan(0);
      for (const scene of scenes) checkLight(scene);
    }
  },
);

it('nothing is captured in polar night, and the analysis says so', async () => {
  const service = await startForTest({ emptyWorld: true, speed: 1_000 });
  const caller = await signIn(service);
  const target = { type: 'Point', coordinates: [15.6, 78.2] };
  const ask = (body: unknown) => caller.call('/tasking/analysis/can-add-order/', { method: 'POST', body });
  expect((await ask(pointTask({ target }))).json).toMatchObject({ feasible: false, opportunities: 0 });
  const taskId = field((await caller.submit(pointTask({ target }))).json, 'task_id');
  await advance(service, 20 * 86_400);
  const path = `/tasking/tasks/${taskId}/`;
  expect(field((await caller.get(path)).json, 'status')).toBe('failed');
  expect(field((await caller.get(`${path}captures/`)).json, 'count')).toBe(0);
  const orders = await caller.orders(`/v2/orders?task_id=${taskId}`);
  const orderId = field(field(list(field(orders.json, 'features'))[0], 'properties'), 'order_id');
  const events = list(field((await caller.orders(`/v2/orders/${orderId}/events`)).json, 'results'));
  expect(events.at(-1)).toMatchObject({ reason: expect.stringContaining('daylight') });
  // The sun returns in spring.
  const end = '2027-04-01T00:00:00Z';
  expect((await ask(pointTask({ target, end }))).json).toMatchObject({ feasible: true });
});

const recurrent = (hours: number): PracticeTask => ({
  taskId: 10_077,
  seed: 1,
  owner: 'x',
  taskName: 'n',
  projectName: 'p',
  product: 169,
  client: 'c',
  priority: 1,
  target: {},
  longitude: 18.4,
  latitude: -33.9,
  start: Date.UTC(2026, 11, 1),
  end: Date.UTC(2027, 0, 30),
  expectedAge: 'shown',
  expectedAgeMs: hours * hour,
  maxCaptures: 1,
  maxSimultaneousCaptures: 1,
  createdAt: Date.UTC(2026, 10, 27),
  cancelledAt: null,
  frozenAt: null,
  fixedStatus: null,
});

it.each([
  // The next pass in daylight is never further from its time than half a night.
  [36, 40],
  [60, 24],
  [168, 9],
  // Shorter than a day: at most both passes of each day.
  [12, 120],
  [1, 120],
])('a repetition every %d hours is taken by the nearest pass in daylight', (hours, count) => {
  const task = recurrent(hours);
  const passes = plannedPasses(task, task.start);
  expect(Math.abs(passes.length - count)).toBeLessThanOrEqual(2);
  for (const [index, pass] of passes.entries()) {
    if (index > 0) expect(pass).toBeGreaterThan(passes[index - 1] ?? 0);
    if (hours < 24) continue;
    const due = (passes[0] ?? 0) + index * hours * hour;
    expect(Math.abs(pass - due)).toBeLessThan(11 * hour);
  }
});

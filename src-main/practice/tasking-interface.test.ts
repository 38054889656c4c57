import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  advance,
  field,
  list,
  pointTask,
  signIn,
  startForTest,
} from '../../testing/practice/practice-caller.ts';

// Tests service §2.5–§2.8 and §4.3–§4.9; the expectations are written from that document.
const utc = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
const taskSchema = z.looseObject({
  task_id: z.number().int(),
  task_name: z.string(),
  project_name: z.string(),
  product: z.number().int(),
  start: utc,
  end: utc,
  priority: z.number().int(),
  client: z.string(),
  target: z.strictObject({ type: z.literal('Point'), coordinates: z.array(z.number()).length(3) }),
  created_time: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
  status: z.string(),
  expected_age: z
    .string()
    .regex(/^\d+ days, \d\d:\d\d:\d\d$/)
    .optional(),
});
const single = 'Agriculture Monitoring';
const several = 'Coastal Watch 2026';

it('answers a submission with every field, its defaults and status received', async () => {
  const caller = await signIn(await startForTest({ emptyWorld: true }), single);
  const answer = await caller.submit(pointTask());
  expect(answer.status).toBe(201);
  const task = taskSchema.parse(answer.json);
  expect(task).toMatchObject({
    task_name: 'Test field',
    project_name: 'Conformance',
    product: 169,
    start: '2026-12-01T00:00:00Z',
    end: '2026-12-11T00:00:00Z',
    client: 'field-survey',
    priority: 50,
    target: { type: 'Point', coordinates: [10.25, 50.5, 0] },
    status: 'received',
  });
  // As the interface writes it (service §2.6); some clients take `0` for another type.
  expect(answer.text).toContain('"coordinates":[10.25,50.5,0.0]');
  expect(task).not.toHaveProperty('expected_age');
});

it.each([
  ['2026-12-01T02:00:00+02:00', '2026-12-01T00:00:00Z'],
  ['2026-12-01T02:00:00+0200', '2026-12-01T00:00:00Z'],
  ['2026-11-30T18:30:00-05:30', '2026-12-01T00:00:00Z'],
  ['2026-12-01T00:00:00', '2026-12-01T00:00:00Z'],
  ['2026-12-01T00:00:00Z', '2026-12-01T00:00:00Z'],
  ['2026-12-01T00:00:00.250Z', '2026-12-01T00:00:00.250Z'],
  ['2026-12-01T00:00:00.250000+00:00', '2026-12-01T00:00:00.250Z'],
])('converts start %s to UTC', async (start, expected) => {
  const caller = await signIn(await startForTest({ emptyWorld: true }));
  expect(field((await caller.submit(pointTask({ start }))).json, 'start')).toBe(expected);
});

it.each([
  ['a point at sea level', [10, 50, 0], '[10,50,0.0]'],
  ['a point on a mountain', [10, 50, 2962], '[10,50,2962.0]'],
  ['a point below the sea', [10, 50, -400], '[10,50,-400.0]'],
  ['a point with a fraction', [10, 50, 12.125], '[10,50,12.125]'],
])('writes the altitude of %s with a decimal point', async (_, coordinates, expected) => {
  const caller = await signIn(await startForTest({ emptyWorld: true }));
  const answer = await caller.submit(pointTask({ target: { type: 'Point', coordinates } }));
  expect(answer.text).toContain(`"coordinates":${expected}`);
});

it('writes the altitudes of all tasks with a decimal point, in the list and alone', async () => {
  const caller = await signIn(await startForTest({}));
  const { text, json } = await caller.get('/tasking/tasks/?limit=200');
  expect(text.match(/,0\.0\]/g)).toHaveLength(Number(field(json, 'count')));
  const [task] = list(field(json, 'results'));
  expect((await caller.get(`/tasking/tasks/${field(task, 'task_id')}/`)).text).toContain(',0.0]');
});

it('keeps an altitude and answers the recurrence in its response form', async () => {
  const caller = await signIn(await startForTest({ emptyWorld: true }));
  const target = { type: 'Point', coordinates: [-70.5, -33.25, 512.5] };
  const answer = await caller.submit(pointTask({ target, expected_age: '7 6:05:00' }));
  expect(taskSchema.parse(answer.json)).toMatchObject({ target, expected_age: '7 days, 06:05:00' });
});

it('takes the client from the request where the account has several, and its default priority', async () => {
  const caller = await signIn(await startForTest({ emptyWorld: true }), several);
  const unnamed = await caller.submit(pointTask());
  expect(unnamed.status).toBe(400);
  expect(unnamed.json).toEqual({ client: [expect.any(String)] });
  const clients = z
    .object({
      results: z.array(
        z.looseObject({
          name: z.string(),
          max_priority: z.number().int(),
          min_priority: z.number().int(),
          default_priority: z.number().int(),
        }),
      ),
    })
    .parse((await caller.get('/tasking/clients/')).json).results;
  expect(clients.length).toBeGreaterThan(1);
  for (const client of clients) {
    const { name, max_priority, min_priority, default_priority } = client;
    expect(max_priority <= default_priority && default_priority <= min_priority).toBe(true);
    const plain = await caller.submit(pointTask({ client: name }));
    expect(plain.json).toMatchObject({ client: name, priority: default_priority });
    for (const priority of [max_priority, min_priority]) {
      const answer = await caller.submit(pointTask({ client: name, priority }));
      expect(answer.json).toMatchObject({ client: name, priority });
    }
    for (const priority of [max_priority - 1, min_priority + 1]) {
      const answer = await caller.submit(pointTask({ client: name, priority }));
      expect([answer.status, Object.keys(Object(answer.json))]).toEqual([400, ['priority']]);
    }
  }
});

it('serves one task with and without the slash, to its own contract only', async () => {
  const service = await startForTest({ emptyWorld: true });
  const owner = await signIn(service, single);
  const task = taskSchema.parse((await owner.submit(pointTask())).json);
  for (const path of [`/tasking/tasks/${task.task_id}/`, `/tasking/tasks/${task.task_id}`]) {
    const answer = await owner.get(path);
    expect([answer.status, answer.json]).toEqual([200, task]);
  }
  for (const other of [await signIn(service, several), await signIn(service, 'legacy')]) {
    expect((await other.get(`/tasking/tasks/${task.task_id}/`)).status).toBe(404);
    expect((await other.get(`/tasking/tasks/${task.task_id}/captures/`)).status).toBe(404);
    expect((await other.cancel(task.task_id)).status).toBe(404);
    expect(field((await other.get('/tasking/tasks/')).json, 'count')).toBe(0);
  }
  for (const id of [task.task_id + 1, 0, 'abc', '1e3', '999999999999999'])
    expect((await owner.get(`/tasking/tasks/${id}/`)).status).toBe(404);
});

it('filters by the query and by a JSON body of the GET, and pages what is left', async () => {
  const caller = await signIn(await startForTest({ emptyWorld: true }));
  const ids: Record<string, unknown[]> = { Alpha: [], 'Béta & co': [] };
  for (const [index, project] of ['Alpha', 'Béta & co', 'Alpha', 'Alpha', 'Béta & co'].entries()) {
    const task = await caller.submit(pointTask({ project_name: project, task_name: `n${index}` }));
    ids[project]?.push(field(task.json, 'task_id'));
  }
  const gone = ids.Alpha?.[0];
  await caller.cancel(gone);
  const idsOf = (json: unknown) =>
    list(field(json, 'results'))
      .map((task) => Number(field(task, 'task_id')))
      .sort((a, b) => a - b);
  const query = async (text: string) => idsOf((await caller.get(`/tasking/tasks/${text}`)).json);
  const body = async (filters: unknown, text = '') =>
    idsOf((await caller.call(`/tasking/tasks/${text}`, { body: filters })).json);

  expect(await query('?project_name=Alpha')).toEqual(ids.Alpha);
  expect(await body({ project_name: 'Alpha' })).toEqual(ids.Alpha);
  expect(await query(`?project_name=${encodeURIComponent('Béta & co')}`)).toEqual(ids['Béta & co']);
  expect(await body({ project_name: 'Béta & co' })).toEqual(ids['Béta & co']);
  expect(await query('?status=Canceled')).toEqual([gone]);
  expect(await body({ status: 'Canceled' })).toEqual([gone]);
  expect(await query('?status=received&project_name=Alpha')).toEqual(ids.Alpha?.slice(1));
  expect(await body({ status: 'received', project_name: 'Alpha' })).toEqual(ids.Alpha?.slice(1));
  expect(await body({ project_name: 'Alpha' }, '?status=Canceled')).toEqual([gone]);
  expect(await query('?project_name=nobody')).toEqual([]);
  expect(await query('')).toHaveLength(5);

  const page = await caller.get('/tasking/tasks/?project_name=Alpha&limit=2');
  expect(page.json).toMatchObject({ count: 3, previous: null });
  const next = String(field(page.json, 'next'));
  expect(next.startsWith('http')).toBe(true);
  const rest = await caller.get(next);
  expect(rest.json).toMatchObject({ count: 3, next: null });
  expect([...idsOf(page.json), ...idsOf(rest.json)].sort()).toEqual(ids.Alpha);

  // A client that sends its filter as a body and then follows `next` without a body keeps its filter.
  const firstByBody = await caller.call('/tasking/tasks/?limit=2', { body: { project_name: 'Alpha' } });
  const remainderByBody = await caller.get(String(field(firstByBody.json, 'next')));
  expect([...idsOf(firstByBody.json), ...idsOf(remainderByBody.json)].sort()).toEqual(ids.Alpha);

  for (const filters of ['{"project_name":', '{"project_name": 5}', '{"status": ["received"]}'])
    expect((await caller.call('/tasking/tasks/', { body: filters })).status).toBe(400);
});

it('cancels again and again, keeps the task listed, and refuses what is final', async () => {
  const service = await startForTest({ emptyWorld: true, speed: 1_000 });
  const caller = await signIn(service);
  const task = field((await caller.submit(pointTask())).json, 'task_id');
  for (let time = 0; time < 3; time += 1) {
    expect((await caller.cancel(task)).status).toBe(200);
    expect(field((await caller.get(`/tasking/tasks/${task}/`)).json, 'status')).toBe('Canceled');
  }
  // Observed: the body may be {}.
  const withBody = await caller.call(`/tasking/tasks/${task}/cancel/`, { method: 'PATCH', body: {} });
  expect(withBody.status).toBe(200);
  const listed = await caller.get('/tasking/tasks/?status=Canceled');
  expect(list(field(listed.json, 'results')).map((each) => field(each, 'task_id'))).toEqual([task]);
  expect((await caller.call(`/tasking/tasks/${task}/cancel/`, { method: 'POST' })).status).toBe(405);
  expect((await caller.cancel(999_999)).status).toBe(404);

  const done = field((await caller.submit(pointTask())).json, 'task_id');
  await advance(service, 10 * 86_400);
  expect(field((await caller.get(`/tasking/tasks/${done}/`)).json, 'status')).toBe('completed');
  expect((await caller.cancel(done)).status).toBe(409);
  expect(field((await caller.get(`/tasking/tasks/${done}/`)).json, 'status')).toBe('completed');
});

it('lists captures with their fields, and a fragment for area tasks alone', async () => {
  const service = await startForTest({ emptyWorld: true, speed: 1_000 });
  const caller = await signIn(service);
  const captureSchema = z.strictObject({
    capture_id: z.uuid(),
    start: utc,
    satellite_name: z.string().min(1),
    status: z.enum(['queued', 'processing', 'published']),
  });
  const area = {
    type: 'Polygon',
    coordinates: [
      [
        [10, 50],
        [10.1, 50],
        [10.1, 50.1],
        [10, 50],
      ],
    ],
  };
  const point = field((await caller.submit(pointTask({ max_captures: 3 }))).json, 'task_id');
  const polygon = field((await caller.submit(pointTask({ product: 178, target: area }))).json, 'task_id');
  expect((await caller.get(`/tasking/tasks/${point}/captures/`)).json).toEqual({
    count: 0,
    next: null,
    previous: null,
    results: [],
  });
  await advance(service, 2 * 86_400);
  const captures = await caller.get(`/tasking/tasks/${point}/captures/?limit=2`);
  expect(captures.json).toMatchObject({ count: 3, next: expect.stringContaining('offset=2') });
  z.array(captureSchema).length(2).parse(field(captures.json, 'results'));
  z.array(captureSchema.extend({ fragment_id: z.uuid() }))
    .min(1)
    .parse(field((await caller.get(`/tasking/tasks/${polygon}/captures/`)).json, 'results'));
});

it('pages products by their pk and name', async () => {
  const caller = await signIn(await startForTest({ emptyWorld: true }));
  const page = await caller.get('/tasking/products/?limit=1&offset=1');
  expect(page.json).toMatchObject({
    count: expect.any(Number),
    next: expect.stringContaining('offset=2'),
    previous: expect.stringContaining('offset=0'),
  });
  z.array(z.strictObject({ pk: z.number().int(), name: z.string().min(1) }))
    .length(1)
    .parse(field(page.json, 'results'));
});

it('answers the same seeded world to each contract, in all states', async () => {
  const service = await startForTest();
  const statuses = new Set<unknown>();
  let count = 0;
  for (const name of [several, single, 'Disaster Response', 'Forest Baseline 2024', 'legacy']) {
    const caller = await signIn(service, name);
    const tasks = list(field((await caller.get('/tasking/tasks/?limit=200')).json, 'results'));
    count += tasks.length;
    for (const task of tasks) statuses.add(taskSchema.parse(task).status);
  }
  expect(count).toBeGreaterThanOrEqual(36);
  expect([...statuses]).toEqual(
    expect.arrayContaining(['received', 'in_progress', 'completed', 'Canceled', 'failed']),
  );
});

import { expect, it } from 'vitest';
import {
  call,
  field,
  issueToken,
  list,
  pointTask,
  publishedCapture,
  signIn,
  startForTest,
} from '../../testing/practice/practice-caller.ts';
import { otherVariant } from './options.ts';

// Tests a service with other limits, page sizes, names and optional fields; the interface is the same.
const start = () => startForTest({ ...otherVariant, speed: 1_000 });

it('has other names, and takes only them', async () => {
  const service = await start();
  const { announcement } = service;
  const plain = await startForTest({ emptyWorld: true });
  expect(announcement.contract_header).not.toBe(plain.announcement.contract_header);
  expect(announcement.catalog_path).not.toBe(plain.announcement.catalog_path);
  expect(announcement.tasking_audience).not.toBe(plain.announcement.tasking_audience);
  expect(await issueToken(service, 'oauth', plain.announcement.tasking_audience)).toBe('undefined');
  const caller = await signIn(service);
  expect((await caller.get('/tasking/products/')).status).toBe(200);
  const { authorizationToken = '' } = caller.headers;
  const contract = caller.headers[announcement.contract_header] ?? '';
  const wrong = await call(`${announcement.base_url}/tasking/products/`, {
    headers: { authorizationToken, [plain.announcement.contract_header]: contract },
  });
  expect(wrong.status).toBe(401);
});

it('pages smaller and caps what is asked for', async () => {
  const caller = await signIn(await start(), 'Coastal Watch 2026');
  const sizes = [];
  for (const query of ['', '?limit=200', '?limit=3']) {
    const page = await caller.get(`/tasking/tasks/${query}`);
    sizes.push(list(field(page.json, 'results')).length);
    const next = new URL(String(field(page.json, 'next')));
    expect(Number(next.searchParams.get('offset'))).toBe(sizes.at(-1));
  }
  expect(sizes).toEqual([otherVariant.defaultLimit, otherVariant.maxLimit, 3]);
});

it('leaves optional fields out, adds unknown ones, and gives other shapes', async () => {
  const service = await start();
  const token = await issueToken(service, 'oauth', 'api');
  const contracts = await call(`${service.announcement.accounts_url}/v2/my/contracts`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(Array.isArray(contracts.json)).toBe(true);

  const caller = await signIn(service);
  const task = await caller.submit(pointTask());
  expect(task.status).toBe(201);
  expect(task.json).not.toHaveProperty('max_captures');
  expect(task.json).toMatchObject({ status: 'received', tags: expect.anything() });
  const cancelled = await caller.cancel(field(task.json, 'task_id'));
  expect([cancelled.status, cancelled.bytes.length]).toEqual([204, 0]);
  expect((await caller.get('/tasking/clients/')).json).toMatchObject({
    'field-survey': { max_priority: 30, min_priority: 70, default_priority: 50 },
  });

  const capture = await publishedCapture(service, caller);
  const scene = list(field((await caller.scenes(capture)).json, 'results'))[0];
  for (const name of ['metadata', 'supplier', 'satellite_class']) expect(scene).not.toHaveProperty(name);
  expect(list(field(scene, 'attachments')).map((each) => field(each, 'name'))).toContain('delivery_zip');
  const raster = await call(String(field(list(field(scene, 'rasters'))[0], 'url')), {
    headers: { range: 'bytes=0-9', 'if-range': '"x"' },
  });
  expect([raster.status, raster.headers.etag, raster.headers['last-modified']]).toEqual([
    200,
    undefined,
    undefined,
  ]);
});

it('shows statuses that the interface does not list, and filters by what it shows', async () => {
  const caller = await signIn(await start(), 'Coastal Watch 2026');
  const known = new Set(['received', 'in_progress', 'completed', 'Canceled', 'failed', 'rejected']);
  const tasks = [];
  for (const offset of [0, 11]) {
    const page = await caller.get(`/tasking/tasks/?limit=11&offset=${offset}`);
    tasks.push(...list(field(page.json, 'results')));
  }
  const statuses = tasks.map((task) => String(field(task, 'status')));
  const odd = statuses.find((status) => !known.has(status));
  expect(odd).toBeTypeOf('string');
  for (const status of new Set(statuses)) {
    const page = await caller.get(`/tasking/tasks/?limit=11&status=${status}`);
    expect(field(page.json, 'count')).toBe(statuses.filter((each) => each === status).length);
  }
});

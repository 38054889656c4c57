import { connect } from 'node:net';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  call,
  field,
  pointTask,
  publishedCapture,
  signIn,
  startForTest,
} from '../../testing/practice/practice-caller.ts';

// Bad input is answered with a 4xx whose body names the field; never with a 5xx or a broken connection.
const fieldNames = Object.keys(
  pointTask({
    priority: 0,
    client: 0,
    expected_age: 0,
    max_captures: 0,
    max_simultaneous_captures: 0,
  }),
);

it.each<[string, unknown]>([
  ['task_name', undefined],
  ['task_name', ''],
  ['task_name', '   '],
  ['task_name', 5],
  ['task_name', 'x'.repeat(1_000)],
  ['project_name', null],
  ['product', undefined],
  ['product', 1],
  ['product', 169.5],
  ['product', '169x'],
  ['product', true],
  ['target', undefined],
  ['target', null],
  ['target', 'POINT(1 2)'],
  ['target', { type: 'Point' }],
  ['target', { type: 'Point', coordinates: [1] }],
  ['target', { type: 'Point', coordinates: [1, 2, 3, 4] }],
  ['target', { type: 'Point', coordinates: ['1', '2'] }],
  ['target', { type: 'Point', coordinates: [181, 2] }],
  ['target', { type: 'Point', coordinates: [1, -90.5] }],
  ['target', { type: 'LineString', coordinates: [[1, 2]] }],
  ['target', { type: 'Polygon', coordinates: [] }],
  ['start', undefined],
  ['start', 'tomorrow'],
  ['start', '2026-02-30T00:00:00Z'],
  ['start', '2026-12-01T00:00:00+25:00'],
  ['start', 1_700_000_000],
  ['end', '2026-12-01'],
  ['end', '2026-11-30T23:59:59Z'],
  ['end', '2026-12-01T00:00:00Z'],
  ['priority', 'high'],
  ['priority', 1.5],
  ['priority', -1],
  ['priority', 1_000],
  ['client', 'nobody'],
  ['client', 5],
  ['expected_age', '7'],
  ['expected_age', '7 days'],
  ['expected_age', '7 24:00:00'],
  ['expected_age', '0 00:00:00'],
  ['expected_age', 7],
  ['max_captures', 0],
  ['max_captures', -3],
  ['max_captures', 1.5],
  ['max_captures', '2'],
  ['max_captures', 1e9],
  ['max_simultaneous_captures', 0],
  ['max_simultaneous_captures', 1e9],
])('refuses %s = %j by its name', async (name, value) => {
  const caller = await signIn(await startForTest({ emptyWorld: true }));
  const answer = await caller.submit(pointTask({ [name]: value }));
  expect(answer.status).toBe(400);
  expect(Object.keys(Object(answer.json))).toEqual([name]);
  expect(field(answer.json, name)).toEqual(expect.arrayContaining([expect.any(String)]));
  expect(field((await caller.get('/tasking/tasks/')).json, 'count')).toBe(0);
});

it('names every field that is wrong, and max_simultaneous_captures when it is below max_captures', async () => {
  const caller = await signIn(await startForTest({ emptyWorld: true }));
  const all = await caller.submit({});
  expect([all.status, Object.keys(Object(all.json)).sort()]).toEqual([
    400,
    ['end', 'product', 'project_name', 'start', 'target', 'task_name'],
  ]);
  const below = await caller.submit(pointTask({ max_captures: 3, max_simultaneous_captures: 2 }));
  expect([below.status, Object.keys(Object(below.json))]).toEqual([400, ['max_simultaneous_captures']]);
  const several = await caller.submit(pointTask({ product: 1, priority: 999, client: 'nobody' }));
  expect(Object.keys(Object(several.json)).sort()).toEqual(['client', 'product']);
  for (const body of ['', '{', 'null', '[]', '"text"', '5']) {
    const answer = await caller.submit(body);
    expect([answer.status, typeof answer.json]).toEqual([400, 'object']);
  }
  for (const [query, name] of [
    ['limit=-1', 'limit'],
    ['limit=x', 'limit'],
    ['limit=1e1', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=1.5', 'offset'],
    ['offset=%00', 'offset'],
  ]) {
    const answer = await caller.get(`/tasking/tasks/?${query}`);
    expect([query, answer.status, Object.keys(Object(answer.json))]).toEqual([query, 400, [name]]);
  }
  expect((await caller.get('/tasking/tasks/?limit=999999999')).status).toBe(200);
  expect((await caller.get('/tasking/tasks/?offset=999999999')).json).toMatchObject({
    results: [],
    next: null,
  });
});

it('survives any JSON as a submission', async () => {
  const caller = await signIn(await startForTest({ emptyWorld: true }));
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('', 0, -1, 1e308, [], {}, '9999-12-31T23:59:59-12:00', '0001-01-01T00:00:00Z'),
  );
  const mutated = fc
    .tuple(
      fc.subarray(fieldNames, { minLength: 1, maxLength: 3 }),
      fc.array(odd, { minLength: 3, maxLength: 3 }),
    )
    .map(([names, values]) => pointTask(Object.fromEntries(names.map((name, at) => [name, values[at]]))));
  const extreme = fc
    .record({
      target: fc
        .tuple(fc.constantFrom(-180, -179.999, 0, 179.999, 180), fc.constantFrom(-90, -89.9, 0, 84.5, 90))
        .map((coordinates) => ({ type: 'Point', coordinates })),
      start: fc.constantFrom('0001-01-01T00:00:00Z', '1970-01-01T00:00:00+14:00', '2026-01-01T00:00:00Z'),
      end: fc.constantFrom('9999-12-31T23:59:59Z', '9999-12-31T23:59:59-12:00', '2026-01-01T00:00:01Z'),
      max_captures: fc.constantFrom(1, 100),
      expected_age: fc.constantFrom(undefined, '0 00:00:01', '99999999999999999999 0:0:0'),
    })
    .map(pointTask);
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.jsonValue(), mutated, extreme), async (body) => {
      const answer = await caller.submit(JSON.stringify(body));
      expect([201, 400]).toContain(answer.status);
      if (answer.status === 201) {
        const id = field(answer.json, 'task_id');
        expect(field(answer.json, 'status')).toBe('received');
        for (const name of ['start', 'end'])
          expect(field(answer.json, name)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
        expect((await caller.get(`/tasking/tasks/${id}/captures/`)).status).toBe(200);
      } else {
        const names = Object.keys(Object(answer.json));
        expect(names.length).toBeGreaterThan(0);
        for (const name of names) expect([...fieldNames, 'non_field_errors', 'detail']).toContain(name);
      }
    }),
    { numRuns: 300 },
  );
});

it('survives any path, query, body and header on every server', async () => {
  const service = await startForTest({ emptyWorld: true, speed: 1_000, sceneSizePx: 64 });
  const caller = await signIn(service);
  const capture = await publishedCapture(service, caller);
  const scene = (await caller.scenes(capture)).text;
  const links = [...scene.matchAll(/http:[^"]*\/v2\/[^"]*/g)].map(([link]) => link);
  const { announcement } = service;
  const bases = [
    ...links,
    `${announcement.base_url}/tasking/tasks/`,
    `${announcement.base_url}/tasking/tasks/10001/captures/`,
    `${announcement.base_url}/tasking/tasks/10001/cancel/`,
    `${announcement.base_url}/${announcement.catalog_path}/scenes/?sceneset_id=${capture}`,
    `${announcement.accounts_url}/v2/my/contracts`,
    `${announcement.auth_url}/oauth/token`,
    `${service.controlUrl}/faults`,
    `${service.controlUrl}/advance`,
    `${service.controlUrl}/served/x/y`,
  ];
  const text = fc
    .string({ unit: 'binary', maxLength: 12 })
    .map((raw) => encodeURIComponent(raw.toWellFormed()));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...bases),
      fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT'),
      fc.oneof(
        fc.constant(''),
        text.map((part) => `/${part}`),
        fc.tuple(text, text).map(([a, b]) => `?${a}=${b}`),
      ),
      fc.option(fc.json(), { nil: undefined }),
      fc.option(fc.constantFrom('bytes=0-1', 'bytes=--', 'bytes=0-1,4-5', '\u00ff'), { nil: undefined }),
      async (base, method, tail, body, range) => {
        const answer = await caller.call(base + tail, {
          method: known(method),
          ...(body === undefined || method === 'HEAD' ? {} : { body }),
          ...(range === undefined ? {} : { headers: { range } }),
        });
        expect(answer.status).toBeLessThan(500);
        expect(answer.status).toBeGreaterThanOrEqual(200);
      },
    ),
    { numRuns: 300 },
  );
  // Fault plans and tokens that the fuzz used do not matter: the service must still answer.
  await call(`${service.controlUrl}/faults`, { method: 'DELETE' });
  expect((await (await signIn(service)).get('/tasking/products/')).status).toBe(200);
});

function known(method: string): 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' {
  if (method === 'HEAD' || method === 'POST' || method === 'PATCH' || method === 'DELETE' || method === 'PUT')
    return method;
  return 'GET';
}

it.each([
  ['a path that is no address', 'GET // HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['another', 'GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a Host that is none', 'GET /api/tasking/tasks/ HTTP/1.1\r\nHost: 127.0.0.1:99999999\r\n\r\n'],
  ['asterisk', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n'],
])('answers %s with a 4xx', async (_name, raw) => {
  const service = await startForTest({ emptyWorld: true });
  const { port } = new URL(service.announcement.base_url);
  const first = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(raw));
    socket.once('data', (data) => {
      resolve(data.toString('latin1').split('\r\n')[0] ?? '');
      socket.destroy();
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed without an answer')));
  });
  expect(first).toMatch(/^HTTP\/1\.1 4\d\d/);
});

it('says that a body is too large instead of breaking the connection', async () => {
  const caller = await signIn(await startForTest({ emptyWorld: true }));
  const answer = await caller.submit(pointTask({ task_name: 'x'.repeat(3_000_000) }));
  expect([answer.status, field(answer.json, 'detail')]).toEqual([413, expect.any(String)]);
});

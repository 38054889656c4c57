import { performance } from 'node:perf_hooks';
import { request } from 'undici';
import { expect, it } from 'vitest';
import {
  call,
  field,
  list,
  planFault,
  pointTask,
  publishedCapture,
  signIn,
  startForTest,
} from '../../testing/practice/practice-caller.ts';

// Tests every fault of the control address from the outside.
async function started() {
  const service = await startForTest({ emptyWorld: true, speed: 1_000 });
  const caller = await signIn(service);
  const plan = async (match: Record<string, unknown>, fault: Record<string, unknown>) =>
    expect((await planFault(service, match, fault)).status).toBe(200);
  return { service, caller, plan };
}

async function withRaster() {
  const context = await started();
  const capture = await publishedCapture(context.service, context.caller);
  const page = await context.caller.scenes(capture);
  const scene = list(field(page.json, 'results'))[0];
  const url = String(field(list(field(scene, 'rasters'))[0], 'url'));
  const whole = await call(url);
  return { ...context, capture, url, whole };
}

/** Reads a body until it ends or breaks off. */
async function received(url: string, headers: Record<string, string> = {}) {
  const chunks: Buffer[] = [];
  const response = await request(url, { headers });
  let broken = false;
  try {
    for await (const chunk of response.body) chunks.push(Buffer.from(chunk));
  } catch {
    broken = true;
  }
  return { status: response.statusCode, bytes: Buffer.concat(chunks), broken };
}

const countOfTasks = async (caller: { get: (path: string) => Promise<{ json: unknown }> }) =>
  field((await caller.get('/tasking/tasks/')).json, 'count');

it('answers late', async () => {
  const { caller, plan } = await started();
  await plan({ path: '/products/', count: 1 }, { latencyMs: 250 });
  let begun = performance.now();
  expect((await caller.get('/tasking/products/')).status).toBe(200);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(240);
  begun = performance.now();
  await caller.get('/tasking/products/');
  expect(performance.now() - begun).toBeLessThan(200);
});

it('resets the connection after so many bytes', async () => {
  const { plan, url, whole } = await withRaster();
  for (const bytes of [0, 1_000, 100_000]) {
    await plan({ path: '/raster/', count: 1 }, { resetAfterBytes: bytes });
    const answer = await received(url);
    expect([answer.status, answer.broken, answer.bytes.length]).toEqual([200, true, bytes]);
    expect(answer.bytes.equals(whole.bytes.subarray(0, bytes))).toBe(true);
  }
  expect((await received(url)).bytes.equals(whole.bytes)).toBe(true);
});

it('refuses with 429 and Retry-After, or a 5xx, without doing the work', async () => {
  const { caller, plan } = await started();
  for (const [status, retryAfter] of [
    [429, '7'],
    [503, 'Wed, 21 Oct 2026 07:28:00 GMT'],
    [500, undefined],
  ] as const) {
    await plan(
      { method: 'POST', path: '/tasking/tasks/', count: 1 },
      { status, ...(retryAfter === undefined ? {} : { retryAfter }) },
    );
    const answer = await caller.submit(pointTask());
    expect([answer.status, answer.headers['retry-after']]).toEqual([status, retryAfter]);
  }
  expect(await countOfTasks(caller)).toBe(0);
  expect((await caller.submit(pointTask())).status).toBe(201);
});

it('a refused scene query leaves the links alone', async () => {
  const { caller, plan, capture, url } = await withRaster();
  await plan({ path: 'sceneset_id', count: 1 }, { status: 503 });
  expect((await caller.scenes(capture)).status).toBe(503);
  expect((await call(url, { method: 'HEAD' })).status).toBe(200);
});

it('ends all tokens now', async () => {
  const { service, caller } = await started();
  await call(`${service.controlUrl}/expire-tokens`, { method: 'POST' });
  expect((await caller.get('/tasking/products/')).status).toBe(401);
  expect((await (await signIn(service)).get('/tasking/products/')).status).toBe(200);
});

it('ends all links now', async () => {
  const { service, url } = await withRaster();
  await call(`${service.controlUrl}/expire-links`, { method: 'POST' });
  expect((await call(url)).status).toBe(403);
});

it('loses the reply of a submission that was, or was not, carried out', async () => {
  const { caller, plan } = await started();
  await plan({ method: 'POST', path: '/tasks/', count: 1 }, { loseReply: 'before' });
  await expect(caller.submit(pointTask())).rejects.toThrow();
  expect(await countOfTasks(caller)).toBe(0);
  await plan({ method: 'POST', path: '/tasks/', count: 1 }, { loseReply: 'after' });
  await expect(caller.submit(pointTask())).rejects.toThrow();
  expect(await countOfTasks(caller)).toBe(1);
});

it('changes the bytes behind the same link: same size, other validators', async () => {
  const { plan, url, whole } = await withRaster();
  const validators = [whole.headers.etag, whole.headers['last-modified']].map(String);
  await plan({ path: '/raster/' }, { changedBytes: true });
  const changed = await call(url);
  expect([changed.status, changed.bytes.length]).toEqual([200, whole.bytes.length]);
  expect(changed.bytes.equals(whole.bytes)).toBe(false);
  expect(changed.headers.etag).not.toBe(whole.headers.etag);
  for (const validator of validators) {
    const resumed = await call(url, { headers: { range: 'bytes=10-', 'if-range': validator } });
    expect([resumed.status, resumed.bytes.equals(changed.bytes)]).toEqual([200, true]);
  }
  const own = await call(url, { headers: { range: 'bytes=10-', 'if-range': String(changed.headers.etag) } });
  expect([own.status, own.bytes.equals(changed.bytes.subarray(10))]).toEqual([206, true]);
});

it('forgets ranges, or validators', async () => {
  const { plan, url, whole } = await withRaster();
  await plan({ path: '/raster/', count: 1 }, { noRange: true });
  const full = await call(url, { headers: { range: 'bytes=10-19' } });
  expect([full.status, full.bytes.length, full.headers['accept-ranges']]).toEqual([
    200,
    whole.bytes.length,
    undefined,
  ]);
  await plan({ path: '/raster/', count: 1 }, { noValidator: true });
  const bare = await call(url, { headers: { range: 'bytes=10-19' } });
  expect([bare.status, bare.headers.etag, bare.headers['last-modified']]).toEqual([
    206,
    undefined,
    undefined,
  ]);
});

it('lies in Content-Range', async () => {
  const { plan, url, whole } = await withRaster();
  await plan({ path: '/raster/', count: 1 }, { wrongContentRange: true });
  const answer = await call(url, { headers: { range: 'bytes=10-19' } });
  expect([answer.status, answer.bytes.equals(whole.bytes.subarray(10, 20))]).toEqual([206, true]);
  expect(answer.headers['content-range']).not.toBe(`bytes 10-19/${whole.bytes.length}`);
});

it('answers an HTML error with status 200, on links and on the interface', async () => {
  const { caller, plan, url } = await withRaster();
  await plan({ path: '/raster/|/products/', count: 2 }, { htmlWithStatus200: true });
  for (const answer of [
    await call(url, { headers: { range: 'bytes=10-19' } }),
    await caller.get('/tasking/products/'),
  ]) {
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.text).toContain('<html');
    expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
  }
  expect((await caller.get('/tasking/products/')).headers['content-type']).toContain('json');
});

it('redirects to an origin of its own, which notes what it is sent', async () => {
  const { service, caller, plan } = await started();
  await plan({ path: '/products/', count: 1 }, { crossOriginRedirect: true });
  const answer = await caller.get('/tasking/products/');
  const target = String(answer.headers.location);
  expect(answer.status).toBe(302);
  const own = Object.values(service.announcement).filter((value) => String(value).startsWith('http'));
  for (const address of own) expect(new URL(String(address)).origin).not.toBe(new URL(target).origin);
  expect((await call(target, { headers: { authorizationToken: 'Bearer leaked' } })).status).toBe(200);
  expect((await call(target, { method: 'HEAD' })).status).toBe(200);
  const log = await call(`${service.controlUrl}/log`);
  const foreign = list(log.json).filter((entry) => field(entry, 'server') === 'foreign');
  expect(field(field(foreign[0], 'headers'), 'authorizationtoken')).toBe('Bearer leaked');
});

it('stalls, drips, breaks off, packs and garbles', async () => {
  const { caller, plan, url, whole } = await withRaster();
  await plan({ path: '/raster/', count: 1 }, { stallAfterBytes: 5_000 });
  const stalled = await request(url);
  const first = await stalled.body[Symbol.asyncIterator]().next();
  expect(Buffer.from(first.value ?? []).length).toBeLessThanOrEqual(5_000);
  stalled.body.destroy();

  await plan({ path: '/raster/', count: 1 }, { bytesPerSecond: 1_000_000 });
  const begun = performance.now();
  expect((await call(url)).bytes.equals(whole.bytes)).toBe(true);
  expect(performance.now() - begun).toBeGreaterThanOrEqual((whole.bytes.length / 1_000_000) * 900);

  await plan({ path: '/raster/', count: 1 }, { truncatedChunked: true });
  const cut = await received(url);
  expect([cut.broken, cut.bytes.length < whole.bytes.length]).toEqual([true, true]);

  await plan({ path: '/raster/', count: 1 }, { gzip: true });
  const packed = await call(url);
  expect(packed.headers['content-encoding']).toBe('gzip');

  await plan({ path: '/products/', count: 1 }, { malformedJson: true });
  const garbled = await caller.get('/tasking/products/');
  expect([garbled.status, garbled.json]).toEqual([200, undefined]);
});

it('notes what it had sent to a client that went away', async () => {
  const { service, plan, url, whole } = await withRaster();
  // At this rate the answer takes two minutes, so that it cannot be complete before the client goes away.
  await plan({ path: '/raster/', count: 1 }, { bytesPerSecond: 1_000 });
  await call(`${service.controlUrl}/log`, { method: 'DELETE' });
  const left = await request(url);
  await left.body[Symbol.asyncIterator]().next();
  left.body.destroy();
  const noted = async () => {
    const log = await call(`${service.controlUrl}/log`);
    return list(log.json).map((entry) => [field(entry, 'status'), Number(field(entry, 'bytes'))]);
  };
  await expect.poll(noted).toHaveLength(1);
  const [[status, bytes] = []] = await noted();
  expect(status).toBe(200);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(whole.bytes.length);
});

it('hits by method and path, after so many, so often, and stops when told', async () => {
  const { service, caller, plan } = await started();
  await plan({ method: 'GET', path: '/products/', skip: 1, count: 2 }, { status: 500 });
  const statuses = [];
  for (let time = 0; time < 5; time += 1) statuses.push((await caller.get('/tasking/products/')).status);
  expect(statuses).toEqual([200, 500, 500, 200, 200]);
  await plan({}, { status: 502 });
  expect((await caller.get('/tasking/clients/')).status).toBe(502);
  await call(`${service.controlUrl}/faults`, { method: 'DELETE' });
  expect((await caller.get('/tasking/clients/')).status).toBe(200);
});

it('refuses a plan that it would not understand, by its field', async () => {
  const { service } = await started();
  for (const [match, fault, named] of [
    [{ path: '(a+)+$' }, { status: 500 }, 'match.path'],
    [{ path: '/tasks/\\?' }, { status: 500 }, 'match.path'],
    [{ path: 'x'.repeat(301) }, { status: 500 }, 'match.path'],
    [{ count: 0 }, { status: 500 }, 'match.count'],
    [{ pth: '/x' }, { status: 500 }, 'pth'],
    [{}, { status: 200 }, 'fault.status'],
    [{}, { latency: 5 }, 'latency'],
    [{}, {}, 'fault'],
  ] as const) {
    const answer = await planFault(service, match, fault);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(named)]);
  }
  const late = await call(`${service.controlUrl}/advance`, { method: 'POST', body: { seconds: -1 } });
  expect([late.status, Object.keys(Object(late.json))]).toEqual([400, ['seconds']]);
});

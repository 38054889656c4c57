import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { implement } from '@orpc/server';
import { WebSocket } from 'undici';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { contract } from '../../src-preload/contract/contract.ts';
import { portOf, socketHeaders, visit } from '../../testing/loopback/visit.ts';
import { settingsOf } from '../../testing/page/samples.ts';
import { type LoopbackServer, startLoopbackServer } from './loopback-server.ts';

/* Tests what the server does with admitted requests; access-matrix.test.ts tests who is admitted. */

let server: LoopbackServer;
let port: number;
const files = vi.fn<(request: Request) => Promise<Response>>();

beforeEach(async () => {
  files.mockReset();
  files.mockImplementation(async () => new Response('a file', { headers: { 'content-type': 'text/plain' } }));
  const app = { router: Object.create(implement(contract)), files, close: async () => undefined };
  server = await startLoopbackServer({ app, port: 0 });
  port = portOf(server.origin);
});
afterEach(() => server.close());

const page = () => ({ host: `127.0.0.1:${port}` });
const get = (target: string, headers: Record<string, string> = {}) =>
  visit({ port, method: 'GET', target, headers: { ...page(), ...headers } });
const post = (body: string) =>
  visit({
    port,
    method: 'POST',
    target: '/session',
    body,
    headers: { ...page(), origin: server.origin, 'content-type': 'application/json' },
  });

const keysSchema = z.object({ page: z.string(), files: z.string() });
async function signIn() {
  const { headers, body } = await post(JSON.stringify({ token: server.launchToken }));
  return {
    cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '',
    keys: keysSchema.parse(JSON.parse(body)),
  };
}

it('says that a port is taken', async () => {
  const app = { router: Object.create(implement(contract)), files, close: async () => undefined };
  await expect(startLoopbackServer({ app, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

it('reads a launch token of 4096 bytes with what is around it, and not one byte more', async () => {
  const text = JSON.stringify({ token: server.launchToken });
  expect([0, 401]).toContain((await post(text.padEnd(4_097))).status);
  const { status, headers, body } = await post(text.padEnd(4_096));
  expect(status).toBe(200);
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
  keysSchema.parse(JSON.parse(body));
});

it('gives the keys once more to the visit that lost them, and to no other, until a key was shown', async () => {
  const token = server.launchToken;
  const visit = 'a-visit-that-nobody-guesses';
  const enter = async (body: object) => (await post(JSON.stringify(body))).status;
  const { body } = await post(JSON.stringify({ token, visit }));
  const { page: key } = keysSchema.parse(JSON.parse(body));
  expect(await enter({ token })).toBe(401);
  expect(await enter({ token, visit: 'another-visit-that-guesses' })).toBe(401);
  expect(await enter({ token: 'x', visit })).toBe(401);
  expect((await post(JSON.stringify({ token, visit }))).body).toBe(body);
  expect(await enter({ key: 'x' })).toBe(401);
  expect(await enter({ token, visit })).toBe(200);
  expect(await enter({ key })).toBe(200);
  expect(await enter({ token, visit })).toBe(401);
});

it('never gives the keys twice for a token that came without a visit', async () => {
  const token = server.launchToken;
  const visit = 'a-visit-that-nobody-guesses';
  expect((await post(JSON.stringify({ token }))).status).toBe(200);
  for (const body of [{ token }, { token, visit }])
    expect((await post(JSON.stringify(body))).status).toBe(401);
});

it('lets no answer about a session be kept, and no refusal', async () => {
  expect((await post('{"token":"x"}')).headers['cache-control']).toBe('no-store');
  const refused = await get('/files/raster/1');
  expect(refused).toMatchObject({ status: 401, headers: { 'cache-control': 'no-store' } });
});

it('takes headers of nearly a mebibyte, and no more', async () => {
  const sized = (length: number) => get('/', { 'x-long': 'x'.repeat(length) });
  expect((await sized(1_048_576 - 600)).status).toBe(200);
  expect([0, 431]).toContain((await sized(1_048_576 + 1)).status);
});

it('hands on what a reader of ranges asks, and nothing else', async () => {
  const asked = { range: 'bytes=0-9', 'if-range': '"a"', 'if-none-match': '"b"' };
  const { status, body, headers } = await get('/x.js?y=1', { ...asked, cookie: 'a=b', 'x-other': 'c' });
  expect([status, body, headers['content-type']]).toEqual([200, 'a file', 'text/plain']);
  const request = files.mock.calls[0]?.[0];
  expect(Object.fromEntries(request?.headers ?? [])).toEqual(asked);
  expect(request?.url).toBe(`${server.origin}/x.js?y=1`);
  expect(request?.method).toBe('GET');
  await visit({ port, method: 'HEAD', target: '/', headers: page() });
  expect(files.mock.lastCall?.[0].method).toBe('HEAD');
});

it('hands on status and headers of a file, and an answer without a body', async () => {
  files.mockImplementation(async () => new Response(null, { status: 304, headers: { etag: '"e"' } }));
  const answer = await get('/');
  expect([answer.status, answer.headers.etag, answer.body]).toEqual([304, '"e"', '']);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
});

it('answers with 500 when a file cannot be given, and tells nothing of why', async () => {
  files.mockImplementation(() => Promise.reject(new Error('/home/ada/secret')));
  expect(await get('/')).toMatchObject({ status: 500, body: '' });
});

it('breaks off what breaks while it is sent: the reader must not take it for whole', async () => {
  files.mockImplementation(async () => {
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(10));
        controller.error(new Error('shorter than it was'));
      },
    });
    return new Response(body, { headers: { 'content-length': '100' } });
  });
  expect((await get('/')).status).toBe(0);
});

it('tells who reads a file that nobody waits for it any more', async () => {
  let signal: AbortSignal | null = null;
  files.mockImplementation((request) => {
    signal = request.signal;
    // Never resolves, like a file on a drive that sleeps.
    return new Promise(() => undefined);
  });
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  await vi.waitFor(() => expect(signal).not.toBeNull());
  expect(signal).toMatchObject({ aborted: false });
  socket.destroy();
  await vi.waitFor(() => expect(signal).toMatchObject({ aborted: true }));
});

it('packs no messages: a small one could become a very large one', async () => {
  const { cookie } = await signIn();
  const { status, headers } = await get('/rpc', {
    ...socketHeaders,
    origin: server.origin,
    cookie,
    'sec-websocket-extensions': 'permessage-deflate',
  });
  expect(status).toBe(101);
  expect(headers['sec-websocket-extensions']).toBeUndefined();
});

it('takes messages of 16 MiB, and closes on a longer one', async () => {
  const { cookie } = await signIn();
  const closedWith = async (bytes: number) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/rpc`, {
      headers: { cookie, origin: server.origin },
    });
    socket.addEventListener('error', () => undefined);
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    socket.send('x'.repeat(bytes));
    return new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)));
  };
  // The message is read and refused, because it is no key.
  expect(await closedWith(16 * 1_024 * 1_024)).toBe(4_401);
  // The message is not read; the connection may be cut before the other side receives the reason.
  expect([1_006, 1_009]).toContain(await closedWith(16 * 1_024 * 1_024 + 1));
});

it('answers what waits in the sockets before it ends', async () => {
  await server.close();
  const saved: unknown[] = [];
  const os = implement(contract);
  const set = os.settings.set.handler(({ input }) => {
    saved.push(input.workspace);
    return settingsOf();
  });
  const router = Object.assign(Object.create(os), { settings: { set } });
  server = await startLoopbackServer({ app: { router, files }, port: 0 });
  port = portOf(server.origin);
  const { cookie, keys } = await signIn();
  const options = { headers: { cookie, origin: server.origin } };
  const socket = new WebSocket(`ws://127.0.0.1:${port}/rpc`, options);
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  socket.send(keys.page);
  await new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }));
  const sent = vi.spyOn(socket, 'send');
  const client: ContractRouterClient<typeof contract> = createORPCClient(new RPCLink({ websocket: socket }));
  await client.settings.set({ workspace: { draft: 'Half an order' } });
  const [message] = sent.mock.calls.flat();
  if (message === undefined) throw new Error('nothing was sent');
  expect(saved).toHaveLength(1);
  // The message is with the system, and the server has not read it when it is told to end.
  socket.send(message);
  await server.close();
  expect(saved).toEqual([{ draft: 'Half an order' }, { draft: 'Half an order' }]);
});

it('ends although a page that the browser has put to sleep does not answer its goodbye', async () => {
  const { cookie } = await signIn();
  const headers = Object.entries({ ...page(), ...socketHeaders, origin: server.origin, cookie });
  const silent = connect(port, '127.0.0.1');
  silent.write(
    `GET /rpc HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
  const [answer] = await once(silent, 'data');
  expect(String(answer)).toContain('101 Switching Protocols');
  await server.close();
  await vi.waitFor(() => expect(server.countConnections()).toBe(0));
  silent.destroy();
});

it('says with its first word which origin and token it has, and that nothing is open', async () => {
  expect(server.origin).toBe(`http://127.0.0.1:${port}`);
  expect(server.launchToken).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(server.countConnections()).toBe(0);
});

it('is reached by a name below localhost that is new at each start, for which it has its own rules', async () => {
  const { windowOrigin } = server;
  const { host } = new URL(windowOrigin);
  expect(host).toMatch(new RegExp(`^nadir-[0-9a-f]{16}\\.localhost:${port}$`));
  const named = (headers: Record<string, string>) =>
    visit({
      port,
      method: 'POST',
      target: '/session',
      body: JSON.stringify({ token: server.launchToken }),
      headers: { 'content-type': 'application/json', ...headers },
    });
  expect((await get('/', { host })).status).toBe(200);
  expect((await get('/', { host: `nadir-0.localhost:${port}` })).status).toBe(403);
  // A page that another server left at one name opens no session at the other, even with the token.
  expect((await named({ host, origin: server.origin })).status).toBe(403);
  expect((await named({ ...page(), origin: windowOrigin })).status).toBe(403);
  expect((await named({ host, origin: windowOrigin })).status).toBe(200);
});

it('proves that it gave the key of a page, with the key and without sending it', async () => {
  const { keys } = await signIn();
  const question = 'a-question-that-nobody-guesses';
  const { status, body } = await post(JSON.stringify({ prove: question }));
  expect(status).toBe(200);
  const proof = createHmac('sha256', keys.page).update(question).digest('hex');
  expect(JSON.parse(body)).toEqual({ proof });
});

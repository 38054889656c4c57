import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { implement } from '@orpc/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract } from '../../src-preload/contract/contract.ts';
import { portOf, visit } from '../../testing/loopback/visit.ts';
import { createFiles } from '../host/files.ts';
import { type LoopbackServer, startLoopbackServer, usualTimeLimits } from './loopback-server.ts';

/*
 * Any process of this machine may open a connection to the port, send anything and break it off at any time. This must not end
 * the server, keep it from ending, or use up the descriptors that downloads need.
 */

let folder: string;
let server: LoopbackServer;
let port: number;
const opened: Socket[] = [];
const uncaught = vi.fn();

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-sockets-'));
  writeFileSync(join(folder, 'index.html'), 'the page');
  server = await startLoopbackServer({
    app: {
      router: Object.create(implement(contract)),
      files: createFiles({ rendererFolder: folder, resolve: () => null }),
    },
    port: 0,
  });
  port = portOf(server.origin);
  uncaught.mockClear();
  process.on('uncaughtException', uncaught);
});
afterEach(async () => {
  process.off('uncaughtException', uncaught);
  for (const socket of opened.splice(0)) socket.destroy();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a connection and sends the text. Its own side stays open whatever the server does. */
async function send(text: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  opened.push(socket);
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(text);
  return socket;
}

const upgrade = (host: string) =>
  `GET /rpc HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;

const firstBytes = (socket: Socket) =>
  new Promise<string>((resolve) => socket.once('data', (piece) => resolve(piece.toString('latin1'))));

const answers = async () => {
  const { status } = await visit({
    port,
    method: 'GET',
    target: '/',
    headers: { host: `127.0.0.1:${port}` },
  });
  return status;
};

it.each([
  ['refused and reset at once', 0],
  ['refused, and reset when the refusal has come', 1],
  ['refused, and sent more after it', 2],
])('a socket that is %s ends nothing', async (_name, way) => {
  for (let i = 0; i < 20; i += 1) {
    const socket = await send(upgrade('evil.example'));
    if (way > 0) await firstBytes(socket);
    if (way === 2) socket.write('x'.repeat(65_536));
    else socket.resetAndDestroy();
  }
  expect(await answers()).toBe(200);
  expect(uncaught).not.toHaveBeenCalled();
});

it('what is no request is cut off without a word', async () => {
  const socket = await send('no request at all\r\n\r\n');
  const pieces: Buffer[] = [];
  socket.on('data', (piece) => pieces.push(piece));
  await new Promise((resolve) => socket.once('close', resolve).once('end', resolve));
  expect(Buffer.concat(pieces).toString('latin1')).toBe('');
  expect(await answers()).toBe(200);
});

it('a refused socket is destroyed at once, although the other end keeps it open', async () => {
  const socket = await send(upgrade('evil.example'));
  expect(await firstBytes(socket)).toContain('HTTP/1.1 403');
  await vi.waitFor(() => expect(server.countConnections()).toBe(0), { timeout: 5_000 });
  // A write to a closed socket fails.
  await vi.waitFor(
    () => {
      socket.write('still here');
      expect(socket.destroyed).toBe(true);
    },
    { timeout: 5_000 },
  );
});

it.each([
  ['refused', upgrade('evil.example')],
  ['in the middle of its headers', 'GET / HTTP/1.1\r\nHost: 127.0'],
  ['in the middle of its body', 'POST /session HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{'],
  ['silent', ''],
  ['waiting for more', 'GET / HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n'],
])(
  'the server ends while the other end holds a socket open that is %s',
  async (_name, text) => {
    const socket = await send(text);
    if (text.endsWith('\r\n\r\n')) await firstBytes(socket);
    const ended = vi.fn();
    await server.close().then(ended);
    expect(ended).toHaveBeenCalledOnce();
    expect(uncaught).not.toHaveBeenCalled();
  },
  5_000,
);

it('more connections than a browser needs are turned away, so that descriptors are left for files', async () => {
  // The 64th connection is still answered.
  const pending = await Promise.all(Array.from({ length: 63 }, () => send('')));
  expect(await answers()).toBe(200);
  await vi.waitFor(() => expect(server.countConnections()).toBe(63), { timeout: 5_000 });
  pending.push(await send(''));
  const oneMore = await send('');
  await new Promise((resolve) => oneMore.once('end', resolve).resume());
  for (const socket of pending) socket.resetAndDestroy();
  await vi.waitFor(async () => expect(await answers()).toBe(200), { timeout: 5_000 });
});

it('whoever sends slowly is cut off: in the headers, and in the body', async () => {
  expect(usualTimeLimits).toEqual({
    requestTimeout: 30_000,
    headersTimeout: 10_000,
    connectionsCheckingInterval: 5_000,
  });
  await server.close();
  server = await startLoopbackServer({
    app: {
      router: Object.create(implement(contract)),
      files: async () => new Response(),
    },
    port: 0,
    timeLimits: { requestTimeout: 200, headersTimeout: 100, connectionsCheckingInterval: 50 },
  });
  port = portOf(server.origin);
  for (const text of [
    'GET / HTTP/1.1\r\nHost: 127.0',
    `POST /session HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${server.origin}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
  ]) {
    const socket = await send(text);
    await new Promise((resolve) => socket.once('end', resolve).resume());
  }
}, 10_000);

import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import { request } from 'undici';
import { expect, it } from 'vitest';
import { listenOnLoopback } from '../../../testing/scripted-server.ts';
import { bypasses, createDispatchers } from './dispatchers.ts';

it.each([
  [null, 'https://a.example/', false],
  ['', 'https://a.example/', false],
  ['*', 'https://a.example/', true],
  ['a.example', 'https://a.example/', true],
  ['A.Example', 'https://a.example/', true],
  ['a.example', 'https://b.a.example/', true],
  ['.a.example', 'https://b.a.example/', true],
  ['*.a.example', 'https://b.a.example/', true],
  ['a.example', 'https://ba.example/', false],
  ['a.example:8443', 'https://a.example/', false],
  ['a.example:8443', 'https://a.example:8443/', true],
  ['a.example:443', 'https://a.example/', true],
  ['b.example a.example', 'https://a.example/', true],
  [' b.example ,, a.example ', 'https://a.example/', true],
])('NO_PROXY %j for %s: %j', (noProxy, address, expected) => {
  expect(bypasses(noProxy, new URL(address))).toBe(expected);
});

it('a download that a server leads elsewhere goes to the addresses that were judged, and to no others', async () => {
  const asked: Record<string, string[]> = { 'near.example': ['93.184.216.34', '10.0.0.1'] };
  const dispatchers = createDispatchers({
    environment: {},
    systemProxy: async () => null,
    resolve: async (hostname) => asked[hostname] ?? ['93.184.216.34'],
  });
  const route = (address: string) => dispatchers.route(new URL(address), 'public');
  expect(await route('https://storage.example/a')).toMatchObject({
    proxy: null,
    addresses: ['93.184.216.34'],
  });
  expect((await route('https://93.184.216.34/a')).addresses).toBeNull();
  expect((await route('https://[2600::1]/a')).addresses).toBeNull();
  for (const address of ['https://near.example/a', 'https://10.0.0.1/a'])
    await expect(route(address)).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
  // Names of its own origins are resolved by the thread that connects.
  expect((await dispatchers.route(new URL('https://near.example/a'), null)).addresses).toBeNull();
  await dispatchers.close();
});

it.each([
  ['pooled', null, true],
  ['single', null, false],
  ['pooled', 'loopback', true],
  ['single', 'loopback', false],
] as const)('%s connections within %s are used again: %s', async (use, reach, isUsedAgain) => {
  let opened = 0;
  const server = createServer((_request, response) => response.end('{}')).on('connection', () => {
    opened += 1;
  });
  const port = await listenOnLoopback(server);
  const dispatchers = createDispatchers({ environment: {}, systemProxy: async () => null });
  try {
    const url = new URL(`http://127.0.0.1:${port}/`);
    for (let n = 0; n < 3; n += 1) {
      const { dispatcher } = await dispatchers.for(url, use, reach);
      await (await request(url, { dispatcher })).body.text();
    }
    expect(opened < 3).toBe(isUsedAgain);
  } finally {
    await dispatchers.close();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** As much as the library reads ahead before it waits for whoever takes the body. */
const sizeBytes = 64 * 1_024;
const heads = {
  'a length': `HTTP/1.1 200 OK\r\nContent-Length: ${sizeBytes}\r\nConnection: close\r\n\r\n`,
  'its end only': 'HTTP/1.0 200 OK\r\n\r\n',
  'a length that is not reached': `HTTP/1.1 200 OK\r\nContent-Length: ${sizeBytes + 1}\r\nConnection: close\r\n\r\n`,
};

// The library once ended the process by an assertion then, as after each file of a simple server.
it.each(Object.entries(heads))(
  'a body with %s whose server closes the connection before it is read comes whole, or as cut off',
  async (name, head) => {
    const closed: Promise<unknown>[] = [];
    const server = createNetServer((socket) => {
      closed.push(once(socket, 'close'));
      socket.once('data', () => socket.end(Buffer.concat([Buffer.from(head), Buffer.alloc(sizeBytes, 'a')])));
    });
    const port = await listenOnLoopback(server);
    const dispatchers = createDispatchers({ environment: {}, systemProxy: async () => null });
    try {
      const url = new URL(`http://127.0.0.1:${port}/a`);
      const { dispatcher } = await dispatchers.for(url, 'pooled');
      const { body } = await request(url, { dispatcher });
      // Nobody reads until the connection is gone.
      body.on('error', () => undefined);
      await Promise.all(closed);
      const read = body.arrayBuffer().then(
        (bytes) => bytes.byteLength,
        () => 'cut off',
      );
      expect(await read).toBe(name === 'a length that is not reached' ? 'cut off' : sizeBytes);
    } finally {
      await dispatchers.close();
      server.close();
    }
  },
);

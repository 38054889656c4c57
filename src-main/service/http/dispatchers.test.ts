import { createServer } from 'node:http';
import { request } from 'undici';
import { expect, it } from 'vitest';
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const dispatchers = createDispatchers({ environment: {}, systemProxy: async () => null });
  try {
    const url = new URL(`http://127.0.0.1:${address.port}/`);
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

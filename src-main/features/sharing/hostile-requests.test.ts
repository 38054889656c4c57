import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogFile, catalogScene } from '../../../testing/catalog-scene.ts';
import { createSharingWorld, type SharingWorld, sharingKey } from '../../../testing/sharing-world.ts';
import { checkSharingAccess, type SharingRequest } from './listen/access.ts';
import { defaultLimits } from './listen/sharing-server.ts';

const host = '127.0.0.1:4567';
const allowed: SharingRequest = {
  method: 'GET',
  target: `/${sharingKey}/search`,
  host,
  origin: null,
  fetchSite: null,
  authorization: null,
};
const bare = { target: '/search' };
const judged = (change: Partial<SharingRequest>) =>
  checkSharingAccess({ ...allowed, ...change }, { host, key: sharingKey });
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('access', () => {
  it.each<[string, Partial<SharingRequest>, object]>([
    ['the key in the path', {}, { status: null, path: '/search', query: '', prefix: `/${sharingKey}` }],
    ['the key alone', { target: `/${sharingKey}` }, { status: null, path: '/' }],
    [
      'the key and a query',
      { target: `/${sharingKey}/a?b=c?d` },
      { status: null, path: '/a', query: 'b=c?d' },
    ],
    [
      'a bearer',
      { ...bare, authorization: `Bearer ${sharingKey}` },
      { status: null, path: '/search', prefix: '' },
    ],
    ['a bearer in small letters', { ...bare, authorization: `bearer ${sharingKey}` }, { status: null }],
    ['a password', { ...bare, authorization: basic(`qgis:${sharingKey}`) }, { status: null }],
    ['an address that was typed', { fetchSite: 'none' }, { status: null }],
    ['no key', bare, { status: 401 }],
    ['an empty key', { target: '//search' }, { status: 400 }],
    ['another key', { target: '/another/search' }, { status: 401 }],
    ['the start of the key', { target: `/${sharingKey.slice(0, -1)}/search` }, { status: 401 }],
    ['more than the key', { target: `/${sharingKey}x/search` }, { status: 401 }],
    ['the key in other letters', { target: `/${sharingKey.toUpperCase()}/search` }, { status: 401 }],
    ['the key in the query', { target: `/search?key=${sharingKey}` }, { status: 401 }],
    ['the key further on', { target: `/search/${sharingKey}` }, { status: 401 }],
    ['the key with percent signs', { target: `/%6b${sharingKey.slice(1)}/search` }, { status: 401 }],
    ['another bearer', { ...bare, authorization: 'Bearer another' }, { status: 401 }],
    ['an empty bearer', { ...bare, authorization: 'Bearer ' }, { status: 401 }],
    ['another scheme', { ...bare, authorization: `Digest ${sharingKey}` }, { status: 401 }],
    ['the key without a scheme', { ...bare, authorization: sharingKey }, { status: 401 }],
    ['another password', { ...bare, authorization: basic('qgis:another') }, { status: 401 }],
    ['the key as the user', { ...bare, authorization: basic(`${sharingKey}:`) }, { status: 401 }],
    ['a very long bearer', { ...bare, authorization: `Bearer ${'a'.repeat(100_000)}` }, { status: 401 }],
    ['no host', { host: null }, { status: 403 }],
    ['a name that leads here (DNS rebinding)', { host: 'attacker.example:4567' }, { status: 403 }],
    ['localhost', { host: 'localhost:4567' }, { status: 403 }],
    ['another port', { host: '127.0.0.1:4568' }, { status: 403 }],
    ['no port', { host: '127.0.0.1' }, { status: 403 }],
    ['another way to write the address', { host: '127.1:4567' }, { status: 403 }],
    ['the address as a number', { host: '2130706433:4567' }, { status: 403 }],
    ['the address with a dot', { host: '127.0.0.1.:4567' }, { status: 403 }],
    ['a name with the address in it', { host: '127.0.0.1:4567.attacker.example' }, { status: 403 }],
    ['a page of another origin', { origin: 'https://attacker.example' }, { status: 403 }],
    ['a page on this computer', { origin: 'http://127.0.0.1:4568' }, { status: 403 }],
    ['a page of this very port', { origin: `http://${host}` }, { status: 403 }],
    ['a page without an origin', { origin: 'null' }, { status: 403 }],
    ['a picture in a page', { fetchSite: 'cross-site' }, { status: 403 }],
    ['a picture in a page of this site', { fetchSite: 'same-site' }, { status: 403 }],
    ['a page that was served here', { fetchSite: 'same-origin' }, { status: 403 }],
    ['OPTIONS, as before a request with CORS', { method: 'OPTIONS' }, { status: 405 }],
    ['PUT', { method: 'PUT' }, { status: 405 }],
    ['DELETE', { method: 'DELETE' }, { status: 405 }],
    ['PATCH', { method: 'PATCH' }, { status: 405 }],
    ['TRACE', { method: 'TRACE' }, { status: 405 }],
    ['an absolute address', { target: `http://attacker.example/${sharingKey}/` }, { status: 400 }],
    ['an address without a scheme', { target: `//attacker.example/${sharingKey}/` }, { status: 400 }],
    ['a star', { target: '*' }, { status: 400 }],
    ['a space', { target: `/${sharingKey}/a b` }, { status: 400 }],
    ['a line break', { target: `/${sharingKey}/a\r\nb` }, { status: 400 }],
    ['a letter that is no ASCII', { target: `/${sharingKey}/ñ` }, { status: 400 }],
    ['a very long address', { target: `/${sharingKey}/${'a'.repeat(9_000)}` }, { status: 414 }],
  ])('with %s', (_name, change, wanted) => expect(judged(change)).toMatchObject(wanted));
});

let world: SharingWorld;
beforeAll(async () => {
  const scenes = [1, 2, 3].map((n) => catalogScene(n, { files: [catalogFile(`Coast/S${n}/S${n}.tif`)] }));
  world = await createSharingWorld(scenes, {
    limits: {
      ...defaultLimits,
      connections: 8,
      strangers: 64,
      headersMs: 200,
      requestMs: 400,
      idleMs: 400,
      checkMs: 50,
    },
  });
});
afterAll(() => world.close());

const statusOf = async (path: string, init?: RequestInit) => {
  const answer = await fetch(`${world.base}${path}`, init);
  const text = await answer.text();
  // A failure must not reveal anything about the computer.
  expect(text).not.toContain(world.library);
  if (answer.status >= 400) expect(text).not.toMatch(/\n\s+at /);
  return answer.status;
};
const json = { 'content-type': 'application/json' };
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('bad input', () => {
  it.each([
    ['/search?bbox=1,2,3', 400],
    ['/search?bbox=1,2,3,4,5', 400],
    ['/search?bbox=NaN,2,3,4', 400],
    ['/search?bbox=Infinity,2,3,4', 400],
    ['/search?bbox=1e999,2,3,4', 400],
    ['/search?bbox=-1e9,-1e9,1e9,1e9', 400],
    ['/search?bbox=0,20,10,10', 400],
    ['/search?bbox=', 400],
    ['/search?bbox=0x10,1,2,3', 400],
    ['/search?bbox=-180,-90,180,90', 200],
    ['/search?limit=0', 400],
    ['/search?limit=-1', 400],
    ['/search?limit=1.5', 400],
    ['/search?limit=ten', 400],
    ['/search?limit=99999999999999999999', 400],
    ['/search?limit=999999999999', 200],
    ['/search?datetime=yesterday', 400],
    ['/search?datetime=2026-13-01T00:00:00Z', 400],
    ['/search?datetime=2026-02-30T00:00:00Z', 400],
    ['/search?datetime=2026-03-01', 400],
    ['/search?datetime=..', 400],
    ['/search?datetime=../..', 400],
    ['/search?datetime=2026-03-02T00:00:00Z/2026-03-01T00:00:00Z', 400],
    ['/search?datetime=2026-03-02T00:00:00Z/../..', 400],
    ['/search?token=nonsense', 400],
    [`/search?token=${Buffer.from('[null,-1,false]').toString('base64url')}`, 400],
    [`/search?token=${Buffer.from('["x",1,true]').toString('base64url')}`, 400],
    ['/search?sortby=-eo:cloud_cover', 400],
    ['/search?filter=1%3D1', 400],
    ['/search?query={}', 400],
    ['/search?intersects={', 400],
    ['/search?intersects={"type":"Point","coordinates":[999,0]}', 400],
    ['/search?intersects={"type":"Polygon","coordinates":[[[0,0],[1,1],[0,1]]]}', 400],
    ['/search?intersects={"type":"Circle","coordinates":[0,0]}', 400],
    ['/search?bbox=0,0,1,1&intersects={"type":"Point","coordinates":[0,0]}', 400],
    [`/search?intersects=${nested(200)}`, 400],
    ["/search?ids=' OR 1=1 --", 200],
    ["/search?ids=S1');DROP TABLE scene;--", 200],
    [`/search?ids=${'a,'.repeat(300)}`, 400],
    ['/collections/other', 404],
    ['/collections/library/items/nothing', 404],
    ['/collections/library/items/%', 400],
    ['/collections/library/items/..%2f..%2f..%2fetc%2fpasswd', 404],
    [`/collections/library/items/${'a'.repeat(600)}`, 404],
    ['/assets/1/..%2f..%2f..%2fetc%2fpasswd', 404],
    ['/assets/1/S1.tif.aux.xml', 404],
    ['/assets/999999/S1.tif', 404],
    ['/assets/999999999999999/S1.tif', 404],
    ['/assets/-1/S1.tif', 404],
    ['/assets/1', 404],
    ['/assets/1/%00', 404],
    ['/tiles/library/23/0/0.png', 404],
    ['/tiles/404/1/0/0.png', 404],
    ['/tiles/library/1/0/0.jpg', 404],
    ['/tiles/..%2flibrary/1/0/0.png', 404],
    ['/files/asset/1', 404],
    ['/rpc', 404],
    ['/session', 404],
    ['/index.html', 404],
    ['/%00', 404],
  ] as const)('GET %s is answered with %i', async (path, status) =>
    expect(await statusOf(path)).toBe(status),
  );

  it.each<[string, string, RequestInit, number]>([
    ['no JSON', '/search', { headers: json, body: '{' }, 400],
    ['a list', '/search', { headers: json, body: '[]' }, 400],
    ['null', '/search', { headers: json, body: 'null' }, 400],
    ['nothing', '/search', { headers: json, body: '' }, 400],
    [
      'a form',
      '/search',
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b' },
      415,
    ],
    [
      'plain text, which a page may send',
      '/search',
      { headers: { 'content-type': 'text/plain' }, body: '{}' },
      415,
    ],
    [
      'a body that is too long',
      '/search',
      { headers: json, body: `{"ids":["${'a'.repeat(300_000)}"]}` },
      413,
    ],
    ['a deep body', '/search', { headers: json, body: `{"a":${nested(50_000)}}` }, 400],
    ['numbers as text', '/search', { headers: json, body: '{"bbox":["0","0","1","1"]}' }, 400],
    ['a limit that is no number', '/search', { headers: json, body: '{"limit":"10"}' }, 400],
    ['a limit below one', '/search', { headers: json, body: '{"limit":0}' }, 400],
    [
      'a name of every object',
      '/search',
      { headers: json, body: '{"__proto__":{"limit":5},"constructor":1}' },
      200,
    ],
    ['too many ids', '/search', { headers: json, body: JSON.stringify({ ids: Array(201).fill('a') }) }, 400],
    [
      'too many positions',
      '/search',
      {
        headers: json,
        body: JSON.stringify({ intersects: { type: 'MultiPoint', coordinates: Array(2_001).fill([0, 0]) } }),
      },
      400,
    ],
    ['CQL', '/search', { headers: json, body: '{"filter":{"op":"="}}' }, 400],
    ['another address', '/collections', { headers: json, body: '{}' }, 405],
  ])('POST with %s is answered', async (_name, path, init, status) =>
    expect(await statusOf(path, { method: 'POST', ...init })).toBe(status),
  );
});

const open = (): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(world.server.port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });
const closed = (socket: Socket) =>
  new Promise<string>((resolve) => {
    let heard = '';
    socket.on('data', (data) => {
      heard += data;
    });
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(heard));
  });

describe('sockets', () => {
  it.each([
    ['a slow head', 'GET / HTTP/1.1\r\nHost: a'],
    [
      'a slow body',
      `POST /${sharingKey}/search HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    ],
    ['nothing at all', ''],
    ['no HTTP', '\u0016\u0003\u0001 hello \r\n\r\n'],
    [
      'two lengths',
      `POST /${sharingKey}/search HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}`,
    ],
    [
      'a length and pieces',
      `POST /${sharingKey}/search HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'a head that is too long',
      `GET /${sharingKey}/ HTTP/1.1\r\nHost: HOST\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`,
    ],
    [
      'an upgrade',
      `GET /${sharingKey}/rpc HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    ],
  ])('with %s are cut, and others are answered meanwhile', async (_name, text) => {
    const socket = await open();
    const ended = closed(socket);
    socket.write(text.replace('HOST', `127.0.0.1:${world.server.port}`));
    expect(await statusOf('/')).toBe(200);
    const heard = await ended;
    expect(heard).not.toContain('200 OK');
    expect(heard).not.toContain('features');
  });

  it('are limited in number, and new ones are accepted when others have closed', async () => {
    const many = await Promise.all(Array.from({ length: 100 }, open));
    const ends = many.map(closed);
    await Promise.all(ends.slice(0, 30));
    expect(world.server.countConnections()).toBeLessThanOrEqual(8 + 64);
    await Promise.all(ends);
    expect(await statusOf('/')).toBe(200);
  });

  it('that connect again and again without the key keep no program out', async () => {
    const idle = new Set<Socket>();
    let isOver = false;
    const reconnect = () => {
      if (isOver) return;
      const socket = connect(world.server.port, '127.0.0.1');
      idle.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        idle.delete(socket);
        setImmediate(reconnect);
      });
    };
    for (let n = 0; n < 60; n += 1) reconnect();
    const statuses: number[] = [];
    for (let n = 0; n < 20; n += 1)
      statuses.push(await statusOf('/', { headers: { connection: 'close' } }).catch(() => 0));
    isOver = true;
    for (const socket of idle) socket.destroy();
    expect(statuses).toEqual(Array(20).fill(200));
  });

  it('with the key are limited too', async () => {
    const request = `GET /${sharingKey}/ HTTP/1.1\r\nHost: 127.0.0.1:${world.server.port}\r\n\r\n`;
    const sockets = await Promise.all(Array.from({ length: 12 }, open));
    const answers = await Promise.all(
      sockets.map(
        (socket) =>
          new Promise<string>((resolve) => {
            socket.once('data', (data) => resolve(String(data).slice(9, 12)));
            socket.once('close', () => resolve('closed'));
            socket.on('error', () => undefined);
            socket.write(request);
          }),
      ),
    );
    for (const socket of sockets) socket.destroy();
    expect(answers.filter((status) => status === '200')).toHaveLength(8);
    expect(answers.filter((status) => status === '503')).toHaveLength(4);
  });

  it('that close in the middle of an answer do not affect others', async () => {
    for (let n = 0; n < 20; n += 1) {
      const socket = await open();
      socket.on('error', () => undefined);
      socket.write(`GET /${sharingKey}/search HTTP/1.1\r\nHost: 127.0.0.1:${world.server.port}\r\n\r\n`);
      socket.resetAndDestroy();
    }
    expect(await statusOf('/')).toBe(200);
    expect(world.errors).toEqual([]);
  });

  it('get headers that keep pages from using the answer, and no CORS', async () => {
    const answer = await fetch(`${world.base}/`);
    await answer.text();
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    const refused = await fetch(`${world.origin}/search`);
    expect([refused.status, await refused.text()]).toEqual([401, '']);
    const preflight = await fetch(`${world.base}/search`, { method: 'OPTIONS' });
    expect(preflight.status).toBe(405);
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });
});

it('no request has changed anything', () => {
  expect(world.queries.answer({ ask: 'item', id: 'S1', base: '', library: world.library }).status).toBe(200);
});

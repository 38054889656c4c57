import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeConnection } from '../../../testing/make-connection.ts';
import { makeService } from '../../../testing/make-service.ts';
import { type ScriptedServer, startScriptedServer } from '../../../testing/scripted-server.ts';
import { receiverThatLeaves, threadsInProcess } from '../../../testing/threads-in-process.ts';
import { createLinkFetcher } from './link-fetcher.ts';

const signal = new AbortController().signal;
let api: ScriptedServer;
let catalog: ScriptedServer;
let foreign: ScriptedServer;
let made: ReturnType<typeof makeService>;
let connection: ReturnType<typeof makeConnection>;
beforeEach(async () => {
  [api, catalog, foreign] = await Promise.all([
    startScriptedServer(),
    startScriptedServer(),
    startScriptedServer(),
  ]);
  for (const server of [api, catalog, foreign]) {
    server.play((request, response) =>
      response.writeHead(200, { 'X-Server': String(server.port), etag: '"1"' }).end(request.path),
    );
  }
  connection = makeConnection(api.origin(), { catalogUrl: `${catalog.origin()}/below` });
  made = makeService(connection);
});
afterEach(async () => {
  await made.close();
  await Promise.all([api, catalog, foreign].map((server) => server.close()));
});
const get = (url: string, headers: Record<string, string> = {}) =>
  made.links.get({ connectionId: connection.id, url, headers }, signal);

describe('a link', () => {
  it('is fetched from the catalog, or from the interface itself, with ranges and no credentials', async () => {
    for (const server of [catalog, api]) {
      const answer = await get(`${server.origin()}/v2/a?token=CANARY`, {
        Range: 'bytes=5-',
        'If-Range': '"1"',
        authorization: 'CANARY',
        cookie: 'CANARY',
      });
      expect(answer).toMatchObject({
        status: 200,
        headers: { 'x-server': String(server.port), etag: '"1"' },
      });
      expect(await text(answer.body)).toBe('/v2/a?token=CANARY');
      const { headers } = server.seen[0] ?? {};
      expect(headers).toMatchObject({ range: 'bytes=5-', 'if-range': '"1"', 'accept-encoding': 'identity' });
      expect(JSON.stringify(headers)).not.toContain('CANARY');
    }
    expect(JSON.stringify(made.log)).not.toContain('CANARY');
  });

  it('may be relative to the catalog', async () => {
    const answer = await get('/v2/b');
    expect(await text(answer.body)).toBe('/v2/b');
    expect(catalog.seen).toHaveLength(1);
  });

  it.each([
    ['another host', () => `${foreign.origin()}/v2/scenes/S/token/CANARY/raster/a.tif`, 'foreign'],
    ['another name for this machine', () => catalog.origin('localhost'), 'foreign'],
    ['userinfo', () => catalog.origin('user:CANARY@127.0.0.1'), 'userinfo'],
    ['plain http elsewhere', () => 'http://c.invalid/?token=CANARY', 'scheme'],
    ['a file', () => 'file:///etc/passwd', 'scheme'],
    ['nonsense', () => 'http://[', 'invalid'],
    ['a public host that no asset named', () => 'https://storage.invalid/a.tif?token=CANARY', 'foreign'],
  ])('with %s is refused before anything is sent', async (_, url, reason) => {
    const error = await get(url()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'ADDRESS_REFUSED', data: { reason } });
    expect(JSON.stringify(error)).not.toContain('CANARY');
    expect([...api.seen, ...catalog.seen, ...foreign.seen]).toEqual([]);
  });

  it('may lead to storage on another host, which gets the range and nothing else, and the log says where', async () => {
    catalog.play((_, response) => response.writeHead(302, { location: `${api.origin()}/landed` }).end());
    expect(await text((await get(`${catalog.origin()}/a`, { range: 'bytes=1-' })).body)).toBe('/landed');
    expect(api.seen[0]?.headers.range).toBe('bytes=1-');
    const signed = `${foreign.origin()}/bucket/x.tif?X-Signature=CANARY-signature-1`;
    catalog.play((_, response) =>
      response.writeHead(307, { location: signed, 'set-cookie': 'session=CANARY' }).end(),
    );
    const headers = { Range: 'bytes=1-', 'If-Range': '"1"', authorization: 'CANARY', referer: 'CANARY' };
    const answer = await get(`${catalog.origin()}/a?token=CANARY-token-1`, headers);
    expect(await text(answer.body)).toBe('/bucket/x.tif?X-Signature=CANARY-signature-1');
    const { host, connection: _connection, ...sent } = foreign.seen[0]?.headers ?? {};
    expect(sent).toEqual({ range: 'bytes=1-', 'if-range': '"1"', 'accept-encoding': 'identity' });
    expect(host).toBe(new URL(foreign.origin()).host);
    expect(made.log.at(-1)?.ledTo).toEqual([`${foreign.origin()}/…`]);
    expect(JSON.stringify(made.log)).not.toContain('CANARY');
  });

  it('comes to large bodies by the same way', async () => {
    catalog.play((_, response) => response.writeHead(302, { location: `${foreign.origin()}/big` }).end());
    const threads = threadsInProcess();
    await made.links.receive(
      { connectionId: connection.id, url: `${catalog.origin()}/a`, headers: { authorization: 'CANARY' } },
      receiverThatLeaves(threads),
      signal,
    );
    await threads.close();
    expect(foreign.seen.map(({ path }) => path)).toEqual(['/big']);
    expect(foreign.received()).not.toContain('CANARY');
  });

  it.each([
    ['a private network', 'https://10.1.2.3/a', 'private', 'https://10.1.2.3/…'],
    [
      'the metadata of a cloud machine',
      'https://169.254.169.254/latest',
      'private',
      'https://169.254.169.254/…',
    ],
    ['a private network, as IPv6', 'https://[::ffff:192.168.0.1]/a', 'private', 'https://[::ffff:c0a8:1]/…'],
    ['plain http elsewhere', 'http://storage.invalid/CANARY', 'scheme', 'http://storage.invalid/…'],
    ['userinfo', 'https://a:CANARY@storage.invalid/', 'userinfo', 'https://storage.invalid/…'],
  ])(
    'does not lead to %s, and the host that it would have led to is readable',
    async (_, location, reason, address) => {
      catalog.play((_request, response) => response.writeHead(302, { location }).end());
      await expect(get(`${catalog.origin()}/a`)).rejects.toMatchObject({
        code: 'ADDRESS_REFUSED',
        data: { reason, address },
      });
    },
  );

  it('ends after five redirects', async () => {
    catalog.play((request, response) =>
      response.writeHead(302, { location: `${foreign.origin()}${request.path}` }).end(),
    );
    foreign.play((request, response) => response.writeHead(302, { location: `${request.path}1` }).end());
    await expect(get(`${catalog.origin()}/a`)).rejects.toMatchObject({ data: { reason: 'redirects' } });
    expect(foreign.seen).toHaveLength(5);
  });

  it('of an asset may be on any host that is not nearer than the connection', async () => {
    const href = `${foreign.origin()}/CANARY-in-the-path/asset.tif?sig=CANARY-in-the-query&exp=9`;
    const fetcher = createLinkFetcher({
      httpClient: made.httpClient,
      connection: () => connection,
      isAsset: (_, url) => url === href || url === 'https://192.168.1.1/a.tif',
    });
    const ask = (url: string) => fetcher.get({ connectionId: connection.id, url, headers: {} }, signal);
    expect(await text((await ask(href)).body)).toContain('/asset.tif');
    // The position of the token in such an address is unknown.
    expect(made.log.at(-1)?.address).toBe(`${foreign.origin()}/…`);
    expect(JSON.stringify(made.log)).not.toContain('CANARY');
    expect(made.redactor.thorough('said CANARY-in-the-path and CANARY-in-the-query')).not.toContain('CANARY');
    await expect(ask(`${foreign.origin()}/another.tif`)).rejects.toMatchObject({
      data: { reason: 'foreign' },
    });
    await expect(ask('https://192.168.1.1/a.tif')).rejects.toMatchObject({ data: { reason: 'private' } });
  });

  it.each([206, 401, 404, 416, 429, 500])(
    'answered with %i is handed on as it is, not tried again',
    async (status) => {
      catalog.play((_, response) => response.writeHead(status, { 'retry-after': '5' }).end('body'));
      const answer = await get(`${catalog.origin()}/a`);
      expect([answer.status, answer.headers['retry-after']]).toEqual([status, '5']);
      expect(await text(answer.body)).toBe('body');
      expect(catalog.seen).toHaveLength(1);
    },
  );

  it('can be let go in the middle, more than once, and the connection ends', async () => {
    let closed = false;
    catalog.play((_, response) => {
      response.writeHead(200, { 'content-length': '1000000' });
      response.write('x'.repeat(1_000));
      response.on('close', () => {
        closed = true;
      });
    });
    const answer = await get(`${catalog.origin()}/a`);
    await answer.discard();
    await answer.discard();
    await expect.poll(() => closed).toBe(true);
  });

  it('ends with its signal while the body comes', async () => {
    catalog.play((_, response) => {
      response.writeHead(200, { 'content-length': '1000000' });
      response.write('x');
    });
    const leaving = new AbortController();
    const answer = await made.links.get(
      { connectionId: connection.id, url: `${catalog.origin()}/a`, headers: {} },
      leaving.signal,
    );
    const reading = text(answer.body);
    leaving.abort();
    await expect(reading).rejects.toThrow();
  });

  it('of a server that is gone says so', async () => {
    await catalog.close();
    await expect(get(`${catalog.origin()}/a`)).rejects.toMatchObject({
      code: 'UNREACHABLE',
      data: { host: new URL(catalog.origin()).host, reason: 'refused' },
    });
  });
});

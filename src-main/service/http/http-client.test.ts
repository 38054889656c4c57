import { createServer, type Server, type Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeNames } from '../../../testing/fake-names.ts';
import { makeHttpClient, requestTo, type TestHttpClient } from '../../../testing/make-http-client.ts';
import {
  listenOnLoopback,
  type ScriptedServer,
  sendJson,
  startScriptedServer,
} from '../../../testing/scripted-server.ts';
import { makeTestCertificate } from '../../../testing/test-certificate.ts';
import { trustCertificate } from '../../../testing/trust-certificate.ts';

const signal = new AbortController().signal;
let undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.reverse()) await step();
  undo = [];
});

let server: ScriptedServer;
beforeEach(async () => {
  server = await startScriptedServer();
  undo.push(() => server.close());
});

function clientWith(options: Parameters<typeof makeHttpClient>[0] = {}): TestHttpClient {
  const made = makeHttpClient(options);
  undo.push(made.close);
  return made;
}

/** Starts a TCP server; the test decides what each connection receives. */
async function rawServer(onSocket: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const raw: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  const port = await listenOnLoopback(raw);
  undo.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => raw.close(resolve));
  });
  return `http://127.0.0.1:${port}/x`;
}

const failed = (error: object, mayHaveArrived: boolean) => ({
  kind: 'failed',
  error: expect.objectContaining(error),
  mayHaveArrived,
});

describe('what comes back', () => {
  it('gives parsed JSON, undefined for an empty body, and drops a byte order mark', async () => {
    const { httpClient } = clientWith();
    server.play((_, response) => sendJson(response, { a: [1, 'ü'] }));
    expect(await httpClient.json(requestTo(server.origin()), signal)).toEqual({ a: [1, 'ü'] });
    server.play((_, response) => response.writeHead(204).end());
    expect(await httpClient.json(requestTo(server.origin()), signal)).toBeUndefined();
    server.play((_, response) => response.end('\uFEFF{"b":2}'));
    expect(await httpClient.json(requestTo(server.origin()), signal)).toEqual({ b: 2 });
  });

  it.each([
    ['gzip', gzipSync],
    ['X-GZIP', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['identity', (bytes: Buffer) => bytes],
    ['gzip, br', (bytes: Buffer) => brotliCompressSync(gzipSync(bytes))],
  ] as const)('reads JSON that is compressed with %s', async (encoding, compress) => {
    const { httpClient } = clientWith();
    server.play((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(compress(Buffer.from('{"a":"ü"}'))),
    );
    expect(await httpClient.json(requestTo(server.origin()), signal)).toEqual({ a: 'ü' });
    expect(server.seen[0]?.headers['accept-encoding']).toBe('gzip, br, zstd, deflate');
  });

  it.each([
    ['an unknown compression', 'lzma', Buffer.from('{}'), 'encoding'],
    ['too many compressions', 'gzip, gzip, gzip, gzip', Buffer.from('{}'), 'encoding'],
    ['bytes that are not compressed', 'gzip', Buffer.from('{"a":1}'), 'no-json'],
    ['a compressed text that ends too early', 'gzip', gzipSync('{"a":1}').subarray(0, 20), 'no-json'],
    [
      'a text that is too large once it is decompressed',
      'gzip',
      gzipSync(Buffer.alloc(3_000_000)),
      'too-large',
    ],
  ])('says what is wrong with %s', async (_, encoding, bytes, detail) => {
    const { httpClient } = clientWith({ limits: { jsonBytes: 1_000_000 } });
    server.play((_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(bytes));
    await expect(httpClient.json(requestTo(server.origin()), signal)).rejects.toMatchObject({
      code: 'BAD_ANSWER',
      data: { detail },
    });
  });

  it('reads the message of a compressed refusal, and takes an empty answer for empty', async () => {
    const { httpClient } = clientWith();
    server.play((_, response) =>
      response
        .writeHead(400, { 'content-encoding': 'gzip' })
        .end(gzipSync('{"detail":"The window is over."}')),
    );
    await expect(httpClient.json(requestTo(server.origin()), signal)).rejects.toMatchObject({
      data: { detail: 'The window is over.' },
    });
    server.play((_, response) => response.writeHead(204, { 'content-encoding': 'gzip' }).end());
    expect(await httpClient.json(requestTo(server.origin()), signal)).toBeUndefined();
  });

  it.each([
    ['<!doctype html><title>Sign in to the hotel network</title>', 'html'],
    ['{"count": 1, "results": [', 'no-json'],
    ['upstream ok', 'no-json'],
  ])('says that %s with status 200 is no answer', async (text, detail) => {
    const { httpClient } = clientWith();
    server.play((_, response) => response.end(text));
    await expect(
      httpClient.json(requestTo(`${server.origin()}/a?token=abcdefgh`), signal),
    ).rejects.toMatchObject({
      code: 'BAD_ANSWER',
      data: { where: `127.0.0.1:${server.port}/a`, detail },
    });
  });

  it('stops reading a body without end', async () => {
    const { httpClient } = clientWith({ limits: { jsonBytes: 100_000 } });
    let closed = false;
    server.play((_, response) => {
      response.on('close', () => {
        closed = true;
      });
      const more = () => {
        if (closed) return;
        if (response.write('x'.repeat(16_384))) setImmediate(more);
        else response.once('drain', more);
      };
      more();
    });
    await expect(httpClient.json(requestTo(server.origin()), signal)).rejects.toMatchObject({
      code: 'BAD_ANSWER',
      data: { detail: 'too-large' },
    });
    await expect.poll(() => closed).toBe(true);
    expect(server.seen).toHaveLength(1);
  });
});

describe('when the network fails', () => {
  it('tells a refused connection, and that nothing was sent', async () => {
    const { httpClient } = clientWith();
    const address = server.origin();
    await server.close();
    expect(await httpClient.exchange(requestTo(address, { method: 'POST', body: {} }), signal)).toEqual(
      failed({ code: 'UNREACHABLE', data: { host: new URL(address).host, reason: 'refused' } }, false),
    );
  });

  it('tells a reset, and that the body may have arrived', async () => {
    const { httpClient } = clientWith();
    const address = await rawServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await httpClient.exchange(requestTo(address, { method: 'POST', body: {} }), signal)).toEqual(
      failed({ code: 'UNREACHABLE', data: { host: new URL(address).host, reason: 'reset' } }, true),
    );
  });

  it('takes an answer cut short for a reset', async () => {
    const { httpClient } = clientWith();
    server.play((_, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"results":', () => response.destroy());
    });
    expect(
      await httpClient.exchange(requestTo(server.origin(), { method: 'POST', body: {} }), signal),
    ).toEqual(
      failed({ code: 'UNREACHABLE', data: { host: new URL(server.origin()).host, reason: 'reset' } }, true),
    );
  });

  it.each([
    ['says nothing', () => undefined],
    ['stops within the headers', (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-')],
    [
      'stops within the body',
      (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{'),
    ],
  ])('does not wait for a server that %s', async (_, act) => {
    const { httpClient } = clientWith({ limits: { idleMs: 150 } });
    const address = await rawServer(act);
    expect(await httpClient.exchange(requestTo(address, { method: 'POST', body: {} }), signal)).toEqual(
      failed({ code: 'UNREACHABLE', data: { host: new URL(address).host, reason: 'timeout' } }, true),
    );
  });

  it('ends an exchange that drips on and on', async () => {
    const { httpClient } = clientWith({ limits: { idleMs: 5_000, totalMs: 300 } });
    let drip: NodeJS.Timeout | undefined;
    const address = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
      drip = setInterval(() => socket.write(' '), 20);
    });
    undo.push(() => clearInterval(drip));
    expect(await httpClient.exchange(requestTo(address), signal)).toMatchObject({
      error: { code: 'UNREACHABLE', data: { reason: 'timeout' } },
    });
  });

  it.each(['ENOTFOUND', 'EAI_AGAIN'])('says OFFLINE when the name fails with %s', async (code) => {
    undo.push(fakeNames([], code));
    const { httpClient } = clientWith();
    expect(
      await httpClient.exchange(requestTo('https://service.invalid/x', { method: 'POST', body: {} }), signal),
    ).toEqual(failed({ code: 'OFFLINE', data: { host: 'service.invalid' } }, false));
  });

  it('gives up at once when the caller does, before, while and between tries', async () => {
    const { httpClient } = clientWith();
    const early = AbortSignal.abort();
    const post = requestTo(server.origin(), { method: 'POST', body: {} });
    expect(await httpClient.exchange(post, early)).toEqual(failed({ code: 'CANCELLED' }, false));
    expect(server.seen).toEqual([]);

    const during = new AbortController();
    server.play(() => during.abort());
    expect(await httpClient.exchange(post, during.signal)).toEqual(failed({ code: 'CANCELLED' }, true));
    await expect(httpClient.json(requestTo(server.origin()), AbortSignal.abort())).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    const between = new AbortController();
    server.play((_, response) => sendJson(response, {}, 503));
    const waiting = clientWith({
      async onPause(inner) {
        between.abort();
        inner.throwIfAborted();
      },
    });
    await expect(waiting.httpClient.json(requestTo(server.origin()), between.signal)).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    await expect(
      httpClient.stream(requestTo(server.origin()), AbortSignal.abort(new Error('page closed'))),
    ).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('does not wait for a system that never names its proxy', async () => {
    const { httpClient } = clientWith({
      limits: { totalMs: 100 },
      systemProxy: () => new Promise(() => undefined),
    });
    expect(await httpClient.exchange(requestTo('https://service.invalid/'), signal)).toEqual(
      failed({ code: 'UNREACHABLE', data: { host: 'service.invalid', reason: 'timeout' } }, false),
    );
  });

  it('counts a header that cannot be sent as not sent', async () => {
    const { httpClient } = clientWith();
    const call = requestTo(server.origin(), {
      method: 'POST',
      body: {},
      headers: { 'x-contract': 'a\r\nb: c' },
    });
    expect(await httpClient.exchange(call, signal)).toMatchObject({ kind: 'failed', mayHaveArrived: false });
    expect(server.seen).toEqual([]);
  });
});

describe('TLS', () => {
  async function secureServer(options: Parameters<typeof makeTestCertificate>[0], trusted: boolean) {
    const pair = makeTestCertificate(options);
    if (trusted) undo.push(trustCertificate(pair.cert));
    const secure = await startScriptedServer({
      tls: pair,
      script: (_, response) => sendJson(response, { ok: true }),
    });
    undo.push(() => secure.close());
    return secure;
  }

  it('talks to a server whose certificate is in order', async () => {
    const secure = await secureServer({ hosts: ['service.invalid'], forAddress: true }, true);
    undo.push(fakeNames(['service.invalid']));
    const { httpClient } = clientWith();
    expect(await httpClient.json(requestTo(secure.origin('service.invalid')), signal)).toEqual({ ok: true });
    expect(await httpClient.json(requestTo(secure.origin()), signal)).toEqual({ ok: true });
  });

  it.each([
    ['self-signed', { hosts: [], forAddress: true }, false, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['for another host', { hosts: ['other.invalid'] }, true, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['expired', { hosts: [], forAddress: true, expired: true }, true, 'CERT_HAS_EXPIRED'],
  ])('refuses one that is %s, and sends it nothing', async (_, options, trusted, detail) => {
    const secure = await secureServer(options, trusted);
    const { httpClient } = clientWith();
    const call = requestTo(secure.origin(), { method: 'POST', body: { secret: 1 } });
    expect(await httpClient.exchange(call, signal)).toEqual(
      failed({ code: 'TLS_FAILED', data: { host: `127.0.0.1:${secure.port}`, detail } }, false),
    );
    expect(secure.seen).toEqual([]);
  });

  it('names a plain server behind an https address a TLS failure, not tried again', async () => {
    const { httpClient, log } = clientWith();
    await expect(
      httpClient.json(requestTo(`https://127.0.0.1:${server.port}/`), signal),
    ).rejects.toMatchObject({
      code: 'TLS_FAILED',
    });
    expect(log).toHaveLength(1);
  });
});

describe('trying again', () => {
  /** Answers with these statuses one after another, then with 200. */
  function statuses(...list: (number | [number, Record<string, string>])[]) {
    const left = [...list];
    server.play((_, response) => {
      const next = left.shift() ?? 200;
      const [status, headers] = Array.isArray(next) ? next : [next, {}];
      sendJson(response, { message: 'words' }, status, headers);
    });
  }

  it.each([429, 500, 502, 503, 504])('gets over %i', async (status) => {
    const { httpClient, log, pauses } = clientWith();
    statuses(status, status, status);
    expect(await httpClient.json(requestTo(server.origin()), signal)).toEqual({ message: 'words' });
    // Full jitter, doubled each time; `random` is a half.
    expect(pauses).toEqual([500, 1_000, 2_000]);
    expect(log.map((entry) => [entry.status, entry.attempt])).toEqual([
      [status, 1],
      [status, 2],
      [status, 3],
      [200, 4],
    ]);
  });

  it.each([
    [400, 'REFUSED'],
    [401, 'UNAUTHORIZED'],
    [403, 'UNAUTHORIZED'],
    [404, 'NOT_FOUND'],
    [409, 'REFUSED'],
    [410, 'NOT_FOUND'],
    [501, 'SERVICE_FAILED'],
    [304, 'SERVICE_FAILED'],
  ])('takes %i for what it is: %s', async (status, code) => {
    const { httpClient } = clientWith();
    statuses(status);
    await expect(httpClient.json(requestTo(server.origin()), signal)).rejects.toMatchObject({ code });
    expect(server.seen).toHaveLength(1);
  });

  it('gives up after four tries and says what the service said', async () => {
    const { httpClient } = clientWith();
    statuses(503, 503, 503, 503, 503);
    await expect(httpClient.json(requestTo(server.origin()), signal)).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
      data: { status: 503, detail: 'words', host: `127.0.0.1:${server.port}` },
    });
    expect(server.seen).toHaveLength(4);
  });

  it('waits as long as Retry-After says, in seconds or to a date', async () => {
    const at = Date.parse('2026-03-01T12:00:00Z');
    const { httpClient, pauses } = clientWith({ now: () => at });
    statuses(
      [429, { 'retry-after': '7' }],
      [503, { 'retry-after': 'Sun, 01 Mar 2026 12:00:21 GMT' }],
      [429, { 'retry-after': 'soon' }],
    );
    await httpClient.json(requestTo(server.origin()), signal);
    expect(pauses).toEqual([7_125, 21_125, 2_000]);
  });

  it('tells a long Retry-After instead of waiting', async () => {
    const { httpClient, pauses } = clientWith();
    statuses([429, { 'retry-after': '3600' }]);
    await expect(httpClient.json(requestTo(server.origin()), signal)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      data: { retryAfterSeconds: 3_600 },
    });
    expect(pauses).toEqual([]);
  });

  it('never repeats a POST or PATCH by itself', async () => {
    const { httpClient } = clientWith();
    for (const method of ['POST', 'PATCH'] as const) {
      statuses(503);
      await expect(
        httpClient.json(requestTo(server.origin(), { method, body: {} }), signal),
      ).rejects.toMatchObject({
        code: 'SERVICE_FAILED',
      });
    }
    expect(server.seen).toHaveLength(2);
    statuses(503);
    await httpClient.json(requestTo(server.origin(), { method: 'POST', body: {}, repeatable: true }), signal);
    expect(server.seen).toHaveLength(4);
  });

  it('gets over a reset', async () => {
    const { httpClient } = clientWith();
    let times = 0;
    server.play((_, response, raw) => {
      times += 1;
      if (times < 3) raw.socket.resetAndDestroy();
      else sendJson(response, { times });
    });
    expect(await httpClient.json(requestTo(server.origin()), signal)).toEqual({ times: 3 });
  });
});

describe('redirects', () => {
  it('follows five, asks for the headers of each place, and no more', async () => {
    const { httpClient } = clientWith();
    let hops = 0;
    server.play((request, response) => {
      const left = Number(request.path.slice(1));
      hops += 1;
      if (left === 0) sendJson(response, { done: true });
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    const call = (path: string) => requestTo(server.origin() + path, { headers: { 'x-canary': 'bird' } });
    expect(await httpClient.json(call('/5'), signal)).toEqual({ done: true });
    expect(hops).toBe(6);
    expect(server.seen.every((request) => request.headers['x-canary'] === 'bird')).toBe(true);
    await expect(httpClient.json(call('/6'), signal)).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
      data: { reason: 'redirects' },
    });
  });

  it.each([
    ['http://service.invalid/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['data:application/json,{}', 'scheme'],
    ['http://user:word@127.0.0.1/', 'userinfo'],
    ['http://[broken', 'invalid'],
  ])('does not go to %s', async (location, reason) => {
    const { httpClient } = clientWith();
    server.play((_, response) => response.writeHead(302, { location }).end());
    await expect(httpClient.json(requestTo(server.origin()), signal)).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
      data: { reason },
    });
  });

  it('does not read the body of a redirect to its end', async () => {
    const { httpClient } = clientWith();
    let ended = false;
    server.play((request, response) => {
      if (request.path === '/there') {
        sendJson(response, { there: true });
        return;
      }
      response.writeHead(302, { location: '/there' });
      response.write('x'.repeat(100));
      response.on('close', () => {
        ended = true;
      });
    });
    expect(await httpClient.json(requestTo(server.origin()), signal)).toEqual({ there: true });
    await expect.poll(() => ended).toBe(true);
  });

  it('says no secret when it refuses a place that repeats one', async () => {
    const { httpClient, redactor } = clientWith();
    redactor.remember('tok3n-value-0123');
    server.play((_, response) => response.writeHead(302, { location: 'ftp://a/tok3n-value-0123' }).end());
    const error = await httpClient
      .json(requestTo(server.origin()), signal)
      .catch((thrown: unknown) => thrown);
    expect(JSON.stringify(error)).not.toContain('tok3n-value-0123');
    expect(error).toMatchObject({ code: 'ADDRESS_REFUSED' });
  });
});

describe('the request log', () => {
  it('has method, address, status, size and time, and no secret of any kind', async () => {
    const { httpClient, redactor, log } = clientWith();
    redactor.remember('s3cret/with+signs');
    server.play((_, response) => sendJson(response, { a: 1 }, 200));
    const paths = [
      '/v2/scenes/S1/attachments/thumbnail/download/?token=CANARY1&x=1',
      '/v2/scenes/S1/token/CANARY2/raster/a.tif',
      `/echo/${encodeURIComponent('s3cret/with+signs')}`,
      '/signed?X-Amz-Signature=CANARY3&X-Goog-Credential=CANARY4&api_key=CANARY5&sig=CANARY6#CANARY7',
    ];
    for (const path of paths) {
      await httpClient.exchange(
        requestTo(server.origin() + path, { headers: { authorizationToken: 'Bearer CANARY8' } }),
        signal,
      );
    }
    const text = JSON.stringify(log);
    expect(text).not.toMatch(/CANARY\d|s3cret/);
    expect(log[0]).toMatchObject({
      method: 'GET',
      address: `${server.origin()}/v2/scenes/S1/attachments/thumbnail/download/?token=***&x=1`,
      status: 200,
      sizeBytes: 7,
      attempt: 1,
      error: null,
    });
    expect(log[1]?.address).toBe(`${server.origin()}/v2/scenes/S1/token/***/raster/a.tif`);
    expect(Date.parse(log[0]?.at ?? '')).not.toBeNaN();
  });

  it('names a failure by its code', async () => {
    const { httpClient, log } = clientWith();
    await server.close();
    await httpClient.exchange(requestTo(server.origin()), signal);
    await expect(httpClient.stream(requestTo(server.origin()), signal)).rejects.toThrow();
    expect(log.map(({ status, error }) => [status, error])).toEqual([
      [null, 'UNREACHABLE'],
      [null, 'UNREACHABLE'],
    ]);
  });
});
